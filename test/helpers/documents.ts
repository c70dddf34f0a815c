/**
 * Small documents of every format, written by hand, with words that must be found in their PDF.
 *
 *   documents.docx()                    a Word document that says SAMPLE_TEXT
 *   documents.xlsx('Quarterly figures')
 *   await legacy(documents.docx(), 'doc')
 */
import { epub } from './documents/epub.js';
import { binaryWorkbook } from './documents/libraries.js';
import { flatOdf, odf } from './documents/odf.js';
import { commentedWriting, presentation, workbook, writing } from './documents/ooxml.js';
import { bmp, emf, tiff, webp, wmf } from './documents/pictures.js';
import { csv, gif, html, jpg, md, mhtml, png, rtf, svg, tsv, txt } from './documents/plain.js';

export { legacy } from './documents/legacy.js';

export interface Fixture {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What pdftotext must find in the PDF; empty for pictures. */
  readonly text: string;
}

/** With letters beyond ASCII, short enough for one line anywhere. */
const SAMPLE_TEXT = 'Größer als gestern, 42';

type Maker = (text: string) => Uint8Array;

const MAKERS = {
  docx: text => writing(text, 'docx'),
  docm: text => writing(text, 'docm'),
  dotx: text => writing(text, 'dotx'),
  dotm: text => writing(text, 'dotm'),
  xlsx: text => workbook(text, 'xlsx'),
  xlsm: text => workbook(text, 'xlsm'),
  xltx: text => workbook(text, 'xltx'),
  xltm: text => workbook(text, 'xltm'),
  xlsb: binaryWorkbook,
  pptx: text => presentation(text, 'pptx'),
  pptm: text => presentation(text, 'pptm'),
  ppsx: text => presentation(text, 'ppsx'),
  potx: text => presentation(text, 'potx'),
  ppsm: text => presentation(text, 'ppsm'),
  potm: text => presentation(text, 'potm'),
  odt: text => odf('text', text),
  ott: text => odf('text-template', text),
  ods: text => odf('spreadsheet', text),
  ots: text => odf('spreadsheet-template', text),
  odp: text => odf('presentation', text),
  otp: text => odf('presentation-template', text),
  odg: text => odf('graphics', text),
  otg: text => odf('graphics-template', text),
  fodt: text => flatOdf('text', text),
  fods: text => flatOdf('spreadsheet', text),
  fodp: text => flatOdf('presentation', text),
  fodg: text => flatOdf('graphics', text),
  rtf,
  html,
  mhtml,
  csv,
  tsv,
  txt,
  svg,
  md,
  epub,
  wmf,
  emf,
} satisfies Record<string, Maker>;

const PICTURES = { png, jpg, gif, tiff, webp, bmp } satisfies Record<string, () => Uint8Array>;

export type FormatName = keyof typeof MAKERS | keyof typeof PICTURES;

/** Makers by format; each takes the text, or none for SAMPLE_TEXT. */
export const documents: Readonly<Record<FormatName, (text?: string) => Fixture>> = {
  ...mapValues(MAKERS, (make, extension) => (text = SAMPLE_TEXT) => ({
    name: `sample.${extension}`,
    bytes: make(text),
    text,
  })),
  ...mapValues(PICTURES, (make, extension) => () => ({ name: `sample.${extension}`, bytes: make(), text: '' })),
};

/** A Word document with a comment. */
export function commented(text = SAMPLE_TEXT, comment = 'Is that so?'): Fixture {
  return { name: 'commented.docx', bytes: commentedWriting(text, comment), text };
}

/** In the order of the table above. */
export const FORMAT_NAMES = Object.keys(documents) as FormatName[];

function mapValues<Key extends string, From, To>(
  object: Readonly<Record<Key, From>>,
  map: (value: From, key: Key) => To,
): Record<Key, To> {
  const entries = Object.entries(object) as [Key, From][];
  return Object.fromEntries(entries.map(([key, value]) => [key, map(value, key)])) as Record<Key, To>;
}
