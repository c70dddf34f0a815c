/** Key usage and extended key usage of certificates that sign documents or timestamps. */
import { message } from '../../../messages/index.js';
import { type Certificate, PURPOSE } from '../../../pki/index.js';
import type { SignatureInput, TrustFault } from '../types.js';

export function purposeFaults(certificate: Certificate, use: SignatureInput['use']): TrustFault[] {
  const isForThis = use === 'signing' ? isForDocuments(certificate) : isForTimestamps(certificate);
  const messages = [
    maySign(certificate) ? null : message(`fault.wrong-purpose.key-usage.${use}`),
    isForThis ? null : message(`fault.wrong-purpose.${use}`),
  ].filter(text => text !== null);
  return messages.map(text => ({ code: 'wrong-purpose', message: text, certificate }));
}

/** RFC 5280, 4.2.1.3: anything but certificates and CRLs. */
export const maySign = ({ extensions: { keyUsage } }: Certificate): boolean =>
  !keyUsage || keyUsage.has('digitalSignature') || keyUsage.has('nonRepudiation');

/** Purposes other than document signing. Any other one, including private ones, may include it (RFC 9336, 4). */
const OTHER_PURPOSES: ReadonlySet<string> = new Set([
  PURPOSE.serverAuth,
  PURPOSE.codeSigning,
  PURPOSE.timeStamping,
  PURPOSE.ocspSigning,
]);

const isForDocuments = ({ extensions }: Certificate): boolean =>
  !extensions.extendedKeyUsage?.every(purpose => OTHER_PURPOSES.has(purpose));

/** RFC 3161, 2.3: only this purpose, and critical. */
function isForTimestamps({ extensions }: Certificate): boolean {
  const { extendedKeyUsage: purposes, extendedKeyUsageCritical: isCritical } = extensions;
  return isCritical && purposes?.length === 1 && purposes[0] === PURPOSE.timeStamping;
}
