/** Statements of qualified certificates (RFC 3739, 3.2.6; ETSI EN 319 412-5). */
import { DocconvError } from '../errors.js';
import { attempt, children, type Der, expectTag, Fields, readDer, TAG } from './der/reader.js';
import { integerHex, oidOf, smallInteger, stringOf } from './der/values.js';

export interface QcStatements {
  /** QcCompliance: the certificate claims to be qualified. */
  readonly compliance: boolean;
  /** QcSSCD: the private key resides in a qualified device. */
  readonly sscd: boolean;
  /** QcType: object identifiers, see QC_TYPE. Certificates before 2016 state none. */
  readonly types: readonly string[];
  /** QcCClegislation: the countries under whose law it is qualified, in upper case. Empty: the European Union. */
  readonly legislation: readonly string[];
  /** QcRetentionPeriod: years after the end of validity. */
  readonly retentionYears: number | null;
  /** QcLimitValue: `amount` * 10^`exponent` in `currency`, an alphabetic or numeric code of ISO 4217. */
  readonly limit: { readonly currency: string; readonly amount: number; readonly exponent: number } | null;
  /** QcPDS: where the disclosure statements are, with the language of each (ISO 639-1). */
  readonly disclosures: readonly { readonly url: string; readonly language: string }[];
  /** Identifiers of all other statements, and of the last three when they cannot be read. */
  readonly other: readonly string[];
}

/** Values of QcType: what the certificate is for. */
export const QC_TYPE = { eSig: '0.4.0.1862.1.6.1', eSeal: '0.4.0.1862.1.6.2', web: '0.4.0.1862.1.6.3' } as const;

const ID = {
  compliance: '0.4.0.1862.1.1',
  limit: '0.4.0.1862.1.2',
  retention: '0.4.0.1862.1.3',
  sscd: '0.4.0.1862.1.4',
  disclosures: '0.4.0.1862.1.5',
  types: '0.4.0.1862.1.6',
  legislation: '0.4.0.1862.1.7',
} as const;

interface Statement {
  readonly id: string;
  readonly info: Der | null;
}

/**
 * Throws CORRUPT_DOCUMENT when the list, or a statement that decides about the qualified status, is not as the standard
 * says: a seal whose QcType cannot be read would pass for a signature, which is what a certificate without QcType is for.
 */
export function readQcStatements(value: Uint8Array): QcStatements {
  const statements = children(definite(readDer(value))).map(readStatement);
  const decisive = <T>(id: string, read: (info: Der) => readonly T[]) => readOnce(statements, id, read);
  const informative = <T>(id: string, read: (info: Der) => T) => {
    const info = statements.find(statement => statement.id === id)?.info;
    return info ? attempt(() => read(info)) : null;
  };
  const has = (id: string) => statements.some(statement => statement.id === id);
  const limit = informative(ID.limit, readLimit);
  const retentionYears = informative(ID.retention, smallInteger);
  const disclosures = informative(ID.disclosures, readDisclosures);
  const understood: Record<string, boolean> = {
    [ID.compliance]: true,
    [ID.sscd]: true,
    [ID.types]: true,
    [ID.legislation]: true,
    [ID.limit]: limit !== null,
    [ID.retention]: retentionYears !== null,
    [ID.disclosures]: disclosures !== null,
  };
  return {
    compliance: has(ID.compliance),
    sscd: has(ID.sscd),
    types: decisive(ID.types, readTypes),
    legislation: decisive(ID.legislation, info => children(expectTag(info, TAG.sequence)).map(readCountry)),
    retentionYears,
    limit,
    disclosures: disclosures ?? [],
    other: statements.map(({ id }) => id).filter(id => !understood[id]),
  };
}

function readStatement(node: Der): Statement {
  const fields = new Fields(definite(node));
  const id = oidOf(fields.any());
  const info = fields.peek() ? definite(fields.any()) : null;
  if (fields.peek()) throw new DocconvError('CORRUPT_DOCUMENT.asn1-statement-too-many-fields');
  return { id, info };
}

/** The list inside a statement; empty when there is no such statement. */
function readOnce<T>(statements: readonly Statement[], id: string, read: (info: Der) => readonly T[]): readonly T[] {
  const [first, ...rest] = statements.filter(statement => statement.id === id);
  if (!first) return [];
  if (rest.length > 0 || !first.info) throw new DocconvError('CORRUPT_DOCUMENT.asn1-statement-ambiguous');
  const values = read(first.info);
  if (values.length === 0) throw new DocconvError('CORRUPT_DOCUMENT.asn1-statement-empty');
  return values;
}

/** Certificates of a Polish provider omit the list around a single type; what it means is clear. */
function readTypes(info: Der): string[] {
  return info.tag === TAG.oid ? [oidOf(info)] : children(expectTag(info, TAG.sequence)).map(node => oidOf(node));
}

function readCountry(node: Der): string {
  const country = node.tag === TAG.printableString ? stringOf(node) : null;
  if (!country || !/^[A-Za-z]{2}$/.test(country)) throw new DocconvError('CORRUPT_DOCUMENT.asn1-country');
  return country.toUpperCase();
}

function readLimit(info: Der): QcStatements['limit'] {
  const fields = new Fields(info);
  const currency = fields.any();
  const code = currency.tag === TAG.integer ? String(smallInteger(currency)) : stringOf(currency);
  const [amount, exponent] = [fields.any(), fields.any()].map(node => Number.parseInt(integerHex(node), 16));
  if (code === null) throw new DocconvError('CORRUPT_DOCUMENT.asn1-currency');
  return { currency: code, amount: amount!, exponent: exponent! };
}

function readDisclosures(info: Der): QcStatements['disclosures'] {
  return children(info).map(node => {
    const [url, language] = children(node).map(stringOf);
    if (!url || !language) throw new DocconvError('CORRUPT_DOCUMENT.asn1-disclosure');
    return { url, language };
  });
}

/** DER has no indefinite lengths. */
function definite(node: Der): Der {
  if (node.indefinite) throw new DocconvError('CORRUPT_DOCUMENT.asn1-not-der');
  return node;
}
