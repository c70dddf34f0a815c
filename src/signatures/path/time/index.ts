/**
 * When each signature of a file is proven to have existed, and whether its certificate was to be believed then
 * (EN 319 102-1, 5.3 to 5.6).
 */
import type { Evidence, SignedEvidence, TimestampEvidence, TrustConclusion, TrustFault } from '../evidence.js';
import { Context, completeEvidence, type TrustSettings } from './context.js';
import { type Conclusion, judgeCertificate } from './judge.js';
import { earliest } from './proofs.js';

export type { TrustSettings } from './context.js';

/** One conclusion per signature, in the same order. Never rejects but by the abort signal of the network. */
export async function validateTrust(
  signatures: readonly SignedEvidence[],
  evidence: Evidence,
  settings: TrustSettings,
): Promise<TrustConclusion[]> {
  const context = new Context(completeEvidence(evidence, signatures), settings);
  const conclusions = new Map<SignedEvidence, TrustConclusion>();
  for (const timestamp of newestFirst(signatures)) {
    const conclusion = await concludeDocumentTimestamp(timestamp, context);
    conclusions.set(timestamp, conclusion);
    if (timestamp.intact && conclusion.faults.length === 0) context.proofs.add(timestamp.revision, timestamp.time);
  }
  for (const signature of signatures) {
    if (!conclusions.has(signature)) conclusions.set(signature, await concludeSignature(signature, context));
  }
  return signatures.map(signature => conclusions.get(signature)!);
}

type DocumentTimestamp = SignedEvidence & { readonly time: Date };

/** Each one is proven by those behind it, so the last is judged first. */
function newestFirst(signatures: readonly SignedEvidence[]): DocumentTimestamp[] {
  const timestamps = signatures.filter(
    (signature): signature is DocumentTimestamp => signature.use === 'timestamping' && signature.time !== null,
  );
  return timestamps.sort((a, b) => b.revision - a.revision);
}

async function concludeDocumentTimestamp(timestamp: DocumentTimestamp, context: Context): Promise<TrustConclusion> {
  const proven = context.proofs.of(timestamp.revision);
  const judged = { ...timestamp, proven, notBefore: null, used: timestamp.time };
  return { ...(await judgeCertificate(judged, context)), timestamps: [] };
}

async function concludeSignature(signature: SignedEvidence, context: Context): Promise<TrustConclusion> {
  const archived = context.proofs.of(signature.revision);
  const timestamps = await judgeTokens(signature.timestamps, archived, context);
  const stamped = provenTimes(signature.timestamps, timestamps);
  const proven = earliest([archived, ...stamped]);
  const before = await judgeTokens(signature.contentTimestamps, proven, context);
  const notBefore = latest(provenTimes(signature.contentTimestamps, before));
  const conclusion = await judgeCertificate({ ...signature, proven, notBefore, used: proven }, context);
  const disorder = orderFaults(stamped, archived < context.now ? archived : null, notBefore);
  return {
    ...conclusion,
    faults: [...conclusion.faults, ...disorder],
    timestamps: timestamps.map(one => ({ ...one, timestamps: [] })),
  };
}

/** A token has to be believed at its own time, so that is when the data about its certificate has to be fresh. */
async function judgeTokens(
  tokens: readonly TimestampEvidence[],
  proven: Date,
  context: Context,
): Promise<Conclusion[]> {
  const conclusions: Conclusion[] = [];
  for (const { token, certificate, algorithms } of tokens) {
    const judged = {
      use: 'timestamping',
      certificate,
      algorithms,
      proven,
      notBefore: null,
      used: token.info.time,
    } as const;
    conclusions.push(await judgeCertificate(judged, context));
  }
  return conclusions;
}

function provenTimes(tokens: readonly TimestampEvidence[], conclusions: readonly Conclusion[]): Date[] {
  const isProof = (token: TimestampEvidence, i: number) => token.intact && conclusions[i]?.faults.length === 0;
  return tokens.filter(isProof).map(({ token }) => token.info.time);
}

function latest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((found, time) => (found && found >= time ? found : time), null);
}

/** The clocks of two authorities may differ by this much. */
const TOLERANCE = 60_000;

/** What was made later must not say that it is earlier (EN 319 102-1, 5.5.4, step 4). */
function orderFaults(stamped: readonly Date[], archived: Date | null, notBefore: Date | null): TrustFault[] {
  const isAfter = (a: Date | null, b: Date | null) => a !== null && b !== null && a.getTime() > b.getTime() + TOLERANCE;
  const isWrong = stamped.some(time => isAfter(time, archived) || isAfter(notBefore, time));
  if (!isWrong) return [];
  const message = 'Its timestamps contradict each other.';
  return [{ code: 'timestamp-order', message, certificate: null, since: null }];
}
