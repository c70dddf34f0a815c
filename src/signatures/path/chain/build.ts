/** Candidate paths from a certificate towards an anchor: by name and by signature (RFC 4158). Nothing else is judged here. */
import { type Certificate, sameName } from '../../../pki/index.js';
import type { Verifies } from '../../verify/budget.js';
import type { CertificateIndex } from './certificate-index.js';

export interface Path {
  /** The certificate in question first; the anchor last where there is one. */
  readonly certificates: readonly Certificate[];
  /** Null when the path ends before it reaches anybody trusted. */
  readonly anchor: Certificate | null;
}

export interface PathSources {
  readonly certificates: CertificateIndex;
  readonly anchors: readonly Certificate[];
  readonly verifies: Verifies;
  /** Asked where nobody at hand has issued a certificate (AIA caIssuers). */
  readonly fetchIssuers: ((certificate: Certificate) => Promise<readonly Certificate[]>) | null;
}

/** Enough for every real hierarchy with its cross-certificates; a crafted pool ends here. */
const LIMITS = { length: 12, steps: 400, paths: 8 } as const;

/** The paths that reach an anchor, shortest first; where there is none, the longest that was found. Never empty. */
export async function findPaths(certificate: Certificate, sources: PathSources): Promise<Path[]> {
  const search = new Search(sources);
  await search.extend([certificate]);
  const anchored = search.anchored.sort((a, b) => a.certificates.length - b.certificates.length);
  return anchored.length > 0 ? anchored : [{ certificates: search.longest, anchor: null }];
}

class Search {
  readonly anchored: Path[] = [];
  longest: readonly Certificate[] = [];
  private steps = 0;
  private readonly isAnchor: ReadonlySet<string>;

  constructor(private readonly sources: PathSources) {
    this.isAnchor = new Set(sources.anchors.map(anchor => anchor.sha256));
    for (const anchor of sources.anchors) sources.certificates.add(anchor);
  }

  async extend(path: readonly Certificate[]): Promise<void> {
    const last = path.at(-1)!;
    if (path.length > this.longest.length) this.longest = path;
    if (this.isAnchor.has(last.sha256)) {
      this.anchored.push({ certificates: path, anchor: last });
      return;
    }
    if (path.length >= LIMITS.length) return;
    for (const issuer of await this.issuersOf(last)) {
      if (this.anchored.length >= LIMITS.paths || this.steps++ >= LIMITS.steps) return;
      if (!path.some(one => isSameEntity(one, issuer))) await this.extend([...path, issuer]);
    }
  }

  private async issuersOf(certificate: Certificate): Promise<Certificate[]> {
    const near = this.verified(certificate);
    if (near.length > 0 || !this.sources.fetchIssuers) return near;
    for (const fetched of await this.sources.fetchIssuers(certificate)) this.sources.certificates.add(fetched);
    return this.verified(certificate);
  }

  private verified(certificate: Certificate): Certificate[] {
    const { certificates, verifies } = this.sources;
    return certificates
      .named(certificate.issuer)
      .sort((a, b) => this.preference(certificate, b) - this.preference(certificate, a))
      .filter(issuer => verifies(certificate, issuer.publicKey));
  }

  /** Anchors first, then issuers whose key identifier is the one that the certificate names. */
  private preference(certificate: Certificate, issuer: Certificate): number {
    const wanted = certificate.extensions.authorityKeyId?.keyId;
    const named = wanted !== undefined && wanted === issuer.extensions.subjectKeyId;
    return (this.isAnchor.has(issuer.sha256) ? 2 : 0) + (named ? 1 : 0);
  }
}

/** The same name and key twice is a loop, whatever certificates say so (RFC 4158, 2.4.2). */
function isSameEntity(a: Certificate, b: Certificate): boolean {
  return sameName(a.subject, b.subject) && Buffer.compare(a.publicKey.spki, b.publicKey.spki) === 0;
}
