/** Parses the address of a docconv server into the one form that is stored and compared. */
import { isIP } from 'node:net';
import { DocconvError } from '../errors.js';
import { requireSocketPath } from '../system/files/socket-path.js';
import { parseUrl } from '../system/url.js';

/** Prefix of the path of a unix socket. */
export const UNIX = 'unix:';

/**
 * The origin (and path prefix, if any) of a server, without a trailing slash. Without a scheme, a name means https, and
 * a loopback name http, since there are no certificates for localhost. Throws USAGE.
 */
export function serverAddress(text: string): string {
  const typed = text.trim();
  if (typed.startsWith(UNIX)) {
    requireSocketPath(typed.slice(UNIX.length));
    return typed;
  }
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `${defaultScheme(typed)}://${typed}`);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new DocconvError('USAGE.server-address', { value: typed });
  if (url.username || url.password) throw new DocconvError('USAGE.server-address-credentials', { value: typed });
  if (url.search || url.hash) throw new DocconvError('USAGE.server-address-query', { value: typed });
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Whether a key that is sent without TLS stays on this machine. */
export function isLoopback(address: string): boolean {
  if (address.startsWith(UNIX)) return true;
  const name = new URL(address).hostname;
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  );
}

function defaultScheme(typed: string): string {
  const probe = parseUrl(`http://${typed}`);
  return probe && isLoopback(probe.href) ? 'http' : 'https';
}
