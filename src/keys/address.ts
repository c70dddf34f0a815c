/** Validates e-mail addresses, and groups them for the limits. */
import { domainToASCII } from 'node:url';
import { DocconvError } from '../errors.js';

/** RFC 5321 Dot-string without quotes: no character that has a meaning in a header or an SMTP command. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/** The form that is stored and compared: lower case, domain in ASCII, `+` tag unchanged. Throws OPTION_INVALID. */
export function normalizeEmail(typed: string): string {
  const address = typed.length > 300 ? '' : typed.trim();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const domain = asciiDomain(address.slice(at + 1));
  if (at < 1 || local.length > 64 || !LOCAL_PART.test(local) || !DOMAIN.test(domain))
    throw new DocconvError('OPTION_INVALID.email-invalid');
  const normal = `${local.toLowerCase()}@${domain}`;
  if (normal.length > 254) throw new DocconvError('OPTION_INVALID.email-too-long');
  return normal;
}

/** '' for none. The pattern first: the WHATWG host parser drops tabs, decodes percent signs and stops at a slash. */
export function asciiDomain(typed: string): string {
  return /^[\p{L}\p{M}\p{N}.-]+$/u.test(typed) ? domainToASCII(typed).toLowerCase() : '';
}

/** What limits count as one mailbox: `a+1@x.org` and `a+2@x.org` are both `a@x.org`. */
export function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*(?=@)/, '');
}
