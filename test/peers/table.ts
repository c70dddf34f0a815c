/** Which program can do what, and which of its files break a rule. */

/** A form that a program signed, or certified with this permission (12.8.2.2). */
export interface Original {
  readonly signer: string;
  readonly permission?: 1 | 2 | 3;
  /** The program that wrote the form anew before it was signed. */
  readonly rewritten?: string;
  /** The program that made the form; pdf-lib, where none is named. */
  readonly form?: string;
  /** Programs and actions with another outcome than with other forms. */
  readonly unlike?: readonly string[];
}

/** LibreOffice writes the form into the catalog. */
const LIBREOFFICE_FORM = ['pdfsig sign'];

export const ORIGINALS: readonly Original[] = [
  ...['docconv', '@signpdf', 'openssl', 'pdfsig', 'pyHanko', 'PDFBox', 'iText 5', 'iText 9', 'OpenPDF'].map(signer => ({
    signer,
  })),
  { signer: 'docconv', permission: 1 },
  { signer: 'docconv', permission: 2 },
  { signer: 'docconv', permission: 3 },
  { signer: 'pyHanko', permission: 3 },
  { signer: 'PDFBox', permission: 2 },
  { signer: 'iText 5', permission: 2 },
  { signer: 'iText 9', permission: 2 },
  { signer: 'OpenPDF', permission: 3 },
  { signer: 'docconv', rewritten: 'pdftk' },
  { signer: 'PDFBox', rewritten: 'mutool' },
  { signer: 'mutool' },
  { signer: 'LibreOffice', unlike: LIBREOFFICE_FORM },
  { signer: 'docconv', form: 'iText 9' },
];

export const nameOf = ({ signer, permission, rewritten, form }: Original): string =>
  `${form ? `form of ${form}, ` : ''}${rewritten ? `written by ${rewritten}, ` : ''}${permission ? `certified by ${signer}, P=${permission}` : `signed by ${signer}`}`;

const FILL = ['text', 'multiline', 'check', 'radio', 'choice'];
const MARKS = ['comment', 'highlight', 'ink', 'square'];

const PROOFS = ['timestamp', 'archive'];

/** With P=1, only proofs are permitted; with P=2, no annotations. */
export const isPermitted = ({ permission }: Original, action: string): boolean =>
  permission === 1 ? PROOFS.includes(action) : permission !== 2 || !MARKS.includes(action);

/** What each program does with a signed file. */
export const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  docconv: ['sign'],
  '@signpdf': ['sign'],
  openssl: ['sign'],
  pdfsig: ['sign'],
  pyHanko: ['sign', 'visible', 'timestamp', 'archive'],
  PDFBox: ['sign', ...FILL, 'comment', 'square'],
  'iText 5': ['sign', 'visible', ...FILL, 'comment', 'square', 'archive'],
  'iText 9': ['sign', 'visible', ...FILL, 'comment', 'square', 'archive'],
  OpenPDF: ['sign', 'visible', ...FILL, 'comment', 'square'],
  'pdfjs-dist': [...FILL, 'comment', 'highlight', 'ink'],
  '@cantoo/pdf-lib': FILL,
  'pdf-lib': ['rewrite'],
  qpdf: ['rewrite'],
  pypdf: [...FILL, 'comment'],
  PyMuPDF: [...FILL, 'comment', 'highlight'],
  mutool: ['sign', ...FILL, 'comment'],
  pdftk: ['text'],
};

/** The field and its new value. */
export const VALUES: Readonly<Record<string, readonly [field: string, value: string]>> = {
  text: ['name', 'Ann Example'],
  multiline: ['note', 'First line\nSecond line'],
  check: ['agree', 'Yes'],
  radio: ['colour', 'green'],
  choice: ['country', 'France'],
};

/** What an action is found to have done, and the field that it filled in. */
export function doneBy(action: string): [changes: string, field: string] {
  const field = VALUES[action]?.[0];
  if (field !== undefined) return ['form-filling', field];
  if (MARKS.includes(action)) return ['annotations', ''];
  return [action === 'sign' || action === 'visible' ? 'form-filling' : 'archival', ''];
}

const REWRITTEN = 'the file is written anew: the bytes that were signed are not in it (12.8.1)';
/** By program and action: the rule that the file breaks. */
const BREAKS: Readonly<Record<string, string>> = {
  'pdftk text': REWRITTEN,
  'pdf-lib rewrite': REWRITTEN,
  'qpdf rewrite': REWRITTEN,
};

/** Whether the file is to be accepted. */
export function isHonest({ unlike = [] }: Original, row: string): boolean {
  const isBroken = row in BREAKS;
  return unlike.includes(row) ? isBroken : !isBroken;
}
