/** How a person names a docconv server, and the one spelling it is kept and compared by. */
import { isIP } from 'node:net';
import { DocconvError } from '../errors.js';

/** Before the path of a unix socket. */
export const UNIX = 'unix:';

/**
 * The origin (and path prefix, if any) of a server, without a trailing slash. A bare name means https,
 * a bare loopback name http, as nobody has a certificate for localhost.
 */
export function serverAddress(text: string): string {
  const typed = text.trim();
  if (typed.startsWith(UNIX)) return typed;
  const url = parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `${defaultScheme(typed)}://${typed}`);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw invalid(typed, 'write it like https://docs.example.org');
  if (url.username || url.password)
    throw invalid(typed, 'leave the name and password out; docconv login keeps the key');
  if (url.search || url.hash) throw invalid(typed, 'leave out everything from ? or # on');
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** True where a key sent without TLS stays on this machine. */
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

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function defaultScheme(typed: string): string {
  const probe = parse(`http://${typed}`);
  return probe && isLoopback(probe.href) ? 'http' : 'https';
}

function invalid(typed: string, advice: string): DocconvError {
  return new DocconvError('USAGE', `"${typed}" is not the address of a server: ${advice}.`);
}
