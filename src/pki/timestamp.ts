/** Parses timestamp tokens (RFC 3161): CMS SignedData with a TSTInfo. */
import { DocconvError } from '../errors.js';
import { readAlgorithm } from './algorithm.js';
import type { Certificate } from './certificate.js';
import { parseSignedData, type SignedData } from './cms.js';
import { SIGNER_REFERENCES } from './cms-attributes.js';
import { context, type Der, Fields, readDer, TAG } from './der/reader.js';
import { integerHex, octets, oidOf, smallInteger, timeOf } from './der/values.js';
import { faultsOf, readExtensions } from './extensions.js';
import { type GeneralName, haveSameParts, readGeneralName, sameGeneralName } from './name.js';

export interface TimestampToken {
  readonly signedData: SignedData;
  readonly info: Readonly<ReturnType<typeof readTimestampInfo>>;
}

export const TST_INFO = '1.2.840.113549.1.9.16.1.4';

/** Parses a token, or the TimeStampResp around one. Throws CORRUPT_DOCUMENT. */
export function parseTimestampToken(bytes: Uint8Array): TimestampToken {
  const signedData = parseSignedData(withoutResponse(bytes));
  if (signedData.contentType !== TST_INFO || !signedData.content)
    throw new DocconvError('CORRUPT_DOCUMENT.asn1-not-timestamp-token');
  return { signedData, info: readTimestampInfo(readDer(signedData.content)) };
}

/**
 * Why the content of a token does not count: its version or an extension is not defined, it does not identify the certificate
 * of its signer, or it names another authority.
 */
export type TokenFault = 'version' | 'extension' | 'certificate' | 'authority';

/** RFC 3161, 2.4.2; RFC 5816, 2.2.1. `certificate`: of the signer. */
export function tokenFault({ info, signedData }: TimestampToken, certificate: Certificate | null): TokenFault | null {
  if (info.version !== 1) return 'version';
  if (info.unknownCritical.length > 0 || info.repeated.size > 0) return 'extension';
  if (!SIGNER_REFERENCES.some(oid => count(signedData, oid) > 0)) return 'certificate';
  return certificate && info.tsa && !isNamed(certificate, info.tsa) ? 'authority' : null;
}

/** Some authorities state the parts of their name in reverse order. */
function isNamed({ subject, extensions }: Certificate, name: GeneralName): boolean {
  const isSubject = name.type === 'directory' && haveSameParts(name.name, subject);
  return isSubject || extensions.subjectAltNames.some(other => sameGeneralName(other, name));
}

/**
 * One signer, and signed attributes with the content type and the digest once each, and none of one value twice, such as the
 * signing-certificate attribute (RFC 3161, 2.4.2; RFC 5652, 5.3 and 11; RFC 5035, 5.4), and content that counts. Any other
 * token proves nothing: programs may read it differently.
 */
export function isWellFormedToken(token: TimestampToken, certificate: Certificate | null): boolean {
  const { signers, contentType } = token.signedData;
  const [signer, ...others] = signers;
  const attributes = signer?.signedAttributes;
  if (!attributes || others.length > 0) return false;
  return (
    attributes.contentType === contentType &&
    attributes.messageDigest !== null &&
    !attributes.repeatsValue &&
    SIGNER_REFERENCES.every(oid => count(token.signedData, oid) < 2) &&
    tokenFault(token, certificate) === null
  );
}

/** The number of values of this signed attribute. */
function count({ signers: [signer] }: SignedData, oid: string): number {
  const attributes = signer?.signedAttributes?.all.filter(attribute => attribute.oid === oid) ?? [];
  return attributes.flatMap(({ values }) => values).length;
}

function withoutResponse(bytes: Uint8Array): Uint8Array {
  const fields = new Fields(readDer(bytes));
  if (fields.any().tag !== TAG.sequence) return bytes;
  return fields.take(TAG.sequence).bytes;
}

/** TSTInfo. `accuracy`: milliseconds, rounded up; null when not stated. */
function readTimestampInfo(node: Der) {
  const fields = new Fields(node);
  const version = smallInteger(fields.any());
  const policy = oidOf(fields.any());
  const stamped = new Fields(fields.take(TAG.sequence));
  const algorithm = readAlgorithm(stamped.any());
  const digest = octets(stamped.any());
  const serialNumber = integerHex(fields.any());
  const time = timeOf(fields.take(TAG.generalizedTime));
  const accuracy = fields.optional(TAG.sequence, readAccuracy);
  fields.maybe(TAG.boolean);
  const nonce = fields.optional(TAG.integer, integerHex);
  const tsa = fields.explicit(0, readGeneralName);
  const extensions = fields.optional(context(1), readExtensions) ?? [];
  const imprint = { algorithm, digest };
  return { version, policy, imprint, serialNumber, time, accuracy, nonce, tsa, ...faultsOf(extensions) };
}

function readAccuracy(node: Der): number {
  const fields = new Fields(node);
  const part = (tag: number) => fields.optional(tag, node => smallInteger(node, tag)) ?? 0;
  return part(TAG.integer) * 1000 + part(context(0)) + Math.ceil(part(context(1)) / 1000);
}
