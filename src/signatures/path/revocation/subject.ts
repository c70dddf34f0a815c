/** Whose status is asked for, and who may speak for it. */
import type { Certificate } from '../../../pki/index.js';
import type { Verifies } from '../../verify/budget.js';
import type { CertificateIndex, Path } from '../chain/index.js';
import type { Evidence } from '../evidence.js';

/** A certificate, who issued it, and the rest of the path, whose members may sign revocation data. */
export interface Subject {
  readonly certificate: Certificate;
  readonly issuer: Certificate;
  /** From the issuer upwards. */
  readonly authorities: readonly Certificate[];
}

/** Null for the last certificate of a path: nobody above it speaks for it. */
export function subjectAt({ certificates }: Path, index: number): Subject | null {
  const [certificate, issuer] = [certificates[index], certificates[index + 1]];
  return certificate && issuer ? { certificate, issuer, authorities: certificates.slice(index + 1) } : null;
}

/** Certificates without revocation: short-lived ones (EN 319 412-1, 5.2; RFC 9608). */
const NO_REVOCATION = ['0.4.0.194121.2.1', '2.5.29.56'];

export function needsRevocation({ extensions }: Certificate): boolean {
  return !extensions.all.some(({ oid }) => NO_REVOCATION.includes(oid));
}

/** What may speak for a certificate, and whom it may come from. */
export interface RevocationSources extends Pick<Evidence, 'crls' | 'ocspResponses'> {
  readonly certificates: CertificateIndex;
  readonly verifies: Verifies;
}
