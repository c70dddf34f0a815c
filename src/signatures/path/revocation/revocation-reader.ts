/** Collects the revocation statuses of a certificate, and selects the one that applies. */
import { DAY_MS } from '../../../system/day.js';
import type { RevocationStatus } from '../types.js';
import { crlStatuses } from './crl.js';
import { ocspStatuses } from './ocsp.js';
import type { OnlineSources } from './online-sources.js';
import { isApplicable, type RevocationSources, type Subject } from './subject.js';

/** Caches statuses for one document; data is fetched at most once. */
export class RevocationReader {
  private readonly cache = new Map<string, RevocationStatus[]>();

  constructor(
    private readonly sources: RevocationSources,
    private readonly online: OnlineSources | null,
  ) {}

  /** All statuses by authorized signers. Fetches data only if no available one applies and is fresh at `time`. */
  async statuses(subject: Subject, time: Date): Promise<readonly RevocationStatus[]> {
    const key = `${subject.certificate.sha256}/${subject.issuer.sha256}`;
    const available = this.cache.get(key) ?? statusesIn(subject, this.sources);
    this.cache.set(key, available);
    const { now } = this.sources;
    const isAnswer = (status: RevocationStatus) =>
      status.status !== 'unknown' && isApplicable(status, now) && freshUntil(status) >= time;
    if (!this.online || available.some(isAnswer)) return available;
    let all = available;
    for await (const fetched of this.online.revocation(subject.certificate, subject.issuer)) {
      all = [...available, ...statusesIn(subject, { ...this.sources, ...fetched })];
      if (all.some(isAnswer)) break;
    }
    this.cache.set(key, all);
    return all;
  }
}

function statusesIn(subject: Subject, sources: RevocationSources): RevocationStatus[] {
  return [...ocspStatuses(subject, sources), ...crlStatuses(subject, sources)];
}

/** Freshness of data without nextUpdate: CAs publish a new status within a day (EN 319 411-1, 6.2.4). */
const FRESHNESS_MS = DAY_MS;

/** The end of the freshness of a status: its nextUpdate (EN 319 102-1, 5.2.5.4). */
export function freshUntil({ thisUpdate, nextUpdate }: RevocationStatus): Date {
  return nextUpdate ?? new Date(thisUpdate.getTime() + FRESHNESS_MS);
}

/**
 * The status that applies: the earliest permanent revocation even if newer data omits it, otherwise the newest status, as a
 * hold may have been removed, and the worst of those that are equally new. Revocations after `time` do not count.
 */
export function selectStatus(statuses: readonly RevocationStatus[], time: Date): RevocationStatus | null {
  const isFinal = ({ status, reason, revokedAt }: RevocationStatus) =>
    status === 'revoked' && reason !== 'certificateHold' && (revokedAt ?? time) <= time;
  const since = ({ revokedAt }: RevocationStatus) => revokedAt?.getTime() ?? 0;
  const [final] = statuses.filter(isFinal).sort((a, b) => since(a) - since(b));
  const [newest] = [...statuses].sort(
    (a, b) => b.thisUpdate.getTime() - a.thisUpdate.getTime() || SEVERITY[b.status] - SEVERITY[a.status],
  );
  return final ?? newest ?? null;
}

const SEVERITY: Readonly<Record<RevocationStatus['status'], number>> = { good: 0, unknown: 1, revoked: 2 };
