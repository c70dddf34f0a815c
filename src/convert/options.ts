/**
 * The options of the PDF: one table for the flags, the query parameters, the completions, the docs and LibreOffice's
 * export filter. A new option is one row here; one that docconv itself carries out also has code in output/finish.ts.
 */
import type { Container, Family } from './formats.js';
import { OUTPUT_NAMES, type OutputKind, type OutputName } from './outputs.js';

/** Keys and values of LibreOffice's PDF export filter. */
export type FilterValues = Readonly<Record<string, boolean | number | string>>;

interface RowBase<Value> {
  /** One line for `--help` and docs/conversion.md, without a full stop. */
  readonly help: string;
  /** Documents that it applies to; all when absent. */
  readonly families?: readonly Family[];
  /** Kinds of files that docconv can edit for it (input/edit); all when absent. */
  readonly containers?: readonly Container[];
  /** What is written with it; the PDF only when absent. */
  readonly outputs?: readonly (OutputKind | OutputName)[];
  /** Keys of the export filter; absent where docconv does it before (input/edit) or after the engine (encryption). */
  filter?(value: Value): FilterValues;
}

/** `preset` is LibreOffice's default: true makes the flag a `--no-...`. */
interface BooleanRow extends RowBase<boolean> {
  readonly type: 'boolean';
  readonly preset: boolean;
}
interface IntegerRow extends RowBase<number> {
  readonly type: 'integer';
  readonly placeholder: string;
  readonly min: number;
  readonly max: number;
  /** The value of the flag alone; absent: it needs one. */
  readonly implied?: number;
}
interface TextRow extends RowBase<string> {
  /** A secret is never printed, logged or stored. */
  readonly type: 'text' | 'secret';
  readonly placeholder: string;
  readonly pattern?: RegExp;
}
interface ChoiceRow<Choice extends string = string> extends RowBase<Choice> {
  /** A list is any number of the choices, separated by commas. */
  readonly type: 'choice';
  readonly placeholder: string;
  readonly choices: readonly Choice[];
}
interface ListRow<Choice extends string = string> extends RowBase<readonly Choice[]> {
  readonly type: 'list';
  readonly placeholder: string;
  readonly choices: readonly Choice[];
}
export type OptionRow = BooleanRow | IntegerRow | TextRow | ChoiceRow | ListRow;

/** Keeps the choices as literal types and gives `filter` the type of its value. */
const row = {
  boolean: (preset: boolean, rest: RowBase<boolean>): BooleanRow => ({ type: 'boolean', preset, ...rest }),
  integer: (
    placeholder: string,
    min: number,
    max: number,
    rest: RowBase<number> & { implied?: number },
  ): IntegerRow => ({
    type: 'integer',
    placeholder,
    min,
    max,
    ...rest,
  }),
  text: (placeholder: string, rest: RowBase<string> & { pattern?: RegExp }): TextRow => ({
    type: 'text',
    placeholder,
    ...rest,
  }),
  secret: (placeholder: string, rest: RowBase<string>): TextRow => ({ type: 'secret', placeholder, ...rest }),
  choice: <const C extends string>(placeholder: string, choices: readonly C[], rest: RowBase<C>): ChoiceRow<C> => ({
    type: 'choice',
    placeholder,
    choices,
    ...rest,
  }),
  list: <const C extends string>(
    placeholder: string,
    choices: readonly C[],
    rest: RowBase<readonly C[]>,
  ): ListRow<C> => ({ type: 'list', placeholder, choices, ...rest }),
};

/** Numbers of the export filter (com.sun.star.document.PDFExport): SelectPdfVersion and InitialView. */
const PDFA = { '1b': 1, '2b': 2, '3b': 3 } as const;
const VERSION = { '1.5': 15, '1.6': 16, '1.7': 17 } as const;
const VIEW = { page: 0, outline: 1, thumbnails: 2 } as const;

/** What shows the pages of the document. */
const PAGES = ['pdf', 'image'] as const;
/** What has pages. */
const LAYOUT = [...PAGES, 'office'] as const;
const ALL = [...LAYOUT, 'text'] as const;

export const PDF_OPTIONS = {
  to: row.choice('format', OUTPUT_NAMES, {
    help: 'format to write: pdf, an image of each page, or another format of the same kind of document',
    outputs: ALL,
  }),
  dpi: row.integer('number', 10, 1200, {
    help: 'resolution of the images that --to png, jpg or webp writes (150)',
    outputs: ['image'],
  }),
  thumbnail: row.integer('pixels', 16, 4096, {
    help: 'write one image of the first page, with a longest side of 256 pixels or this number',
    outputs: ['image'],
    implied: 256,
  }),
  pages: row.text('range', {
    help: 'pages to keep, e.g. 1-3,7 or 5-',
    outputs: PAGES,
    pattern: /^\d{1,6}(-\d{0,6})?(,\d{1,6}(-\d{0,6})?)*$/,
    filter: value => ({ PageRange: value }),
  }),
  pdfa: row.choice('level', ['1b', '2b', '3b'], {
    help: 'write PDF/A for archiving (ISO 19005)',
    filter: value => ({ SelectPdfVersion: PDFA[value] }),
  }),
  pdfua: row.boolean(false, {
    help: 'write PDF/UA for screen readers (ISO 14289-1)',
    filter: value => ({ PDFUACompliance: value }),
  }),
  pdfVersion: row.choice('version', ['1.5', '1.6', '1.7'], {
    help: 'PDF version to write',
    filter: value => ({ SelectPdfVersion: VERSION[value] }),
  }),
  tagged: row.boolean(false, {
    help: 'keep the structure (headings, lists, tables) as tags',
    filter: value => ({ UseTaggedPDF: value }),
  }),
  bookmarks: row.boolean(true, {
    help: 'write bookmarks for headings, sheets or slides',
    filter: value => ({ ExportBookmarks: value }),
  }),
  formFields: row.boolean(true, {
    help: 'keep form fields fillable',
    filter: value => ({ ExportFormFields: value }),
  }),
  quality: row.integer('percent', 1, 100, {
    help: 'JPEG quality of the images',
    outputs: ['pdf', 'jpg', 'webp'],
    filter: value => ({ UseLosslessCompression: false, Quality: value }),
  }),
  lossless: row.boolean(false, {
    help: 'compress images without loss',
    filter: value => ({ UseLosslessCompression: value }),
  }),
  resolution: row.choice('dpi', ['75', '150', '300', '600', '1200'], {
    help: 'maximum resolution of images; by default they keep theirs',
    filter: value => ({ ReduceImageResolution: true, MaxImageResolution: Number(value) }),
  }),
  comments: row.choice('where', ['none', 'annotations', 'margin'], {
    help: "keep the document's comments as PDF annotations, or print them in the margin",
    outputs: PAGES,
    filter: value => ({ ExportNotes: value === 'annotations', ExportNotesInMargin: value === 'margin' }),
  }),
  notesPages: row.boolean(false, {
    help: "add the pages with the speaker's notes",
    families: ['impress'],
    outputs: PAGES,
    filter: value => ({ ExportNotesPages: value }),
  }),
  hiddenSlides: row.boolean(false, {
    help: 'include hidden slides',
    families: ['impress'],
    outputs: PAGES,
    filter: value => ({ ExportHiddenSlides: value }),
  }),
  singlePageSheets: row.boolean(false, {
    help: 'put each sheet on one page of its size',
    families: ['calc'],
    outputs: PAGES,
    filter: value => ({ SinglePageSheets: value }),
  }),
  landscape: row.boolean(false, {
    help: 'turn the pages of the document to landscape (docx, xlsx, odt, ods)',
    families: ['writer', 'calc'],
    containers: ['ooxml', 'odf'],
    outputs: LAYOUT,
  }),
  watermark: row.text('text', {
    help: 'text across every page',
    outputs: PAGES,
    filter: value => ({ Watermark: value }),
  }),
  initialView: row.choice('view', ['page', 'outline', 'thumbnails'], {
    help: 'what a PDF viewer shows beside the page when it opens the file',
    filter: value => ({ InitialView: VIEW[value] }),
  }),
  title: row.text('text', { help: 'title of the PDF instead of that of the document' }),
  author: row.text('text', { help: 'author of the PDF instead of that of the document' }),
  strict: row.boolean(false, { help: 'fail when the conversion has warnings, and write no PDF', outputs: ALL }),
  openPassword: row.secret('password', { help: 'encrypt the PDF (AES-256) with a password to open it' }),
  permissionPassword: row.secret('password', {
    help: 'encrypt the PDF (AES-256) with a password that lifts the restrictions',
  }),
  allow: row.list('list', ['print', 'print-low', 'modify', 'assemble', 'annotate', 'fill', 'copy'], {
    help: 'what is permitted without the permission password',
  }),
} satisfies Record<string, OptionRow>;

type Table = typeof PDF_OPTIONS;
type ValueOf<Row> = Row extends RowBase<infer Value> ? Value : never;

export type PdfOptionName = keyof Table;
/** Export options of the PDF, e.g. `{ pdfa: '2b', pages: '1-3' }`. Absent options keep their defaults. */
export type PdfOptions = { readonly [Name in PdfOptionName]?: ValueOf<Table[Name]> };
