/**
 * Trusted lists for tests, signed with keys of a test PKI (test/helpers/pki.ts):
 *
 *   const bytes = signedList({ territory: 'XX', providers: [{ services: [{ certificates: [ca.der] }] }] }, pki.id('operator'));
 *   const broken = signList(writeList({ sequence: 7 }), { signer, signature: xml => xml.replace('sha256', 'sha1') });
 */
import type { Identity } from '../pki.js';
import { signList } from './sign.js';
import { type ListRow, writeList } from './write.js';

export { type ListSigning, signList } from './sign.js';
export { extension, type ListRow, type ServiceRow, writeList } from './write.js';

export function signedList(row: ListRow, signer: Identity): Buffer {
  return signList(writeList(row), { signer });
}
