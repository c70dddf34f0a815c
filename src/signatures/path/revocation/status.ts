/** Which revocation data speaks for a certificate, what it says, and for how long it vouches. */
import type { RevocationStatus } from '../evidence.js';
import { crlStatuses } from './crl.js';
import type { Network } from './network.js';
import { ocspStatuses } from './ocsp.js';
import type { RevocationSources, Subject } from './subject.js';

/** Answers for the length of a check; fetched data is asked for once and kept. */
export class RevocationReader {
  private readonly known = new Map<string, RevocationStatus[]>();

  constructor(
    private readonly sources: RevocationSources,
    private readonly network: Network | null,
  ) {}

  /** All that is said by those entitled to; from the network only where nothing at hand vouches for `time`. */
  async statuses(subject: Subject, time: Date): Promise<readonly RevocationStatus[]> {
    const key = `${subject.certificate.sha256}/${subject.issuer.sha256}`;
    const near = this.known.get(key) ?? statusesIn(subject, this.sources);
    this.known.set(key, near);
    if (!this.network || near.some(status => vouchesUntil(status) >= time)) return near;
    const fetched = await this.network.revocation(subject.certificate, subject.issuer);
    const both = [...near, ...statusesIn(subject, { ...this.sources, ...fetched })];
    this.known.set(key, both);
    return both;
  }
}

function statusesIn(subject: Subject, sources: RevocationSources): RevocationStatus[] {
  return [...ocspStatuses(subject, sources), ...crlStatuses(subject, sources)];
}

/** Without nextUpdate newer data is always to be had; a day is what responders take to publish (EN 319 411-1, 6.2.4). */
const DAY = 86_400_000;

/** Until when a status is fresh: the time by which a newer one was promised (EN 319 102-1, 5.2.5.4). */
export function vouchesUntil({ thisUpdate, nextUpdate }: RevocationStatus): Date {
  return nextUpdate ?? new Date(thisUpdate.getTime() + DAY);
}

/**
 * The one that counts: a revocation for good, whatever newer data forgets; otherwise the newest, as a hold may have been
 * lifted. `time`: later revocations have not happened yet.
 */
export function selectStatus(statuses: readonly RevocationStatus[], time: Date): RevocationStatus | null {
  const newestFirst = [...statuses].sort((a, b) => b.thisUpdate.getTime() - a.thisUpdate.getTime());
  const isFinal = ({ status, reason, revokedAt }: RevocationStatus) =>
    status === 'revoked' && reason !== 'certificateHold' && (revokedAt ?? time) <= time;
  return newestFirst.find(isFinal) ?? newestFirst[0] ?? null;
}
