/** Proxies as curl reads them from the environment. */
import { DocconvError } from '../errors.js';
import { parseUrl } from '../system/url.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for this URL; null: it is requested directly. Names of variables in lower case win. Throws CONFIG_INVALID for a
 * proxy that has no URL of HTTP.
 */
export function proxyFor(url: URL, env: Environment): string | null {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || null;
  const proxy = read(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? read('ALL_PROXY');
  if (proxy === null || isExcepted(url, read('NO_PROXY') ?? '')) return null;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  if (/^https?:$/.test(parseUrl(text)?.protocol ?? '')) return text;
  // without the text, which may contain a password
  throw new DocconvError('CONFIG_INVALID.proxy');
}

/** `list`: names of hosts, which stand for their subdomains, too, with an optional port; '*' stands for all. */
function isExcepted({ hostname, host }: URL, list: string): boolean {
  const names = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return names.some(entry => {
    const name = entry.replace(/^\*?\./, '');
    return entry === '*' || [hostname, host].some(own => own === name || own.endsWith(`.${name}`));
  });
}
