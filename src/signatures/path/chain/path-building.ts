/** Builds candidate paths from a certificate to a trust anchor, by name and signature only (RFC 4158). */
import {
  type Certificate,
  keyId,
  type PublicKey,
  type SignedObject,
  sameName,
  verificationCost,
  verifySignedBy,
} from '../../../pki/index.js';
import { type Anchor, isAnchorFor } from '../../../trust/index.js';
import type { CertificateIndex } from './certificate-index.js';

export interface Path {
  /** The end-entity certificate first, the anchor, if any, last. */
  readonly certificates: readonly Certificate[];
  /** What the last certificate is; null when the path does not end at a trust anchor. */
  readonly anchor: Anchor | null;
}

export interface PathSources {
  readonly certificates: CertificateIndex;
  /** The trust anchors with this name. */
  readonly anchorsNamed: (name: Certificate['subject']) => readonly Anchor[];
  readonly isSignedBy: IsSignedBy;
  /** Fetches issuers that are not in `certificates` (AIA caIssuers). */
  readonly fetchIssuers: ((certificate: Certificate) => Promise<readonly Certificate[]>) | null;
}

/** Enough for every real hierarchy with cross-certificates; limits the cost of crafted ones. */
const LIMITS = { length: 12, steps: 400, paths: 8 } as const;

/** Certificates of the longest path that is followed. */
export const MAX_PATH_LENGTH = LIMITS.length;

/**
 * The paths to an anchor, shortest first, and those of Adobe's list last: it knows nothing of the qualified status. If there
 * is none, the longest partial path. Never empty.
 */
export async function findPaths(certificate: Certificate, sources: PathSources): Promise<Path[]> {
  const search = new Search(sources);
  await search.extend([certificate]);
  const rank = ({ anchor, certificates }: Path) =>
    (anchor?.source === 'aatl' ? LIMITS.length : 0) + certificates.length;
  const anchored = search.anchored.sort((a, b) => rank(a) - rank(b));
  return anchored.length > 0 ? anchored : [{ certificates: search.longest, anchor: null }];
}

class Search {
  readonly anchored: Path[] = [];
  longest: readonly Certificate[] = [];
  private steps = 0;

  constructor(private readonly sources: PathSources) {}

  async extend(path: readonly Certificate[]): Promise<void> {
    const last = path.at(-1)!;
    if (path.length > this.longest.length) this.longest = path;
    for (const anchor of this.anchorsFor(last)) {
      if (this.anchored.length < LIMITS.paths) this.anchored.push({ certificates: path, anchor });
      // a listed anchor can have lost its status, or have other policies: then a path that goes on may end at another one
      if (anchor.source === 'file') return;
    }
    if (path.length >= LIMITS.length) return;
    for (const issuer of await this.issuersOf(last)) {
      if (this.anchored.length >= LIMITS.paths || this.steps++ >= LIMITS.steps) return;
      if (!path.some(one => isSameEntity(one, issuer))) await this.extend([...path, issuer]);
    }
  }

  private async issuersOf(certificate: Certificate): Promise<Certificate[]> {
    const local = this.verified(certificate);
    if (local.length > 0 || !this.sources.fetchIssuers) return local;
    for (const fetched of await this.sources.fetchIssuers(certificate)) this.sources.certificates.add(fetched);
    return this.verified(certificate);
  }

  private anchorsFor(certificate: Certificate): Anchor[] {
    return this.sources.anchorsNamed(certificate.subject).filter(anchor => isAnchorFor(anchor, certificate));
  }

  private verified(certificate: Certificate): Certificate[] {
    const { certificates, anchorsNamed, isSignedBy } = this.sources;
    for (const anchor of anchorsNamed(certificate.issuer)) certificates.add(anchor.certificate);
    return certificates
      .named(certificate.issuer)
      .sort((a, b) => this.preference(certificate, b) - this.preference(certificate, a))
      .filter(issuer => isSignedBy(certificate, issuer.publicKey));
  }

  /** Anchors first, then issuers whose key identifier matches the authority key identifier. */
  private preference(certificate: Certificate, issuer: Certificate): number {
    const wanted = certificate.extensions.authorityKeyId?.keyId;
    const named = wanted !== undefined && wanted === issuer.extensions.subjectKeyId;
    return (this.anchorsFor(issuer).length > 0 ? 2 : 0) + (named ? 1 : 0);
  }
}

/** The same name and key twice is a loop, even with different certificates (RFC 4158, 2.4.2). */
function isSameEntity(a: Certificate, b: Certificate): boolean {
  return sameName(a.subject, b.subject) && Buffer.compare(a.publicKey.spki, b.publicKey.spki) === 0;
}

/** True when the signature of a certificate, CRL or OCSP response verifies with this key. */
export type IsSignedBy = (object: SignedObject, key: PublicKey) => boolean;

/** In units of 0.1 ms. A real file with 25 signatures verifies 57 times, one with three archive timestamps 19 times. */
const BUDGET = 3000;

/**
 * For one document: limits the work of signature verifications, as crafted data can contain any number of signatures and
 * candidate keys. When the budget is exhausted, only outcomes that it paid for count: what earlier documents left in the cache
 * of the process must not decide about this one.
 */
export function limitedVerifier(budget = BUDGET): IsSignedBy {
  let left = budget;
  const paid = new Map<SignedObject, Set<string>>();
  return (object, key) => {
    const keys = paid.get(object) ?? new Set();
    const id = keyId(key);
    if (!keys.has(id)) {
      left -= verificationCost(key);
      if (left < 0) return false;
      paid.set(object, keys.add(id));
    }
    return verifySignedBy(object, key) === 'valid';
  };
}
