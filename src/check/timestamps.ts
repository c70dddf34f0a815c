/** Signature timestamps: tokens over the signature value (EN 319 122-1, 5.3). */
import { type Certificate, parseTimestampToken, type SignerInfo, type TimestampToken } from '../pki/index.js';
import { contentOf, verifyCms } from './verify-message.js';

export interface VerifiedTimestamp {
  readonly token: TimestampToken;
  readonly certificate: Certificate | null;
  /** The imprint is that of this signature value, and the token is signed by its certificate. */
  readonly intact: boolean;
}

/** Tokens that cannot be read are left out: they prove nothing. */
export function readTimestamps(signer: SignerInfo, pool: readonly Certificate[]): VerifiedTimestamp[] {
  return signer.signatureTimestamps.flatMap(der => {
    const token = readToken(der);
    return token ? [verifyTimestamp(token, signer.signature, pool)] : [];
  });
}

function readToken(der: Uint8Array): TimestampToken | null {
  try {
    return parseTimestampToken(der);
  } catch {
    return null;
  }
}

function verifyTimestamp(token: TimestampToken, value: Uint8Array, pool: readonly Certificate[]): VerifiedTimestamp {
  const message = { binding: 'imprint', data: token.signedData, token } as const;
  const { certificate, digestMatches, signatureVerifies } = verifyCms(message, contentOf(value), pool);
  return { token, certificate, intact: digestMatches === true && signatureVerifies === true };
}
