/**
 * Validates the certificates of all signatures of a file, at the times at which the signatures are proven to have existed
 * (EN 319 102-1, 5.3 to 5.6).
 */
import { message } from '../../messages/index.js';
import { isFuture } from '../../system/day.js';
import { validateCertificate } from './time/validate-certificate.js';
import { earliest, type TrustSettings, ValidationContext } from './time/validation-context.js';
import type {
  CertificateConclusion,
  SignatureInput,
  TimestampConclusion,
  TimestampInput,
  TrustConclusion,
  TrustFault,
  ValidationSources,
} from './types.js';

export type { TrustSettings } from './time/validation-context.js';

/** One conclusion per signature, in the same order. Rejects only when the abort signal of the fetcher fires. */
export async function validateTrust(
  signatures: readonly SignatureInput[],
  available: ValidationSources,
  settings: TrustSettings,
): Promise<TrustConclusion[]> {
  const context = new ValidationContext(available, settings);
  const conclusions = new Map<SignatureInput, TrustConclusion>();
  for (const timestamp of newestFirst(signatures)) {
    const conclusion = await validateDocumentTimestamp(timestamp, context);
    conclusions.set(timestamp, conclusion);
    if (timestamp.intact && conclusion.faults.length === 0) context.proofs.add(timestamp.revision, timestamp.time);
  }
  for (const signature of signatures) {
    if (!conclusions.has(signature)) conclusions.set(signature, await validateSignature(signature, context));
  }
  return signatures.map(signature => conclusions.get(signature)!);
}

type DocumentTimestamp = SignatureInput & { readonly time: Date };

/** Later timestamps are proofs of existence for earlier ones, so the last is validated first. */
function newestFirst(signatures: readonly SignatureInput[]): DocumentTimestamp[] {
  const timestamps = signatures.filter(
    (signature): signature is DocumentTimestamp => signature.use === 'timestamping' && signature.time !== null,
  );
  return timestamps.sort((a, b) => b.revision - a.revision);
}

async function validateDocumentTimestamp(
  timestamp: DocumentTimestamp,
  context: ValidationContext,
): Promise<TrustConclusion> {
  const proven = context.proofs.earliestFor(timestamp.revision);
  const input = { ...timestamp, proven, notBefore: null, freshAt: timestamp.time };
  return { ...atTime(timestamp.time, await validateCertificate(input, context), context), proven, timestamps: [] };
}

async function validateSignature(signature: SignatureInput, context: ValidationContext): Promise<TrustConclusion> {
  const archived = context.proofs.earliestFor(signature.revision);
  const timestamps = await validateTokens(signature.timestamps, archived, context);
  const stamped = provenTimes(signature.timestamps, timestamps);
  const proven = earliest([archived, ...stamped]);
  const contentTimestamps = await validateTokens(signature.contentTimestamps, proven, context);
  const notBefore = latest(provenTimes(signature.contentTimestamps, contentTimestamps));
  const conclusion = await validateCertificate({ ...signature, proven, notBefore, freshAt: proven }, context);
  const order = orderFaults(stamped, archived < context.now ? archived : null, notBefore);
  return { ...conclusion, faults: [...conclusion.faults, ...order], proven, timestamps };
}

/** A token is validated at its own time, so the revocation data of its certificate has to be fresh at that time. */
async function validateTokens(
  tokens: readonly TimestampInput[],
  proven: Date,
  context: ValidationContext,
): Promise<TimestampConclusion[]> {
  const conclusions: TimestampConclusion[] = [];
  for (const { token, certificate, algorithms, intact } of tokens) {
    const freshAt = token.info.time;
    const input = { use: 'timestamping', certificate, algorithms, proven, notBefore: null, freshAt } as const;
    const conclusion = atTime(freshAt, await validateCertificate(input, context), context);
    conclusions.push({ ...conclusion, proven, isProof: intact && conclusion.faults.length === 0 });
  }
  return conclusions;
}

/** A timestamp with a time after the time of validation proves nothing. */
function atTime(time: Date, conclusion: CertificateConclusion, { now }: ValidationContext): CertificateConclusion {
  if (!isFuture(time, now)) return conclusion;
  const fault: TrustFault = {
    code: 'not-yet-valid',
    message: message('fault.not-yet-valid.timestamp'),
    certificate: null,
  };
  return { ...conclusion, trusted: false, faults: [...conclusion.faults, fault] };
}

function provenTimes(tokens: readonly TimestampInput[], conclusions: readonly TimestampConclusion[]): Date[] {
  return tokens.filter((_, i) => conclusions[i]!.isProof).map(({ token }) => token.info.time);
}

function latest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((last, time) => (last && last >= time ? last : time), null);
}

/** Milliseconds by which the clocks of two time-stamping authorities may differ. */
const TOLERANCE = 60_000;

/** A later timestamp must not have an earlier time (EN 319 102-1, 5.5.4, step 4). */
function orderFaults(stamped: readonly Date[], archived: Date | null, notBefore: Date | null): TrustFault[] {
  const isAfter = (a: Date | null, b: Date | null) => a !== null && b !== null && a.getTime() > b.getTime() + TOLERANCE;
  const isWrong = stamped.some(time => isAfter(time, archived) || isAfter(notBefore, time));
  if (!isWrong) return [];
  return [{ code: 'timestamp-order', message: message('fault.timestamp-order'), certificate: null }];
}
