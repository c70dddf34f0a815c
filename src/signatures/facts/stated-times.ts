/** The times that a signature states or that are proven of it, and whether they contradict each other. */
import { parsePdfDate } from '../../pdf/index.js';
import type { Identity } from '../path/identity.js';
import type { StatedTime } from '../result.js';
import type { Signature } from '../verify/signatures.js';

export interface TimeFacts {
  readonly stated: readonly StatedTime[];
  /** One of them cannot be true if another is, or if it was validated at this time. */
  readonly contradict: boolean;
  readonly validation: Date;
}

export function observeTimes(signature: Signature, identity: Identity, validation: Date): TimeFacts {
  const claims = signature.kind === 'timestamp' ? [] : claimsOf(signature);
  const confirmed = confirmedTimes(signature, identity, validation);
  const stated = [...claims.map(({ source, time }) => ({ source, time, proven: false })), ...confirmed];
  const bounds = [
    validation.getTime(),
    ...confirmed.filter(({ proven }) => proven).map(({ time }) => Date.parse(time)),
  ];
  return {
    stated,
    contradict: differ(claims) || claims.some(claim => isAfter(claim, Math.min(...bounds))),
    validation,
  };
}

interface Claim {
  readonly source: 'dictionary' | 'signing-time';
  readonly time: string;
  /** Milliseconds by which it may deviate. */
  readonly tolerance: number;
}

const MINUTE = 60_000;
/** Of the clocks of programs and timestamp authorities; and of local time without a time zone. */
const [CLOCKS, TIME_ZONES] = [10 * MINUTE, 14 * 60 * MINUTE];

/** /M, where a time zone may be missing (ISO 32000-2, 7.9.4), and the signing-time attribute (RFC 5652, 11.3). */
function claimsOf({ site, signerInfo }: Signature): Claim[] {
  const text = site.revision.getText(site.dictionary, 'M') ?? '';
  const entry = parsePdfDate(text);
  const attribute = signerInfo?.signedAttributes?.signingTime?.toISOString() ?? null;
  const tolerance = /[Z+-]/.test(text) ? CLOCKS : TIME_ZONES;
  return [
    ...(entry ? [{ source: 'dictionary' as const, time: entry, tolerance }] : []),
    ...(attribute ? [{ source: 'signing-time' as const, time: attribute, tolerance: CLOCKS }] : []),
  ];
}

/** The signature existed at these times: those of its timestamps, and of a later document timestamp. */
function confirmedTimes({ kind, token }: Signature, identity: Identity, validation: Date): StatedTime[] {
  const { timestamps, trusted } = identity.result;
  if (kind === 'timestamp') {
    return token ? [{ source: 'timestamp', time: token.info.time.toISOString(), proven: trusted }] : [];
  }
  const own = timestamps
    .filter(({ intact }) => intact)
    .map(({ time, trusted: proven }) => ({ source: 'timestamp' as const, time, proven }));
  const proven = identity.conclusion.proven.toISOString();
  const isLater = identity.conclusion.proven < validation && !own.some(({ time }) => time === proven);
  return isLater ? [...own, { source: 'document-timestamp', time: proven, proven: true }] : own;
}

const differ = ([first, second]: readonly Claim[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  Math.abs(Date.parse(first.time) - Date.parse(second.time)) > Math.max(first.tolerance, second.tolerance);

const isAfter = ({ time, tolerance }: Claim, bound: number): boolean => Date.parse(time) > bound + tolerance;
