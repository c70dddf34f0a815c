/** Whether the private key resides in a qualified device, at one moment (ETSI TS 119 615, clause 4.5). */
import { type CertificateFacts, hasDevicePolicy } from './facts.js';
import { isBeforeRegulation } from './vocabulary.js';

type Qualifiers = ReadonlySet<string>;

/** For a certificate that is qualified for signatures or seals; null: the qualifiers of the list contradict each other. */
export function hasDevice(facts: CertificateFacts, qualifiers: Qualifiers, at: Date): boolean | null {
  return isBeforeRegulation(at) ? deviceBefore(facts, qualifiers) : deviceAfter(facts, qualifiers);
}

/** PRO-4.5.4-03, table 6. */
function deviceBefore(facts: CertificateFacts, qualifiers: Qualifiers): boolean | null {
  const stated = ['QCWithSSCD', 'QCNoSSCD', 'QCSSCDStatusAsInCert'].filter(name => qualifiers.has(name));
  if (stated.length > 1) return null;
  if (stated[0] === 'QCWithSSCD') return true;
  if (stated[0] === 'QCNoSSCD') return false;
  return (facts.qc?.sscd ?? false) || hasDevicePolicy(facts);
}

/** PRO-4.5.4-04 and -05, table 7. */
function deviceAfter({ qc }: CertificateFacts, qualifiers: Qualifiers): boolean | null {
  const has = (name: string) => qualifiers.has(name);
  const yes = has('QCWithQSCD') || has('QCQSCDManagedOnBehalf');
  const no = has('QCNoQSCD');
  const isOldOnly = (has('QCWithSSCD') && !has('QCWithQSCD')) || (has('QCNoSSCD') && !no);
  if (isOldOnly || (yes && no) || (has('QCQSCDStatusAsInCert') && (yes || no))) return null;
  return yes || (!no && (qc?.sscd ?? false));
}
