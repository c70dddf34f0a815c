/** Signature wrapping: other content in the gap beside the message. */
import { OBJECTS as O } from '../../helpers/form-pdf.js';
import { stream } from '../../helpers/pdf-writer.js';
import { messageIn } from '../../helpers/signed-pdf.js';
import { clean, fromText, latin1, signatureOf } from './documents.js';

/** The content that the attacker wants to display. */
export const FORGED = stream('BT /F1 12 Tf 50 700 Td (I owe you nothing.) Tj ET');

/** The padding of /Contents ends early; the entry after it is read but not signed. */
export function wrappedEntry() {
  const { bytes } = clean();
  const end = bytes.indexOf('>', bytes.indexOf('/Contents <')) + 1;
  bytes.write('>/Reason(Forged)'.padEnd(40), end - 40, 'latin1');
  return { bytes };
}

/**
 * The signed bytes after the gap are moved to the end of the file, unaltered, and a second /ByteRange refers to them. Forged
 * content and another cross-reference replace them, at the offset in the signed 'startxref'.
 */
export function wrappedObjects() {
  const pdf = clean();
  const text = latin1(pdf);
  const [start, end] = [
    text.indexOf('<', text.indexOf('/Contents <')),
    text.indexOf('>', text.indexOf('/Contents <')) + 1,
  ];
  const message = messageIn(text.slice(start + 1, end - 1));
  const xref = pdf.writer.xrefs.at(-1)!;
  const forged = `5 0 obj\n<</Length ${FORGED.data.length}>>\nstream\n${FORGED.data}\nendstream\nendobj\n`;
  const field = signatureOf(pdf) + 1;
  const section = (moved: number) => {
    const offsets = new Map(
      [...pdf.writer.offsets].filter(([num]) => [O.page, O.form, field - 1, field].includes(num)),
    );
    offsets.set(O.content, xref - forged.length).set(field, offsets.get(field)! - end + moved);
    const entries = [...offsets].map(([num, offset]) => `${num} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
    const trailer = `trailer\n<</Size ${field + 1}/Root 1 0 R/Info 9 0 R/Prev ${pdf.writer.xrefs[0]}>>\n`;
    return `xref\n${entries.join('')}${trailer}`;
  };
  const moved = xref + section(0).length;
  const head = `${text.slice(0, start)}<${message}>/ByteRange[0 ${start} ${moved} ${text.length - end}]>>\nendobj\n`;
  return fromText(head.padEnd(xref - forged.length) + forged + section(moved) + text.slice(end));
}
