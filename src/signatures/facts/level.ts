/**
 * Which level a signature reaches (EN 319 142-1, 6; EN 319 142-2, 4-5). Levels say what is there and sound; they ignore
 * trust and today's date. Pure.
 */
import type { Level } from '../result.js';

export interface LevelFacts {
  readonly subFilter: string | null;
  /** One signer, signed attributes with content type and digest, and no content of its own. */
  readonly wellBuilt: boolean;
  /** ESS signing-certificate or signing-certificate-v2, stated once. */
  readonly signingCertificate: 'v1' | 'v2' | null;
  readonly digestAlgorithm: string | null;
  /** The message holds the certificate of the signer. */
  readonly certificateInMessage: boolean;
  /** The signed attribute signing-time; the baseline wants /M instead. */
  readonly signingTimeAttribute: boolean;
  readonly policy: boolean;
  /** Entries of the signature dictionary. */
  readonly entries: { readonly M: boolean; readonly Cert: boolean; readonly Reason: boolean };
  /** A sound signature timestamp, or a sound document timestamp behind the signature. */
  readonly timestamp: boolean;
  /** Revocation data about the signer. */
  readonly revocationData: boolean;
  /** A sound document timestamp behind that revocation data. */
  readonly archiveTimestamp: boolean;
}

export function levelOf(facts: LevelFacts): Level {
  if (!facts.wellBuilt) return 'PDF-NOT-ETSI';
  if (facts.subFilter === 'adbe.pkcs7.detached' || facts.subFilter === 'adbe.pkcs7.sha1')
    return `PKCS7-${depth(facts)}`;
  if (facts.subFilter !== 'ETSI.CAdES.detached' || !facts.signingCertificate) return 'PDF-NOT-ETSI';
  return isBaseline(facts) ? `PAdES-BASELINE-${depth(facts)}` : extended(facts);
}

function depth(facts: LevelFacts): 'B' | 'T' | 'LT' | 'LTA' {
  if (!facts.timestamp) return 'B';
  if (!facts.revocationData) return 'T';
  return facts.archiveTimestamp ? 'LTA' : 'LT';
}

/** EN 319 142-1, table 1, column B-B. */
function isBaseline(facts: LevelFacts): boolean {
  return (
    facts.certificateInMessage &&
    (facts.signingCertificate === 'v2' || facts.digestAlgorithm === 'SHA-1') &&
    !facts.signingTimeAttribute &&
    facts.entries.M &&
    !facts.entries.Cert &&
    !(facts.policy && facts.entries.Reason)
  );
}

/** EN 319 142-2: a policy together with /Reason is no EPES (5.3). */
function extended(facts: LevelFacts): Level {
  if (facts.revocationData) return 'PAdES-LTV';
  return facts.policy && !facts.entries.Reason ? 'PAdES-EPES' : 'PAdES-BES';
}
