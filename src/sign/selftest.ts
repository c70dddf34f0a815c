/** Tests whether signing and verification work on this machine: signs a small PDF, verifies it, alters it, verifies it again. */
import { DocconvError } from '../errors.js';
import { createIdentity } from './self-signed.js';
import { sign } from './sign.js';

/** `check` of src/signatures, without trust anchors. */
type Check = (pdf: Uint8Array) => Promise<{ valid: boolean; reason: string }>;

/** Rejects with INTERNAL and the step that failed. */
export async function selfTestSignatures(check: Check): Promise<void> {
  const signed = await sign(smallPdf(), createIdentity('docconv self-test'), { reason: 'Self-test' });
  const intact = await check(signed);
  if (!intact.valid) throw failed(`a new signature was not valid: ${intact.reason}`);
  const altered = Buffer.from(signed);
  altered[altered.indexOf(TEXT)]! ^= 1;
  const changed = await check(altered);
  if (changed.valid) throw failed('a changed letter in the signed content was not detected');
}

const TEXT = 'docconv was here';

function failed(why: string): DocconvError {
  return new DocconvError('INTERNAL', `The self-test of signatures failed: ${why}`);
}

/** One page with one line of text. */
function smallPdf(): Buffer {
  const content = `BT /F1 24 Tf 72 720 Td (${TEXT}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.7\n';
  const entries = objects.map((body, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + head + entries.join('') + trailer, 'latin1');
}
