/** State shared by the validation of all signatures of one file. */
import { type Certificate, nameKey } from '../../../pki/index.js';
import {
  type Anchor,
  expiredKeptSince,
  isAnchorFor,
  isListCurrent,
  LIST_GRACE_DAYS,
  type TrustStore,
} from '../../../trust/index.js';
import { CertificateIndex, limitedVerifier } from '../chain/index.js';
import { type OnlineSources, RevocationReader } from '../revocation/index.js';
import type { ValidationSources } from '../types.js';

/** Until when a trusted list counts. */
export interface ListRules {
  /** Only until its NextUpdate, whenever the signature was made. */
  readonly strict: boolean;
  /** Days after its NextUpdate. */
  readonly graceDays: number;
}

export const DEFAULT_RULES: ListRules = { strict: false, graceDays: LIST_GRACE_DAYS };

export interface TrustSettings {
  /** The time of validation. */
  readonly now: Date;
  /** Null: no certificate is trusted. */
  readonly trust: TrustStore | null;
  /** By default with the usual grace period. */
  readonly lists?: ListRules;
  /** Null: offline. */
  readonly online: OnlineSources | null;
  /** Data is collected for later validations: see requestTime(). */
  readonly collects?: boolean;
}

export class ValidationContext {
  readonly proofs: ProofsOfExistence;
  readonly certificates: CertificateIndex;
  readonly isSignedBy = limitedVerifier();
  readonly revocations: RevocationReader;
  private readonly anchors = new Map<string, readonly Anchor[]>();
  private readonly revisions = new Map<string, number | null>();

  constructor(
    available: ValidationSources,
    readonly settings: TrustSettings,
  ) {
    this.proofs = new ProofsOfExistence(settings.now);
    this.certificates = new CertificateIndex(available.certificates.map(known => known.value));
    const { certificates, isSignedBy, now } = this;
    const sources = {
      ...available,
      certificates,
      isSignedBy,
      now,
      expiredKeptSince: (issuer: Certificate, at: Date) => this.expiredKeptSince(issuer, at),
    };
    this.revocations = new RevocationReader(sources, settings.online);
    for (const { value, revision } of available.certificates) this.recordRevision(value, revision);
  }

  get now(): Date {
    return this.settings.now;
  }

  /** The trust anchors with this name: each is looked up once for a file. */
  anchorsNamed(name: Certificate['subject']): readonly Anchor[] {
    const key = nameKey(name);
    const found = this.anchors.get(key) ?? this.settings.trust?.find(name) ?? [];
    this.anchors.set(key, found);
    return found;
  }

  /** The earliest time at which this certificate is proven to have existed. */
  proofOf(certificate: Certificate): Date {
    return this.proofs.earliestFor(this.revisions.get(certificate.sha256) ?? null);
  }

  /** By the lists that count for what the issuer published at this time. */
  private expiredKeptSince(issuer: Certificate, at: Date): Date | null {
    const { trust, lists = DEFAULT_RULES } = this.settings;
    if (!trust) return null;
    const [listAt, graceDays] = lists.strict ? [this.now, 0] : [at, lists.graceDays];
    const services = this.anchorsNamed(issuer.subject)
      .filter(anchor => anchor.source === 'eu' && isAnchorFor(anchor, issuer))
      .flatMap(anchor => anchor.services)
      .filter(({ territory }) => isListCurrent(trust, territory, listAt, graceDays));
    return expiredKeptSince(services, at);
  }

  private recordRevision({ sha256 }: Certificate, revision: number | null): void {
    const known = this.revisions.get(sha256);
    if (known === undefined || known === null || (revision !== null && revision < known)) {
      this.revisions.set(sha256, revision);
    }
  }
}

/** Proofs of existence (POE): a trusted document timestamp proves that everything it covers existed (EN 319 102-1, 5.6.2.3). */
class ProofsOfExistence {
  private readonly covers: { readonly revision: number; readonly time: Date }[] = [];

  constructor(readonly now: Date) {}

  /** Adds a proof that the file up to the end of `revision` existed at `time`. */
  add(revision: number, time: Date): void {
    this.covers.push({ revision, time });
  }

  /** The earliest proven time of data in this revision; now, if there is no proof. */
  earliestFor(revision: number | null): Date {
    const times =
      revision === null ? [] : this.covers.filter(cover => cover.revision >= revision).map(cover => cover.time);
    return earliest([this.now, ...times]);
  }
}

export function earliest(times: readonly [Date, ...Date[]]): Date {
  return new Date(Math.min(...times.map(Number)));
}
