/** Tests whether signing and verification work on this machine: signs a small PDF, verifies it, alters it, verifies it again. */
import { DocconvError } from '../errors.js';
import { dict, PdfArray, PdfFile, PdfName, PdfRef } from '../pdf/index.js';
import { createIdentity } from './self-signed.js';
import { sign } from './sign.js';

/** `check` of src/signatures, without trust anchors. */
type Check = (pdf: Uint8Array) => Promise<{ valid: boolean; reason: string }>;

/** Rejects with INTERNAL and the step that failed. */
export async function selfTestSignatures(check: Check): Promise<void> {
  const signed = await sign(smallPdf(), createIdentity('docconv self-test'), { reason: 'Self-test' });
  const intact = await check(signed);
  if (!intact.valid) throw new DocconvError('INTERNAL.self-test-not-valid', { reason: intact.reason });
  const altered = Buffer.from(signed);
  altered[altered.indexOf(TEXT)]! ^= 1;
  const changed = await check(altered);
  if (changed.valid) throw new DocconvError('INTERNAL.self-test-not-detected');
}

const TEXT = 'docconv was here';

/** One page with one line of text. */
function smallPdf(): Buffer {
  const file = new PdfFile();
  const [ref, name] = [(number: number) => new PdfRef(number, 0), (text: string) => new PdfName(text)];
  const font = dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') });
  const page = { MediaBox: new PdfArray([0, 0, 595, 842], null), Resources: dict({ Font: dict({ F1: font }) }) };
  file.add(ref(1), dict({ Type: name('Catalog'), Pages: ref(2) }));
  file.add(ref(2), dict({ Type: name('Pages'), Kids: new PdfArray([ref(3)], null), Count: 1 }));
  file.add(ref(3), dict({ Type: name('Page'), Parent: ref(2), Contents: ref(4), ...page }));
  file.addStream(ref(4), dict({}), Buffer.from(`BT /F1 24 Tf 72 720 Td (${TEXT}) Tj ET`));
  return file.finish({ Root: ref(1) });
}
