/** Verifies the answer of a time-stamping authority before it is embedded (RFC 3161, 2.2). */
import { purposeFaults } from './path/chain/key-usage.js';
import { contentOf } from './verify/cms.js';
import { readToken, verifyTimestamp } from './verify/timestamps.js';

export type TimestampFault =
  | 'unreadable'
  | 'nonce'
  | 'policy'
  | 'imprint'
  | 'certificate'
  | 'signature'
  | 'purpose'
  | 'time';

export interface ExpectedTimestamp {
  /** What it has to stamp. */
  content: Uint8Array;
  /** Hexadecimal, without a leading zero byte. */
  nonce: string;
  policy?: string | undefined;
  now: Date;
}

/** By how much the clocks of this machine and of the authority may differ. */
const TOLERANCE_MS = 10 * 60_000;

/** Null: the token may be embedded. */
export function timestampFault(
  der: Uint8Array,
  { nonce, policy, now, ...stamped }: ExpectedTimestamp,
): TimestampFault | null {
  const content = contentOf(stamped.content);
  const token = readToken(der);
  if (!token) return 'unreadable';
  const { info } = token;
  if (info.nonce?.toLowerCase() !== nonce.toLowerCase()) return 'nonce';
  if (policy !== undefined && info.policy !== policy) return 'policy';
  const imprint = content.digest(info.imprint.algorithm);
  if (!imprint || !Buffer.from(imprint).equals(info.imprint.digest)) return 'imprint';
  const { certificate, intact } = verifyTimestamp(token, content, []);
  if (!certificate) return 'certificate';
  if (!intact) return 'signature';
  if (purposeFaults(certificate, 'timestamping').length > 0) return 'purpose';
  const isTimely = Math.abs(info.time.getTime() - now.getTime()) <= TOLERANCE_MS;
  return isTimely && info.time >= certificate.notBefore && info.time <= certificate.notAfter ? null : 'time';
}
