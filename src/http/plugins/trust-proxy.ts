/** Whose X-Forwarded-For is believed: the operator's own reverse proxies, by address, or `unix` for who uses the socket. */
import proxyAddr from '@fastify/proxy-addr';
import { DocconvError } from '../../errors.js';

/** For fastify's option of this name. Throws CONFIG_INVALID. */
export function trustProxy(
  proxies: readonly string[],
): false | ((address: string | undefined, hop: number) => boolean) {
  if (proxies.length === 0) return false;
  const byAddress = compile(proxies.filter(word => word !== 'unix'));
  const bySocket = proxies.includes('unix');
  // A peer on a unix socket has no address.
  return (address, hop) => (address === undefined ? bySocket : byAddress(address, hop));
}

function compile(addresses: string[]): (address: string, hop: number) => boolean {
  try {
    return proxyAddr.compile(addresses);
  } catch (cause) {
    const sentence = 'trustProxy takes addresses, ranges like 10.0.0.0/8, loopback or unix, separated by commas.';
    throw new DocconvError('CONFIG_INVALID', sentence, { cause });
  }
}
