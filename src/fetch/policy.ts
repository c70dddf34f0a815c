/** Decides what may be fetched: for each hop, from the URL as the WHATWG parser reads it, never from its text. */
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { DocconvError } from '../errors.js';
import { parseUrl } from '../system/url.js';
import { inRanges, isOwnAddress, isPublicAddress, rangeList } from './addresses.js';
import type { FetcherSettings } from './fetcher.js';
import { proxyFor } from './proxy.js';

export interface Policy {
  readonly schemes: readonly string[];
  /** Null = any. */
  readonly ports: readonly number[] | null;
  /** Names of a local network (`printer`, `db.internal`) are allowed. */
  readonly localNames: boolean;
  mayConnect(address: string): boolean;
  resolve(hostname: string): Promise<readonly string[]>;
  /** The proxy for a URL; null: none. */
  proxyFor(url: URL): string | null;
}

export function createPolicy(settings: FetcherSettings): Policy {
  const { allowPrivate = false, allow = [], httpsOnly = false } = settings;
  const allowed = rangeList(allow);
  return {
    schemes: httpsOnly ? ['https:'] : ['https:', 'http:'],
    ports: settings.ports ?? (allowPrivate ? null : [80, 443]),
    localNames: allowPrivate,
    mayConnect: address =>
      allowPrivate || inRanges(allowed, address) || (isPublicAddress(address) && !isOwnAddress(address)),
    proxyFor: url => proxyFor(url, settings.proxies ?? {}),
    resolve: settings.resolve ?? (allowPrivate ? resolveLikeSystem : resolveByDns),
  };
}

/** For closed networks: as all programs of this machine do, including /etc/hosts. */
async function resolveLikeSystem(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/**
 * Of a name, for IPv4 and IPv6 each. An answer of DNS has room for thousands, whose checks would keep this process from all
 * else; the others are never connected to.
 */
const MAX_ADDRESSES = 16;

/**
 * Only by DNS and without threads: getaddrinfo() occupies one of libuv's four threads for as long as a hostile name
 * server delays its answer, and file operations of this process need the same threads.
 */
async function resolveByDns(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
  return [v4, v6].flatMap(answer => (answer.status === 'fulfilled' ? answer.value.slice(0, MAX_ADDRESSES) : []));
}

export interface AuthorizedUrl {
  readonly url: URL;
  /** All addresses of its host; empty for a name that the proxy resolves. */
  readonly addresses: readonly string[];
  readonly proxy: string | null;
}

/** Rejects with URL_FORBIDDEN. */
export async function authorizeUrl(text: string, policy: Policy): Promise<AuthorizedUrl> {
  const url = parseAllowedUrl(text, policy);
  const host = hostOf(url);
  const proxy = policy.proxyFor(url);
  if (proxy !== null && !isIP(host)) return { url, addresses: [], proxy };
  const addresses = isIP(host) ? [host] : await resolveName(host, policy);
  // one forbidden address is enough: an attacker could mix public and private addresses under one name
  if (addresses.length === 0 || !addresses.every(policy.mayConnect)) throw notPublic(host);
  return { url, addresses, proxy };
}

/** Without the brackets of IPv6 and the trailing dot of the root: `[::1]` -> `::1`, `localhost.` -> `localhost`. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function parseAllowedUrl(text: string, policy: Policy): URL {
  const url = parseUrl(text);
  if (!url) throw new DocconvError('URL_FORBIDDEN.incomplete');
  if (!policy.schemes.includes(url.protocol))
    throw new DocconvError('URL_FORBIDDEN.scheme', { scheme: url.protocol, permitted: policy.schemes.join(' and ') });
  if (url.username || url.password) throw new DocconvError('URL_FORBIDDEN.credentials');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (policy.ports && !policy.ports.includes(port))
    throw new DocconvError('URL_FORBIDDEN.port', { port, permitted: policy.ports.join(' or ') });
  const host = hostOf(url);
  if (host.length > 253 || host === '') throw new DocconvError('URL_FORBIDDEN.no-host');
  if (!policy.localNames && !isIP(host) && isLocalName(host)) throw notPublic(host);
  return url;
}

/** Names that are valid only in a local network (RFC 6761, RFC 6762, RFC 7686, RFC 8375, ICANN's .internal). */
function isLocalName(host: string): boolean {
  return !host.includes('.') || /\.(localhost|local|localdomain|internal|intranet|lan|home\.arpa|onion)$/.test(host);
}

async function resolveName(host: string, policy: Policy): Promise<readonly string[]> {
  try {
    return await policy.resolve(host);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    // the same error as for a private name: otherwise callers could find out which internal names exist
    if (!policy.localNames && (code === 'ENOTFOUND' || code === 'ENODATA')) throw notPublic(host, cause);
    throw new DocconvError('FETCH_FAILED.name-not-found', { host }, { cause });
  }
}

/** Names the requested host, never the address found. */
function notPublic(host: string, cause?: unknown): DocconvError {
  return new DocconvError('URL_FORBIDDEN.not-public', { host }, { cause });
}
