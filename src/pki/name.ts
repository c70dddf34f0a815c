/** Distinguished names, as text (RFC 4514) and in a canonical form for comparison, and general names. */
import { DocconvError } from '../errors.js';
import { children, context, type Der, expectTag, Fields, inside, readDer, TAG } from './der/reader.js';
import { oidOf, sameBytes, stringOf, toHex } from './der/values.js';

interface NameAttribute {
  readonly oid: string;
  /** Null when the value is not a character string. */
  readonly value: string | null;
}

export interface Name {
  readonly der: Uint8Array;
  /** RFC 4514, last RDN first: 'CN=Ann,O=Acme,C=DE'. */
  readonly text: string;
  /** One string per RDN, for comparison (RFC 5280, 7.1). */
  readonly canonical: readonly string[];
  readonly attributes: readonly NameAttribute[];
  readonly commonName: string | null;
  readonly organization: string | null;
  readonly country: string | null;
  readonly email: string | null;
}

const EMAIL_OID = '1.2.840.113549.1.9.1';

const SHORT_NAMES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.42': 'givenName',
  '2.5.4.46': 'dnQualifier',
  '2.5.4.65': 'pseudonym',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  [EMAIL_OID]: 'emailAddress',
};

/** Names have fewer than 20 parts; decoding a crafted one of 100,000 takes a second. */
const MAX_PARTS = 200;

export function readName(node: Der): Name {
  const parts = children(expectTag(node, TAG.sequence));
  if (parts.length > MAX_PARTS) throw new DocconvError('CORRUPT_DOCUMENT.asn1-name-too-many-parts');
  const rdns = parts.map(rdn => readRdn(expectTag(rdn, TAG.set)));
  const attributes = rdns.flatMap(rdn => rdn.attributes);
  const last = (oid: string) => attributes.findLast(attribute => attribute.oid === oid)?.value ?? null;
  return {
    der: node.bytes,
    text: rdns
      .map(rdn => rdn.text)
      .reverse()
      .join(','),
    canonical: rdns.map(rdn => rdn.canonical),
    attributes,
    commonName: last('2.5.4.3'),
    organization: last('2.5.4.10'),
    country: last('2.5.4.6'),
    email: last(EMAIL_OID),
  };
}

/** All e-mail addresses in the name; empty: one that is no character string. */
export const mailboxesOf = ({ attributes }: Name): string[] =>
  attributes.filter(({ oid }) => oid === EMAIL_OID).map(({ value }) => value ?? '');

export function sameName(a: Name, b: Name): boolean {
  return isWithin(a, b) && a.canonical.length === b.canonical.length;
}

/** The order of the parts does not count. */
export function haveSameParts(a: Name, b: Name): boolean {
  const parts = ({ canonical }: Name) => canonical.toSorted().join('\n');
  return parts(a) === parts(b);
}

/** Equal for names that sameName() takes for equal. */
export const nameKey = ({ canonical }: Pick<Name, 'canonical'>): string => canonical.join('\n');

/** True when `name` lies in the subtree of `base` (RFC 5280, 4.2.1.10). */
export function isWithin(name: Name, base: Name): boolean {
  return base.canonical.every((rdn, i) => rdn === name.canonical[i]);
}

function readRdn(node: Der) {
  const nodes = children(node);
  if (nodes.length > MAX_PARTS) throw new DocconvError('CORRUPT_DOCUMENT.asn1-name-too-many-parts');
  const parts = nodes.map(readAttribute);
  return {
    text: parts.map(part => part.text).join('+'),
    canonical: parts
      .map(part => part.canonical)
      .sort()
      .join('+'),
    attributes: parts,
  };
}

function readAttribute(node: Der): NameAttribute & { text: string; canonical: string } {
  const fields = new Fields(node, TAG.sequence);
  const oid = oidOf(fields.any());
  const valueNode = fields.any();
  const value = stringOf(valueNode);
  const raw = `#${toHex(valueNode.bytes)}`;
  const text = value === null ? raw : escapeValue(value);
  return {
    oid,
    value,
    text: `${SHORT_NAMES[oid] ?? oid}=${text}`,
    canonical: `${oid}=${value === null ? raw : escapeValue(foldText(value))}`,
  };
}

/** For comparison: without case, compatibility forms and repeated white space (RFC 4518). */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}

/** RFC 4514, 2.4. */
function escapeValue(value: string): string {
  return value
    .replace(/[",+;<>\\]/g, '\\$&')
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ')
    .replaceAll('\0', '\\00');
}

/** RFC 5280, 4.2.1.6. */
export type GeneralName =
  | { readonly type: 'email' | 'dns' | 'uri'; readonly value: string }
  | { readonly type: 'directory'; readonly name: Name }
  /** 4 or 16 bytes; in name constraints 8 or 32 (address and mask). */
  | { readonly type: 'ip'; readonly bytes: Uint8Array }
  /** `id`: type-id of an otherName, otherwise the tag. `value`: hexadecimal. */
  | { readonly type: 'other'; readonly id: string; readonly value: string };

const TEXT_TYPES: Readonly<Record<number, 'email' | 'dns' | 'uri'>> = {
  [context(1)]: 'email',
  [context(2)]: 'dns',
  [context(6)]: 'uri',
};

export function readGeneralName(node: Der): GeneralName {
  const textType = TEXT_TYPES[node.tag];
  if (textType) return { type: textType, value: Buffer.from(node.content).toString('latin1') };
  if (node.tag === context(4)) return { type: 'directory', name: readName(readDer(node.content)) };
  if (node.tag === context(7)) return { type: 'ip', bytes: node.content };
  if (node.tag === context(0)) return { type: 'other', id: oidOf(inside(node)), value: toHex(node.content) };
  return { type: 'other', id: `[${node.tag & 0x1f}]`, value: toHex(node.content) };
}

export function sameGeneralName(a: GeneralName, b: GeneralName): boolean {
  if (a.type === 'directory') return b.type === 'directory' && sameName(a.name, b.name);
  if (a.type === 'ip') return b.type === 'ip' && sameBytes(a.bytes, b.bytes);
  if (a.type === 'other') return b.type === 'other' && a.id === b.id && a.value === b.value;
  return a.type === b.type && a.value === b.value;
}

/** GeneralNames under any tag. */
export function readGeneralNames(node: Der): GeneralName[] {
  return children(node).map(readGeneralName);
}

/** The first directoryName of GeneralNames under any tag. */
export function directoryName(node: Der): Name | null {
  return readGeneralNames(node).find(name => name.type === 'directory')?.name ?? null;
}
