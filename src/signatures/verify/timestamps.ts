/** Verifies the timestamps in a message: of the signature value and of the content (EN 319 122-1, 5.2.8 and 5.3). */
import {
  ATTRIBUTE,
  type Certificate,
  isWellFormedToken,
  parseTimestampToken,
  type SignerInfo,
  type TimestampToken,
} from '../../pki/index.js';
import { type Content, contentOf, verifyCms } from './cms.js';

export interface VerifiedTimestamp {
  readonly token: TimestampToken;
  readonly certificate: Certificate | null;
  /** The token is well-formed, its imprint matches the stamped data, and it is signed with the key of its certificate. */
  readonly intact: boolean;
}

/** Prove that the signature existed at their time. */
export function signatureTimestamps(signer: SignerInfo, pool: readonly Certificate[]): VerifiedTimestamp[] {
  return verifyAll(signer.signatureTimestamps, contentOf(signer.signature), pool);
}

/** A signed attribute: they prove that the signature was made later. */
export function contentTimestamps(
  signer: SignerInfo,
  content: Content,
  pool: readonly Certificate[],
): VerifiedTimestamp[] {
  const attributes = signer.signedAttributes?.all.filter(({ oid }) => oid === ATTRIBUTE.contentTimestamp) ?? [];
  const tokens = attributes.flatMap(({ values }) => values.map(value => value.bytes));
  return verifyAll(tokens, content, pool);
}

/** A signature has one or two. */
const MAX_TOKENS = 50;

/** Tokens that cannot be decoded, and those after the first 50, are ignored: they prove nothing. */
function verifyAll(tokens: readonly Uint8Array[], content: Content, pool: readonly Certificate[]): VerifiedTimestamp[] {
  return tokens.slice(0, MAX_TOKENS).flatMap(der => {
    const token = readToken(der);
    return token ? [verifyTimestamp(token, content, pool)] : [];
  });
}

/** Null for what cannot be decoded. */
export function readToken(der: Uint8Array): TimestampToken | null {
  try {
    return parseTimestampToken(der);
  } catch {
    return null;
  }
}

/** `pool`: certificates for a token without its own. */
export function verifyTimestamp(
  token: TimestampToken,
  content: Content,
  pool: readonly Certificate[],
): VerifiedTimestamp {
  const message = { binding: 'imprint', data: token.signedData, token } as const;
  const { certificate, digestMatches, signatureVerifies } = verifyCms(message, content, pool);
  return {
    token,
    certificate,
    intact: isWellFormedToken(token, certificate) && digestMatches === true && signatureVerifies === true,
  };
}
