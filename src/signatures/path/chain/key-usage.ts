/** Key usage and extended key usage of certificates that sign documents or timestamps. */
import { type Certificate, PURPOSE } from '../../../pki/index.js';
import type { SignatureInput, TrustFault } from '../types.js';

export function purposeFaults(certificate: Certificate, use: SignatureInput['use']): TrustFault[] {
  const messages = use === 'signing' ? signingFaults(certificate) : timestampingFaults(certificate);
  return messages.map(message => ({ code: 'wrong-purpose', message, certificate }));
}

/** Purposes other than document signing. Any other one, including private ones, may include it (RFC 9336, 4). */
const OTHER_PURPOSES: ReadonlySet<string> = new Set([
  PURPOSE.serverAuth,
  PURPOSE.codeSigning,
  PURPOSE.timeStamping,
  PURPOSE.ocspSigning,
]);

function signingFaults({ extensions: { keyUsage, extendedKeyUsage } }: Certificate): string[] {
  const faults: string[] = [];
  if (keyUsage && !keyUsage.has('digitalSignature') && !keyUsage.has('nonRepudiation')) {
    faults.push("The key usage of the signer's certificate does not include signatures.");
  }
  if (extendedKeyUsage?.every(purpose => OTHER_PURPOSES.has(purpose))) {
    faults.push("The extended key usage of the signer's certificate does not include documents.");
  }
  return faults;
}

/** RFC 3161, 2.3: only this purpose, and critical. */
function timestampingFaults({ extensions }: Certificate): string[] {
  const { extendedKeyUsage: purposes, extendedKeyUsageCritical: critical, keyUsage } = extensions;
  const faults: string[] = [];
  if (!critical || purposes?.length !== 1 || purposes[0] !== PURPOSE.timeStamping) {
    faults.push(
      "The extended key usage of the timestamp's certificate must be critical and contain timestamping only.",
    );
  }
  if (keyUsage && !keyUsage.has('digitalSignature') && !keyUsage.has('nonRepudiation')) {
    faults.push("The key usage of the timestamp's certificate does not include signatures.");
  }
  return faults;
}
