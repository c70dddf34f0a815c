/** Issues X.509 certificates from the rows of a table. */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { readDer } from '../../../src/pki/der/reader.js';
import { type Certificate, parseCertificate } from '../../../src/pki/index.js';
import { readPublicKey } from '../../../src/pki/public-key.js';
import {
  bitString,
  bits,
  boolean,
  ia5,
  implicit,
  integer,
  octetString,
  oid,
  printable,
  sequence,
  setOf,
  tagged,
  time,
  utf8,
} from './der.js';
import { type KeyType, type Scheme, signWith } from './keys.js';
import { QC_STATEMENTS, type QcRow, qcStatements } from './qc.js';

/** One certificate. All members have defaults: a row `{}` is a self-signed root. */
export interface Row {
  /** 'C=DE,O=Acme,CN=Ann' in encoding order; default: CN = the row's name, O=Test. */
  readonly subject?: string;
  /** The row of the issuer; default: itself. */
  readonly issuer?: string;
  /** Default 'P-256'. */
  readonly key?: KeyType;
  /** Shares the key of another row: cross-certificates, renewed certificates. */
  readonly keyOf?: string;
  /** Signed with the key of this row instead of the issuer's: a forgery. */
  readonly signedBy?: string;
  /** Default: from one year before `now` to one year after; 'ca' rows: ten years each way. */
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** Default: true for rows without issuer. */
  readonly ca?: boolean;
  readonly pathLength?: number;
  /** Default: keyCertSign and cRLSign for a CA, digitalSignature and nonRepudiation otherwise; [] omits it. */
  readonly keyUsage?: readonly (keyof typeof USAGES)[];
  /** Object identifiers or names of PURPOSES. */
  readonly eku?: readonly string[];
  readonly ekuCritical?: boolean;
  /** 'dns:a.example', 'email:a@b.example', 'uri:http://…', 'ip:10.0.0.1', 'dir:CN=…'. */
  readonly san?: readonly string[];
  readonly permitted?: readonly string[];
  readonly excluded?: readonly string[];
  readonly policies?: readonly string[];
  readonly requireExplicitPolicy?: number;
  readonly ocspUrl?: string;
  readonly caIssuersUrl?: string;
  readonly crlUrl?: string;
  /** Instead of `crlUrl`: a common name relative to the CRL issuer. */
  readonly crlRelativeName?: string;
  /** cRLIssuer of the distribution point, for indirect CRLs. */
  readonly crlIssuer?: string;
  readonly ocspNoCheck?: boolean;
  /** Statements of a qualified certificate; `{}`: for signatures, with a device. */
  readonly qc?: QcRow;
  readonly serial?: number;
  /** Omits subjectKeyIdentifier and authorityKeyIdentifier. */
  readonly withoutKeyIds?: boolean;
  readonly version?: 1 | 3;
  readonly extensions?: readonly ExtensionRow[];
  readonly scheme?: Scheme;
}

export interface ExtensionRow {
  readonly oid: string;
  readonly critical?: boolean;
  readonly value: Uint8Array;
}

export interface Identity {
  readonly name: string;
  readonly key: KeyObject;
  readonly der: Uint8Array;
  readonly pem: string;
  readonly certificate: Certificate;
}

const USAGES = {
  digitalSignature: 0,
  nonRepudiation: 1,
  keyEncipherment: 2,
  dataEncipherment: 3,
  keyAgreement: 4,
  keyCertSign: 5,
  cRLSign: 6,
} as const;

const PURPOSES: Record<string, string> = {
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  codeSigning: '1.3.6.1.5.5.7.3.3',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  any: '2.5.29.37.0',
};

const YEAR = 365.25 * 86_400_000;

export interface IssueInput {
  readonly name: string;
  readonly row: Row;
  readonly key: KeyObject;
  readonly issuerName: Uint8Array;
  readonly issuerKey: KeyObject;
  readonly signingKey: KeyObject;
  readonly serial: number;
  readonly now: Date;
}

const issued = new Map<string, Identity>();

/** The same certificate for the same input: tables of many cases differ in few rows. */
export function issueOnce(input: IssueInput): Identity {
  const { key, issuerKey, signingKey, issuerName, ...rest } = input;
  const keys = [key, issuerKey, signingKey].map(numberOf);
  const id = JSON.stringify({ ...rest, keys, issuerName: Buffer.from(issuerName).toString('hex') });
  const identity = issued.get(id) ?? issue(input);
  issued.set(id, identity);
  return identity;
}

const numbers = new Map<KeyObject, number>();

function numberOf(key: KeyObject): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}

function issue(input: IssueInput): Identity {
  const { name, row, now } = input;
  const years = row.issuer ? (isCa(row) ? 10 : 1) : 10;
  const at = (offset: number) => new Date(now.getTime() + offset * YEAR);
  const scheme = row.scheme ?? {};
  const { algorithm } = signWith(input.signingKey, new Uint8Array(), scheme);
  const tbs = sequence(
    ...(row.version === 1 ? [] : [tagged(0, integer(2))]),
    integer(row.serial ?? input.serial),
    algorithm,
    input.issuerName,
    sequence(time(row.notBefore ?? at(-years)), time(row.notAfter ?? at(years))),
    subjectName(name, row),
    spki(input.key),
    ...(row.version === 1 ? [] : [tagged(3, sequence(...extensions(input)))]),
  );
  const der = sequence(tbs, algorithm, bitString(signWith(input.signingKey, tbs, scheme).value));
  const base64 = Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n');
  const pem = `-----BEGIN CERTIFICATE-----\n${base64}-----END CERTIFICATE-----\n`;
  return { name, key: input.key, der, pem, certificate: parseCertificate(der) };
}

function isCa(row: Row): boolean {
  return row.ca ?? row.issuer === undefined;
}

export function subjectName(name: string, row: Row): Uint8Array {
  return distinguishedName(row.subject ?? `CN=${name},O=Test`);
}

const NAME_OIDS: Record<string, string> = {
  CN: '2.5.4.3',
  C: '2.5.4.6',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  E: '1.2.840.113549.1.9.1',
};

/** RDNs in encoding order, e.g. 'C=DE,O=Acme,CN=Ann'; RFC 4514 prints them in reverse. */
export function distinguishedName(text: string): Uint8Array {
  const parts = text === '' ? [] : text.split(',').map(part => part.split('=', 2) as [string, string]);
  return sequence(
    ...parts.map(([type, value]) => {
      const string = type === 'C' ? printable(value) : type === 'E' ? ia5(value) : utf8(value);
      return setOf([sequence(oid(NAME_OIDS[type]!), string)]);
    }),
  );
}

const spkis = new WeakMap<KeyObject, Uint8Array>(); // a test makes many certificates with few keys

function spki(key: KeyObject): Uint8Array {
  const known = spkis.get(key) ?? createPublicKey(key).export({ format: 'der', type: 'spki' });
  spkis.set(key, known);
  return known;
}

/** Method 1 of RFC 5280, 4.2.1.2: SHA-1 of the key's BIT STRING. */
function keyId(key: KeyObject): Uint8Array {
  return createHash('sha1').update(keyBits(key)).digest();
}

/** The content of the key's BIT STRING, the input of the key hash in OCSP. */
export function keyBits(key: KeyObject): Uint8Array {
  return readPublicKey(readDer(spki(key))).keyBytes;
}

function extension(id: string, value: Uint8Array, critical = false): Uint8Array {
  return sequence(oid(id), ...(critical ? [boolean(true)] : []), octetString(value));
}

export const extensionOf = ({ oid: id, value, critical }: ExtensionRow): Uint8Array => extension(id, value, critical);

function extensions({ row, key, issuerKey }: IssueInput): Uint8Array[] {
  const ca = isCa(row);
  const usage = row.keyUsage ?? (ca ? ['keyCertSign', 'cRLSign'] : ['digitalSignature', 'nonRepudiation']);
  const purposes = row.eku?.map(name => oid(PURPOSES[name] ?? name));
  const access = [...location('48.1', row.ocspUrl), ...location('48.2', row.caIssuersUrl)];
  const pathLength = row.pathLength === undefined ? [] : [integer(row.pathLength)];
  return [
    ...(row.ca === undefined && !ca
      ? []
      : [extension('2.5.29.19', sequence(...(ca ? [boolean(true)] : []), ...pathLength), true)]),
    ...(usage.length ? [extension('2.5.29.15', bits(usage.map(name => USAGES[name])), true)] : []),
    ...(purposes ? [extension('2.5.29.37', sequence(...purposes), row.ekuCritical ?? false)] : []),
    ...(row.san ? [extension('2.5.29.17', sequence(...row.san.map(generalName)))] : []),
    ...nameConstraints(row),
    ...(row.policies ? [extension('2.5.29.32', sequence(...row.policies.map(id => sequence(oid(id)))))] : []),
    ...(row.requireExplicitPolicy === undefined
      ? []
      : [extension('2.5.29.36', sequence(implicit(0, Buffer.from([row.requireExplicitPolicy]))), true)]),
    ...(access.length ? [extension('1.3.6.1.5.5.7.1.1', sequence(...access))] : []),
    ...distributionPoint(row),
    ...(row.ocspNoCheck ? [extension('1.3.6.1.5.5.7.48.1.5', Buffer.from([5, 0]))] : []),
    ...(row.qc ? [extension(QC_STATEMENTS, qcStatements(row.qc))] : []),
    ...(row.withoutKeyIds ? [] : keyIds(key, issuerKey)),
    ...(row.extensions ?? []).map(extensionOf),
  ];
}

function keyIds(key: KeyObject, issuerKey: KeyObject): Uint8Array[] {
  return [
    extension('2.5.29.14', octetString(keyId(key))),
    extension('2.5.29.35', sequence(implicit(0, keyId(issuerKey)))),
  ];
}

function location(method: string, url: string | undefined): Uint8Array[] {
  return url ? [sequence(oid(`1.3.6.1.5.5.7.${method}`), generalName(`uri:${url}`))] : [];
}

function nameConstraints({ permitted, excluded }: Row): Uint8Array[] {
  const subtrees = (n: number, names: readonly string[] | undefined) =>
    names ? [tagged(n, ...names.map(name => sequence(generalName(name))))] : [];
  const value = [...subtrees(0, permitted), ...subtrees(1, excluded)];
  return value.length ? [extension('2.5.29.30', sequence(...value), true)] : [];
}

function distributionPoint({ crlUrl, crlRelativeName, crlIssuer }: Row): Uint8Array[] {
  if (!crlUrl && !crlRelativeName && !crlIssuer) return [];
  const point = distributionPointName(crlUrl, crlRelativeName);
  const issuer = crlIssuer ? [tagged(2, generalName(`dir:${crlIssuer}`))] : [];
  return [extension('2.5.29.31', sequence(sequence(...point, ...issuer)))];
}

/** The field distributionPoint: a URL as full name, or a common name relative to the CRL issuer. */
export function distributionPointName(url: string | undefined, relativeName: string | undefined): Uint8Array[] {
  if (relativeName) return [tagged(0, tagged(1, sequence(oid('2.5.4.3'), utf8(relativeName))))];
  return url ? [tagged(0, tagged(0, generalName(`uri:${url}`)))] : [];
}

const GENERAL_NAMES: Record<string, (value: string) => Uint8Array> = {
  email: value => implicit(1, Buffer.from(value)),
  dns: value => implicit(2, Buffer.from(value)),
  uri: value => implicit(6, Buffer.from(value)),
  dir: value => tagged(4, distinguishedName(value)),
  ip: value => implicit(7, Buffer.from(value.split(/[./]/).map(Number))),
};

export function generalName(text: string): Uint8Array {
  const colon = text.indexOf(':');
  return GENERAL_NAMES[text.slice(0, colon)]!(text.slice(colon + 1));
}
