/** The qualified status of a certificate at one moment, and at both that count for a signature. */
import { type CertificateQualification, PURPOSE_NAMES } from '../terms.js';
import { byDss, type CertificateStatus } from './by-dss.js';
import { byStandard, type StandardResult } from './by-standard.js';
import type { CertificateFacts } from './facts.js';
import { hasEffect, type ReasonCode, type StrictRules } from './reasons.js';
import type { AppliedService } from './services.js';

export interface CertificateResult {
  /** Null: not determined. */
  readonly status: CertificateStatus | null;
  readonly reasons: ReadonlySet<ReasonCode>;
}

/** The weaker of what DSS and TS 119 615 say; `services` are those of the certificate's issuer. */
export function certificateAt(
  facts: CertificateFacts,
  services: readonly AppliedService[],
  at: Date,
  strict: StrictRules | null = null,
): CertificateResult {
  if (services.length === 0) return { status: null, reasons: new Set(['NOT_LISTED']) };
  const dss = byDss(facts, services, at);
  const standard = byStandard(facts, services, at);
  const purpose = dss.status?.purpose ?? 'unknown';
  const reasonsOf = standard.reasonsOf[purpose === 'unknown' ? 'eSig' : purpose];
  const outdated = strict?.isOutdated ? ['LIST_OUTDATED' as const] : [];
  const reasons = new Set([...outdated, ...dss.reasons, ...standard.reasons, ...reasonsOf]);
  return { status: dss.status?.qualified ? weaker(dss.status, standard, reasons, strict) : dss.status, reasons };
}

function weaker(
  dss: CertificateStatus,
  { status, device }: StandardResult,
  reasons: ReadonlySet<ReasonCode>,
  strict: StrictRules | null,
): CertificateStatus | null {
  if (hasEffect(reasons, 'no-result', strict)) return null;
  const withDevice = { ...dss, device: dss.device && device && !hasEffect(reasons, 'no-device') };
  const answers = dss.purpose === 'unknown' ? Object.values(status) : [status[dss.purpose]];
  if (answers.includes('qualified')) return withDevice;
  if (answers.includes('indeterminate')) return { qualified: true, purpose: 'unknown', device: false };
  return { ...dss, qualified: false, device: false };
}

/** Qualified if it was at issuance and at signing; the device counts at signing. */
export function bothMoments(
  issuance: CertificateStatus | null,
  signing: CertificateStatus | null,
): CertificateStatus | null {
  if (!issuance || !signing) return null;
  const qualified = issuance.qualified && signing.qualified;
  return {
    qualified,
    purpose: issuance.purpose === signing.purpose ? signing.purpose : 'unknown',
    device: qualified && signing.device,
  };
}

export function certificateQualification(status: CertificateStatus | null): CertificateQualification {
  if (!status) return 'N/A';
  const type = PURPOSE_NAMES[status.purpose];
  if (!status.qualified) return `Cert for ${type}`;
  return status.device && type !== 'WSA' ? `QC for ${type} with QSCD` : `QC for ${type}`;
}
