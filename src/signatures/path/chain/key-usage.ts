/** Key usage and extended key usage of certificates that sign documents or timestamps. */
import { type Certificate, PURPOSE } from '../../../pki/index.js';
import type { SignatureInput, TrustFault } from '../types.js';

export function purposeFaults(certificate: Certificate, use: SignatureInput['use']): TrustFault[] {
  const { keyUsage } = certificate.extensions;
  const isUsable = !keyUsage || keyUsage.has('digitalSignature') || keyUsage.has('nonRepudiation');
  const owner = use === 'signing' ? 'signer' : 'timestamp';
  const messages = [
    isUsable ? null : `The key usage of the ${owner}'s certificate does not include signatures.`,
    use === 'signing' ? documentPurposeFault(certificate) : timestampingPurposeFault(certificate),
  ].filter(message => message !== null);
  return messages.map(message => ({ code: 'wrong-purpose', message, certificate }));
}

/** Purposes other than document signing. Any other one, including private ones, may include it (RFC 9336, 4). */
const OTHER_PURPOSES: ReadonlySet<string> = new Set([
  PURPOSE.serverAuth,
  PURPOSE.codeSigning,
  PURPOSE.timeStamping,
  PURPOSE.ocspSigning,
]);

function documentPurposeFault({ extensions }: Certificate): string | null {
  if (!extensions.extendedKeyUsage?.every(purpose => OTHER_PURPOSES.has(purpose))) return null;
  return "The extended key usage of the signer's certificate does not include documents.";
}

/** RFC 3161, 2.3: only this purpose, and critical. */
function timestampingPurposeFault({ extensions }: Certificate): string | null {
  const { extendedKeyUsage: purposes, extendedKeyUsageCritical: isCritical } = extensions;
  if (isCritical && purposes?.length === 1 && purposes[0] === PURPOSE.timeStamping) return null;
  return "The extended key usage of the timestamp's certificate must be critical and contain timestamping only.";
}
