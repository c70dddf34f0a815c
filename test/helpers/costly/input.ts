/** PDFs that are built to cost a verifier much time or memory. */
import { type Edit, type FormPdf, formPdf, OBJECTS, sign } from '../form-pdf.js';
import { type Body, PdfWriter } from '../pdf-writer.js';
import { createPki } from '../pki.js';

export interface CostlyInput {
  readonly name: string;
  readonly pdf: () => Uint8Array;
  /** A trusted certificate in PEM; default: none. */
  readonly anchor?: () => string;
}

export const pki = createPki({
  root: {},
  ca: { issuer: 'root', ca: true },
  ann: { issuer: 'ca' },
  tsa: { issuer: 'root', eku: ['timeStamping'], ekuCritical: true },
});

export const make = (bytes: Uint8Array): Uint8Array => pki.cms('ann', bytes);

/** The form with these objects, signed. */
export const signedForm = (objects: Readonly<Record<number, Body>> = {}, docMDP?: 1 | 2 | 3): FormPdf =>
  formPdf({}, objects).save(sign({ make, ...(docMDP ? { docMDP } : {}) }));

/** Built before it was signed. */
export const before = (name: string, objects: () => Readonly<Record<number, Body>>): CostlyInput => ({
  name,
  pdf: () => signedForm(objects()).bytes,
});

/** Changed after it was signed. */
export const after = (
  name: string,
  edit: Edit,
  objects: () => Readonly<Record<number, Body>> = () => ({}),
  docMDP?: 1 | 2 | 3,
): CostlyInput => ({ name, pdf: () => signedForm(objects(), docMDP).save(edit).bytes });

/** Not signed: the reader alone. */
export const unsigned = (name: string, build: (writer: PdfWriter) => PdfWriter): CostlyInput => ({
  name,
  pdf: () => build(new PdfWriter()).bytes,
});

export const times = <T>(count: number, item: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => item(i));
export const refs = (from: number, count: number): string => times(count, i => `${from + i} 0 R`).join(' ');

/** Numbers from which the inputs add objects. */
export const FREE = 1000;

export const MINIMAL: Readonly<Record<number, Body>> = {
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
};

/** The catalog of the form with further entries. */
export const catalog = (entries: string): Readonly<Record<number, Body>> => ({
  [OBJECTS.catalog]: `<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R${entries}>>`,
});
