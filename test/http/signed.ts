/** PDFs signed by an untrusted signer. */
import { createPki } from '../helpers/pki.js';
import { blankPdf, OBJECTS } from '../helpers/signed-pdf.js';

const pkiOf = () =>
  createPki({
    root: {},
    anna: { issuer: 'root', subject: 'C=DE,O=Example GmbH,CN=Anna Example' },
    bob: { issuer: 'root', subject: 'C=DE,CN=Bob Sample' },
    tsa: { issuer: 'root', eku: ['timeStamping'], ekuCritical: true },
  });

/** An intact signature. */
export function signedPdf(): Buffer {
  const pki = pkiOf();
  return blankPdf('A contract').sign({ make: bytes => pki.cms('anna', bytes) }).bytes;
}

/** Findings of each level: changed bytes fail, unsorted attributes are a warning, a repeated /Type is a note. */
export function pdfWithFindings(): Buffer {
  const pki = pkiOf();
  const signed = blankPdf('A contract').sign({ make: bytes => pki.cms('anna', bytes, { disorder: 'sent' }) });
  const entries = { M: null, Reason: '(a)/Type/DocTimeStamp' };
  const { bytes } = signed.timestamp(bytes => pki.timestamp('tsa', bytes), { entries });
  bytes[bytes.indexOf('A contract') + 2] = 'C'.charCodeAt(0);
  return bytes;
}

/** Two intact signatures without an appearance. */
export const pdfSignedTwice = (): Buffer => signedTwice().bytes;

function signedTwice() {
  const pki = pkiOf();
  const once = blankPdf('A contract').sign({ make: bytes => pki.cms('anna', bytes) });
  return once.sign({ make: bytes => pki.cms('bob', bytes) });
}

/** After the signature, the page became empty and 90,000 points long. */
export function pdfWithLongPage(): Buffer {
  const pki = pkiOf();
  const signed = blankPdf('A contract').sign({ make: bytes => pki.cms('anna', bytes) });
  return signed.revise({ [OBJECTS.page]: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 90000]>>' }).bytes;
}

/** Two signatures; after the second one the text was changed. */
export function pdfChangedAfterBob(): Buffer {
  const text = 'BT /F1 12 Tf 20 100 Td (Another contract) Tj ET';
  return signedTwice().revise({ [OBJECTS.content]: `<</Length ${text.length}>>stream\n${text}\nendstream` }).bytes;
}
