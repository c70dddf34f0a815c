/** Whether a certificate may be used to sign documents or timestamps. */
import { type Certificate, PURPOSE } from '../../../pki/index.js';
import type { SignedEvidence, TrustFault } from '../evidence.js';

export function purposeFaults(certificate: Certificate, use: SignedEvidence['use']): TrustFault[] {
  const messages = use === 'signing' ? signingFaults(certificate) : timestampingFaults(certificate);
  return messages.map(message => ({ code: 'wrong-purpose', message, certificate, since: null }));
}

/** Purposes that have nothing to do with documents; others, private ones too, may mean them (RFC 9336, 4). */
const OTHER_PURPOSES: ReadonlySet<string> = new Set([
  PURPOSE.serverAuth,
  PURPOSE.codeSigning,
  PURPOSE.timeStamping,
  PURPOSE.ocspSigning,
]);

function signingFaults({ extensions: { keyUsage, extendedKeyUsage } }: Certificate): string[] {
  const faults: string[] = [];
  if (keyUsage && !keyUsage.has('digitalSignature') && !keyUsage.has('nonRepudiation')) {
    faults.push("The signer's certificate is not made for signatures.");
  }
  if (extendedKeyUsage?.every(purpose => OTHER_PURPOSES.has(purpose))) {
    faults.push("The signer's certificate is made for another purpose than documents.");
  }
  return faults;
}

/** RFC 3161, 2.3: this purpose and no other, and critical. */
function timestampingFaults({ extensions }: Certificate): string[] {
  const { extendedKeyUsage: purposes, extendedKeyUsageCritical: critical, keyUsage } = extensions;
  const faults: string[] = [];
  if (!critical || purposes?.length !== 1 || purposes[0] !== PURPOSE.timeStamping) {
    faults.push("The timestamp's certificate is not made for timestamps and nothing else.");
  }
  if (keyUsage && !keyUsage.has('digitalSignature') && !keyUsage.has('nonRepudiation')) {
    faults.push("The timestamp's certificate is not made for signatures.");
  }
  return faults;
}
