/**
 * A cross-reference section is part of the data of the signed document, where no program reads it, and replaces the content
 * of a page. The update refers to it as the section before: the revision that it forms ends where the signed one ends.
 */
import { fill, formPdf, OBJECTS as O, signatureDictionary } from '../../../helpers/form-pdf.js';
import { PdfWriter } from '../../../helpers/pdf-writer.js';
import type { Attack, Document, Family } from '../attack.js';
import { by } from '../documents.js';
import { attack } from './marks.js';

const FORGED = 'BT /F1 12 Tf 50 700 Td (I owe you nothing.) Tj ET';
const OBJECT = `5 0 obj\n<</Length ${FORGED.length}>>\nstream\n${FORGED}\nendstream\nendobj\n`;
const digits = (value: number): string => String(value).padStart(10, '0');
const line = (at: number): string => `${digits(at)} 00000 n \n`;
const trailer = (prev: number): string => `trailer\n<</Size 60/Root 1 0 R/Info 9 0 R/Prev ${digits(prev)}>>\n`;
const forgedSection = (prev: number, object: number): string => `xref\n5 1\n${line(object)}${trailer(prev)}`;

interface Prepared {
  readonly writer: PdfWriter;
  /** Offsets of the own section and the forged one. */
  readonly section: number;
  readonly forged: number;
}

/** Signed in its only revision. `data` of object 40 begins at `dataAt`. */
function signedAtOnce(header: string, data: (dataAt: number) => string): { writer: PdfWriter; dataAt: number } {
  const writer = new PdfWriter(header);
  const at = writer.length;
  const start = `40 0 obj\n<</Length ${data(0).length}>>\nstream\n`;
  writer.raw(`${start}${data(at + start.length)}\nendstream\nendobj\n`);
  const { objects } = formPdf();
  const form = (objects[O.form] as string).replace('13 0 R]', '13 0 R 23 0 R]');
  const signature = { 22: signatureDictionary({}), 23: '<</FT/Sig/T(S)/V 22 0 R>>', [O.form]: form };
  writer.revision({ objects: { ...objects, ...signature }, misplaced: { 40: at }, trailer: '/Info 9 0 R' });
  return { writer, dataAt: at + start.length };
}

/** Between the trailer and 'startxref', as it is or in a comment. */
const behindTrailer = (comment: string) => (): Prepared => {
  const { writer: whole, dataAt } = signedAtOnce('%PDF-1.7\n', () => OBJECT);
  const section = whole.xrefs[0]!;
  const end = `startxref\n${section}\n%%EOF\n`;
  const before = whole.bytes.subarray(0, whole.length - end.length);
  const text = forgedSection(section, dataAt).replaceAll('\n', comment === '' ? '\n' : '\r');
  const writer = new PdfWriter('').raw(before).raw(`${comment}${text}\n${end}`);
  fill(writer, 0, by());
  return { writer, section, forged: before.length + comment.length };
};

/** Before the section of the document, as the first section of a linearized file is. */
function linearized(): Prepared {
  const { writer, dataAt } = signedAtOnce('%PDF-1.7\n%/Linearized\n', at => OBJECT + forgedSection(0, at));
  const section = writer.xrefs[0]!;
  writer.patch(writer.bytes.indexOf(`/Prev ${digits(0)}`) + '/Prev '.length, digits(section));
  fill(writer, 0, by());
  return { writer, section, forged: dataAt + OBJECT.length };
}

function updated({ writer }: Prepared, prev: number): Document {
  const update = writer.fork();
  const info = update.length;
  const at = update.raw('9 0 obj\n<</Title(Second)>>\nendobj\n').length;
  return { bytes: update.raw(`xref\n9 1\n${line(info)}${trailer(prev)}startxref\n${at}\n%%EOF\n`).bytes };
}

const PLACES: readonly (readonly [what: string, prepare: () => Prepared])[] = [
  ['behind the trailer', behindTrailer('')],
  ['in a comment behind the trailer', behindTrailer('%')],
  ['in a stream, of a file that seems linearized', linearized],
];

const prepared = ([what, prepare]: (typeof PLACES)[number]): Attack => {
  const document = prepare();
  return attack({
    what: `a section ${what}`,
    clean: () => ({ bytes: document.writer.bytes }),
    attacked: () => updated(document, document.forged),
    twin: () => updated(document, document.section),
    rule: 'byte-range-end',
  });
};

export const PREPARED_SECTIONS: Family = {
  name: 'sections that were data when the document was signed',
  clause: 'ISO 32000-2, 7.5.5, 7.5.6; Annex F',
  attacks: PLACES.map(prepared),
};
