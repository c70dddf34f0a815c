/** A PDF with an intact signature of an untrusted signer. */
import { createPki } from '../helpers/pki.js';
import { blankPdf } from '../helpers/signed-pdf.js';

export function signedPdf(): Buffer {
  const pki = createPki({ root: {}, anna: { issuer: 'root', subject: 'C=DE,O=Example GmbH,CN=Anna Example' } });
  return blankPdf('A contract').sign({ make: bytes => pki.cms('anna', bytes) }).bytes;
}
