/**
 * Which addresses are globally routable according to the IANA special-purpose registries (RFC 6890 and successors).
 * An address that is not known to be public counts as not public.
 */
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { DocconvError } from '../errors.js';

/** IPv4: public unless listed. */
const SPECIAL_V4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; includes the metadata service at 100.100.100.200
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the metadata service of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

/**
 * IPv6: global unicast only. Every form of an IPv4 address embedded in an IPv6 address is outside it
 * (mapped ::ffff/96, compatible ::/96, translated ::ffff:0/96, NAT64 64:ff9b::/96 and 64:ff9b:1::/48) or is listed below.
 */
const GLOBAL_V6 = '2000::/3';
const SPECIAL_V6 = [
  '2001::/23', // Teredo 2001::/32, benchmarks, AMT, ORCHID, ORCHIDv2
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

const special = rangeList([...SPECIAL_V4, ...SPECIAL_V6]);
const globalV6 = rangeList([GLOBAL_V6]);

/** True for a globally routable address. False for names and for addresses with a zone (`fe80::1%eth0`). */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  if (version === 6) return globalV6.check(address, 'ipv6') && !special.check(address, 'ipv6');
  return false;
}

/** True for an address of this machine: even if it is public, services here may trust local connections. */
export function isOwnAddress(address: string): boolean {
  const own = new BlockList();
  for (const entry of Object.values(networkInterfaces()).flat())
    if (entry) own.addAddress(entry.address.replace(/%.*/, ''), entry.family === 'IPv6' ? 'ipv6' : 'ipv4');
  return inRanges(own, address);
}

export function inRanges(ranges: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && ranges.check(address.replace(/%.*/, ''), version === 6 ? 'ipv6' : 'ipv4');
}

/** @param cidrs such as `10.1.2.0/24` or `fd00::/8`; throws OPTION_INVALID for anything else */
export function rangeList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [, network = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(cidr) ?? [];
    const version = isIP(network);
    const bits = version === 6 ? 128 : 32;
    const length = Number(prefix ?? bits);
    if (version === 0 || length > bits) throw new DocconvError('OPTION_INVALID.address-range', { value: cidr });
    list.addSubnet(network, length, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
