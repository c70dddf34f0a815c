/** The qualified status of a signature (Regulation (EU) No 910/2014, articles 32 and 40), as a function of facts alone. */
import { type CertificateQualification, SIGNATURE_NAMES, type SignatureQualification } from '../terms.js';
import type { CertificateStatus } from './by-dss.js';
import { bothMoments, certificateAt, certificateQualification } from './certificate.js';
import { type Reason, type ReasonCode, reasonsOf, statedReasons } from './reasons.js';
import { applyServices, type QualificationInput } from './services.js';

export interface SignatureInput extends QualificationInput {
  /** The earliest time at which the signature is proven to have existed. */
  readonly signingTime: Date;
}

export interface SignatureResult {
  readonly signature: SignatureQualification;
  readonly certificateAtIssuance: CertificateQualification;
  readonly certificateAtSigning: CertificateQualification;
  /** Whether the private key resided in a qualified device at signing; null: the certificate is not qualified. */
  readonly qscd: boolean | null;
  readonly reasons: readonly Reason[];
}

export function qualifySignature({
  facts,
  services: listed,
  signingTime,
  indication,
  strict = null,
}: SignatureInput): SignatureResult {
  const services = applyServices(listed, facts);
  const issuance = certificateAt(facts, services, facts.notBefore, strict);
  const signing = certificateAt(facts, services, signingTime, strict);
  const final = bothMoments(issuance.status, signing.status);
  const [atIssuance, atSigning] = [issuance, signing].map(({ status }) => certificateQualification(status));
  const overall: ReasonCode[] = [
    ...reasonsOf(indication),
    ...(final?.purpose === 'web' ? ['FOR_WEB_SITES' as const] : []),
    ...(isSame(issuance.status, signing.status) ? [] : ['MOMENTS_DIFFER' as const]),
  ];
  return {
    signature: signatureQualification(indication, final),
    certificateAtIssuance: atIssuance!,
    certificateAtSigning: atSigning!,
    qscd: final?.qualified ? final.device : null,
    reasons: statedReasons(
      new Map([
        [null, new Set(overall)],
        ['issuance', new Set([...issuance.reasons].filter(code => !OF_DEVICE.has(code)))],
        ['signing', signing.reasons],
      ]),
      strict,
    ),
  };
}

/** Regardless of the device, which counts at signing only. */
function isSame(a: CertificateStatus | null, b: CertificateStatus | null): boolean {
  return a?.qualified === b?.qualified && a?.purpose === b?.purpose;
}

const OF_DEVICE: ReadonlySet<ReasonCode> = new Set(['NO_DEVICE', 'DEVICE_CONFLICT', 'QUALIFIER_UNKNOWN_CRITICAL']);

/** A signature that is not valid, or made with a certificate for web sites, is no advanced electronic signature. */
export function signatureQualification(
  indication: SignatureInput['indication'],
  status: CertificateStatus | null,
): SignatureQualification {
  if (indication === 'TOTAL_FAILED') return notAdvanced(status);
  if (!status) return 'N/A';
  if (status.purpose === 'web') return 'Not AdES';
  const name = SIGNATURE_NAMES[status.purpose][status.qualified ? (status.device ? 'device' : 'qualified') : 'none'];
  return indication === 'TOTAL_PASSED' ? name : `Indeterminate ${name}`;
}

function notAdvanced(status: CertificateStatus | null): SignatureQualification {
  if (!status?.qualified || status.purpose === 'web') return 'Not AdES';
  return status.device ? 'Not AdES but QC with QSCD' : 'Not AdES but QC';
}
