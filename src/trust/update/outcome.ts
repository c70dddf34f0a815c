/** What an update does with the list of one territory: pure comparison of what was fetched with what is loaded. */
import { DocconvError } from '../../errors.js';
import { isFuture } from '../../system/day.js';
import type { ListPointer, TrustedList } from '../lists/model.js';
import { refusal } from '../lists/refusal.js';
import type { VerifiedList } from '../lists/verify-list.js';
import type { ListState } from '../store/state.js';
import { sha256Of } from './sources.js';

/**
 * 'new': another list than before; 'unchanged': the same; 'kept': the former one stays, for the reason given; 'refused': there
 * is none, for the reason given; 'removed': the list of lists does not name it any more.
 */
export type OutcomeKind = 'new' | 'unchanged' | 'kept' | 'refused' | 'removed';

export interface Outcome {
  readonly territory: string;
  readonly outcome: OutcomeKind;
  /** A ListRefusal or ErrorCode, and one sentence; null: nothing is wrong. */
  readonly reason: string | null;
  readonly message: string | null;
}

/** What was fetched for a territory. */
export interface Candidate {
  readonly pointer: Pick<ListPointer, 'territory' | 'url' | 'certificates'>;
  readonly result: AcceptedList | 'as known' | DocconvError;
}

export interface AcceptedList {
  readonly state: ListState;
  readonly list: TrustedList;
  /** Compressed. */
  readonly packed: Buffer;
}

interface Decision extends Outcome {
  /** The list that counts from now on: that which was fetched, the former one, or none. */
  readonly use: 'fetched' | 'former' | 'none';
}

export function decide({ pointer, result }: Candidate, former: ListState | null, acceptShrink: boolean): Decision {
  const { territory } = pointer;
  const refused = (error: DocconvError): Decision => {
    const { message, detail, code } = error;
    const reason = typeof detail.reason === 'string' ? detail.reason : code;
    const use = former ? 'former' : 'none';
    return { territory, outcome: former ? 'kept' : 'refused', reason, message, use };
  };
  if (result instanceof DocconvError) return refused(result);
  if (result === 'as known') {
    if (!former) return refused(refusal('STRUCTURE'));
    return isAnnounced(former, pointer) ? unchanged(territory) : refused(refusal('SIGNER_UNKNOWN', former.signerName));
  }
  if (former?.sha256 === result.state.sha256) return { ...unchanged(territory), use: 'fetched' };
  const fault = former && protectionFault(result.state, former, acceptShrink);
  return fault ? refused(fault) : { territory, outcome: 'new', reason: null, message: null, use: 'fetched' };
}

export const isAnnounced = ({ signer }: ListState, { certificates }: Pick<ListPointer, 'certificates'>): boolean =>
  certificates.some(der => sha256Of(der) === signer);

const unchanged = (territory: string): Decision => ({
  territory,
  outcome: 'unchanged',
  reason: null,
  message: null,
  use: 'former',
});

/** Of the services and certificates of the former list: a real list hardly ever loses more at once. */
const MIN_SHARE = 0.8;

/** Throws LIST_INVALID: no later list could replace one with a date in the future. */
export function requireIssued({ issued }: Pick<TrustedList, 'issued'>): void {
  if (isFuture(issued, new Date())) throw refusal('FUTURE', issued.toISOString());
}

/** LIST_INVALID when the list is older than the former one, or lost too much of it; null: it may replace it. */
export function protectionFault(next: ListState, former: ListState, acceptShrink: boolean): DocconvError | null {
  if (isOlder(next, former)) return refusal('ROLLBACK', `no. ${next.sequence} after no. ${former.sequence}`);
  const names = ['services', 'certificates'] as const;
  const shrunk = acceptShrink ? undefined : names.find(name => next[name] < former[name] * MIN_SHARE);
  return shrunk ? refusal('SHRUNK', `${former[shrunk]} to ${next[shrunk]} ${shrunk}`) : null;
}

export function isOlder(a: ListState, b: ListState): boolean {
  return a.sequence < b.sequence || (a.sequence === b.sequence && a.issued < b.issued);
}

/** `verified` as fetched from `url`. */
export function listState(
  { list, signer }: VerifiedList,
  url: string,
  { bytes, etag }: { readonly bytes: Uint8Array; readonly etag: string | null },
): ListState {
  const { territory, sequence, issued, nextUpdate, providers, unreadable } = list;
  const services = providers.flatMap(provider => provider.services);
  const certificates = new Set(services.flatMap(service => service.certificates.map(sha256Of)));
  return {
    territory,
    url,
    sequence,
    issued,
    nextUpdate,
    sha256: sha256Of(bytes),
    signer: signer.sha256,
    signerName: signer.subject.commonName ?? signer.subject.text,
    signerUntil: null,
    fetched: new Date(),
    etag,
    services: services.length,
    certificates: certificates.size,
    unreadable,
  };
}
