/** Name constraints (RFC 5280, 4.2.1.10): the names that certificates below a CA may have. */
import { isIP } from 'node:net';
import { message, quoted } from '../../../messages/index.js';
import { type Certificate, type GeneralName, isWithin, mailboxesOf, type NameConstraints } from '../../../pki/index.js';

/** Names times subtrees, as in OpenSSL: crafted certificates can contain any number of both. */
const MAX_COMPARISONS = 2 ** 20;

/** The first name outside the permitted or inside the excluded subtrees; null when there is none. */
export function forbiddenName(certificate: Certificate, constraints: NameConstraints): string | null {
  const names = namesOf(certificate);
  const subtrees = constraints.permitted.length + constraints.excluded.length;
  if (names.length * subtrees > MAX_COMPARISONS) return message('name.too-many');
  const forbidden = names.find(name => !isPermitted(name, constraints) || isExcluded(name, constraints));
  return forbidden ? quoted(describe(forbidden)) : null;
}

/** Alternative names, the subject, and its e-mail addresses if no alternative name is one. */
function namesOf({ subject, extensions }: Certificate): GeneralName[] {
  const names: GeneralName[] = [...extensions.subjectAltNames];
  if (subject.attributes.length > 0) names.push({ type: 'directory', name: subject });
  if (names.some(({ type }) => type === 'email')) return names;
  return [...names, ...mailboxesOf(subject).map(value => ({ type: 'email' as const, value }))];
}

function isPermitted(name: GeneralName, { permitted }: NameConstraints): boolean {
  const relevant = permitted.filter(base => isSameKind(name, base));
  return relevant.length === 0 || relevant.some(base => isInside(name, base) === true);
}

/** A name type that cannot be compared counts as excluded (RFC 5280, 4.2.1.10: process it or reject). */
function isExcluded(name: GeneralName, { excluded }: NameConstraints): boolean {
  return excluded.some(base => isSameKind(name, base) && isInside(name, base) !== false);
}

function isSameKind(name: GeneralName, base: GeneralName): boolean {
  return name.type === base.type && (name.type !== 'other' || base.type !== 'other' || name.id === base.id);
}

/** Null when this name type cannot be compared. */
function isInside(name: GeneralName, base: GeneralName): boolean | null {
  if (name.type === 'directory' && base.type === 'directory') return isWithin(name.name, base.name);
  if (name.type === 'ip' && base.type === 'ip') return isInNetwork(name.bytes, base.bytes);
  if (name.type === 'dns' && base.type === 'dns') return isDomainWithin(name.value, base.value);
  if (name.type === 'email' && base.type === 'email') return isMailboxWithin(name.value, base.value);
  if (name.type !== 'uri' || base.type !== 'uri') return null;
  const host = hostOf(name.value);
  return host === null ? null : isHostWithin(host, base.value);
}

function isDomainWithin(domain: string, base: string): boolean {
  const [inner, outer] = [domain.toLowerCase(), base.toLowerCase().replace(/^\./, '')];
  return outer === '' || inner.endsWith(`.${outer}`) || (inner === outer && !base.startsWith('.'));
}

/** The base is a mailbox, a host, or with a leading dot a domain whose hosts are meant. Null: it is no mailbox. */
function isMailboxWithin(mailbox: string, base: string): boolean | null {
  const at = mailbox.lastIndexOf('@');
  const [local, host] = [mailbox.slice(0, at), mailbox.slice(at + 1)];
  if (at < 0) return null;
  if (!base.includes('@')) return isHostWithin(host, base);
  const baseAt = base.lastIndexOf('@');
  return local === base.slice(0, baseAt) && host.toLowerCase() === base.slice(baseAt + 1).toLowerCase();
}

function isHostWithin(host: string, base: string): boolean {
  const [inner, outer] = [host.toLowerCase(), base.toLowerCase()];
  return outer === '' || (outer.startsWith('.') ? inner.endsWith(outer) : inner === outer);
}

/** Null for a URI without a host, or with an address: neither can be compared (RFC 5280, 4.2.1.10). */
function hostOf(uri: string): string | null {
  const match = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#:]+)/i.exec(uri);
  const host = match?.[1] ?? null;
  return host === null || isIP(host) !== 0 || host.startsWith('[') ? null : host;
}

function isInNetwork(address: Uint8Array, network: Uint8Array): boolean {
  const size = address.length;
  if (network.length !== 2 * size) return false;
  return address.every((byte, i) => (byte & network[size + i]!) === (network[i]! & network[size + i]!));
}

function describe(name: GeneralName): string {
  if (name.type === 'directory') return name.name.text;
  return name.type === 'ip' ? [...name.bytes].join('.') : name.value;
}
