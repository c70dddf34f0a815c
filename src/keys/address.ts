/** E-mail addresses: the one place where they are checked. */
import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { DocconvError } from '../errors.js';

/** RFC 5321 dot-string, no quotes: none of these characters means anything in a header or an SMTP command. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/** The address as it is kept and compared: lower case, domain in ASCII, `+` kept. Throws OPTION_INVALID. */
export function normalizeEmail(typed: string): string {
  const address = typed.length > 300 ? '' : typed.trim();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const domain = asciiDomain(address.slice(at + 1));
  if (at < 1 || local.length > 64 || !LOCAL_PART.test(local) || !DOMAIN.test(domain))
    throw new DocconvError('OPTION_INVALID', 'This is not an e-mail address. Write it like name@example.org.');
  const normal = `${local.toLowerCase()}@${domain}`;
  if (normal.length > 254) throw new DocconvError('OPTION_INVALID', 'This e-mail address is too long.');
  return normal;
}

/** The WHATWG host parser drops tabs, decodes percent signs and stops at a slash: it only ever sees names. */
function asciiDomain(typed: string): string {
  return /^[\p{L}\p{M}\p{N}.-]+$/u.test(typed) ? domainToASCII(typed).toLowerCase() : '';
}

/** The mailbox that counts for limits: `a+1@x.org` and `a+2@x.org` fill the same one. */
export function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*(?=@)/, '');
}

/** The client that counts for limits: one household or server has a whole IPv6 /64, so that is one client. */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = expandDotted(address.replace(/%.*/, '')).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':');
}

function expandDotted(address: string): string {
  return address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0'); // never within the first 64 bits
}
