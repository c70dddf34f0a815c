/**
 * The options of the PDF: one table for the flags, the query parameters, the completions, the docs and LibreOffice's
 * export filter. A new option is one row here; one that docconv itself carries out also has code in input/edit/ (before
 * the engine) or in output/finish.ts (after it).
 */
import { FACTURX_LEVELS, PAGE_RANGE } from './operation-types.js';
import { type OptionRow, type RowBase, row } from './option-rows.js';
import { ALL, LAYOUT, OUTPUT_NAMES, PAGES } from './outputs.js';

export type { FilterValues, OptionRow } from './option-rows.js';

/** Numbers of the export filter (com.sun.star.document.PDFExport): SelectPdfVersion and InitialView. */
const PDFA = { '1b': 1, '2b': 2, '3b': 3 } as const;
const VERSION = { '1.5': 15, '1.6': 16, '1.7': 17 } as const;
const VIEW = { page: 0, outline: 1, thumbnails: 2 } as const;

/** See paper.ts. */
export const PAPERS = ['a3', 'a4', 'a5', 'letter', 'legal', 'tabloid'] as const;

/** Text that XML can carry, with a character that is no space; line feeds begin a new line. */
const PRINTABLE = /^(?=.*\S)(?:\n|[^\p{Cc}\p{Cs}\ufffe\uffff])*$/su;

export const PDF_OPTIONS = {
  to: row.choice('format', OUTPUT_NAMES, {
    merge: 'both',
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
    merge: 'conversion',
    onPdf: 'too',
    help: 'pages to keep, e.g. 1-3,7 or 5-',
    outputs: PAGES,
    pattern: PAGE_RANGE,
    filter: value => ({ PageRange: value }),
  }),
  pdfa: row.choice('level', ['1b', '2b', '3b'], {
    merge: 'both',
    help: 'write PDF/A for archiving (ISO 19005), or fail',
    filter: value => ({ SelectPdfVersion: PDFA[value] }),
  }),
  facturx: row.text('file', {
    merge: 'conversion',
    onPdf: 'too',
    help: 'attach the XML of an electronic invoice (Factur-X, ZUGFeRD) or order (Order-X), and write PDF/A-3b',
    maxLength: 10 << 20,
    isPrivate: true,
  }),
  facturxLevel: row.choice('level', FACTURX_LEVELS, {
    merge: 'conversion',
    onPdf: 'too',
    help: 'level that the XML of --facturx has to state; by default the one that it states',
  }),
  pdfua: row.boolean(false, {
    merge: 'both',
    help: 'write tags, language and title for screen readers, as PDF/UA requires (ISO 14289-1)',
    filter: value => ({ PDFUACompliance: value }),
  }),
  pdfVersion: row.choice('version', ['1.5', '1.6', '1.7'], {
    merge: 'both',
    help: 'PDF version to write',
    filter: value => ({ SelectPdfVersion: VERSION[value] }),
  }),
  tagged: row.boolean(false, {
    help: 'keep the structure (headings, lists, tables) as tags',
    filter: value => ({ UseTaggedPDF: value }),
  }),
  bookmarks: row.boolean(true, {
    merge: 'both',
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
  changes: row.choice('version', ['final', 'original', 'marked'], {
    help: 'tracked changes: all accepted, all rejected, or marked with deleted text, the default (docx, odt)',
    families: ['writer'],
    containers: ['ooxml', 'odf', 'flat-odf'],
    outputs: ALL,
  }),
  updateIndex: row.boolean(false, {
    help: 'compute tables of contents and other indexes anew',
    families: ['writer'],
    outputs: ALL,
  }),
  comments: row.choice('where', ['none', 'annotations', 'margin'], {
    help: "keep the document's comments as PDF annotations, or print them in the margin",
    outputs: PAGES,
    // in the margin, docconv prints them from the annotations
    filter: value => ({ ExportNotes: value !== 'none' }),
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
  sheets: row.text('list', {
    help: 'sheets to print, by name or number, e.g. "Summary,2-3" (xlsx, xls, ods, fods); with --to csv, the sheet to write',
    families: ['calc'],
    containers: ['ooxml', 'odf', 'flat-odf'],
    formats: ['xls'],
    outputs: [...PAGES, 'csv'],
  }),
  fit: row.choice('pages', ['width', 'page'], {
    help: 'scale each sheet to the width of a page, or to one page (xlsx, xls, ods, fods)',
    families: ['calc'],
    containers: ['ooxml', 'odf', 'flat-odf'],
    formats: ['xls'],
    outputs: LAYOUT,
  }),
  layout: row.choice('program', ['office', 'libreoffice'], {
    help: 'lay pages out as Microsoft Office does where its rules are known, the default, or as LibreOffice does (docx, xlsx, pptx)',
    outputs: PAGES,
  }),
  locale: row.text('language', {
    help: 'language and country, e.g. de-DE: dates and numbers, and the paper of a document without page size; by default those of the document, else en-US',
    outputs: ALL,
    pattern: /^[A-Za-z0-9_-]{2,35}$/,
  }),
  paper: row.choice('size', PAPERS, {
    help: 'size of all pages of the document (docx, xlsx, xls, odt, ods, fodt, fods, html)',
    families: ['writer', 'calc'],
    containers: ['ooxml', 'odf', 'flat-odf', 'html'],
    formats: ['xls'],
    outputs: LAYOUT,
  }),
  defaultPaper: row.choice('size', ['a4', 'letter'], {
    help: 'size of the pages of a document that states none; by default that of --locale, else of the setting defaultPaper',
    outputs: ALL,
  }),
  landscape: row.boolean(false, {
    help: 'turn the pages of the document to landscape (docx, xlsx, xls, odt, ods, fodt, fods, html)',
    families: ['writer', 'calc'],
    containers: ['ooxml', 'odf', 'flat-odf', 'html'],
    formats: ['xls'],
    outputs: LAYOUT,
  }),
  watermark: row.text('text', {
    merge: 'once',
    onPdf: 'too',
    help: 'text across every page',
    outputs: PAGES,
    pattern: PRINTABLE,
  }),
  watermarkColor: row.text('rrggbb', {
    merge: 'once',
    onPdf: 'too',
    help: 'color of the watermark in hexadecimal digits, e.g. c00000 (808080)',
    outputs: PAGES,
    pattern: /^#?[0-9a-f]{6}$/i,
  }),
  watermarkAngle: row.integer('degrees', 0, 359, {
    merge: 'once',
    onPdf: 'too',
    help: 'angle of the watermark, counterclockwise, instead of the diagonal of each page',
    outputs: PAGES,
  }),
  watermarkOpacity: row.integer('percent', 1, 100, {
    merge: 'once',
    onPdf: 'too',
    help: 'opacity of the watermark (35)',
    outputs: PAGES,
  }),
  header: row.text('text', {
    merge: 'once',
    help: 'text at the top of every page; {page}, {pages}, {name} and {date} are replaced',
    outputs: PAGES,
    pattern: PRINTABLE,
  }),
  footer: row.text('text', {
    merge: 'once',
    help: 'text at the bottom of every page, with the same fields',
    outputs: PAGES,
    pattern: PRINTABLE,
  }),
  pageNumbers: row.text('format', {
    merge: 'once',
    help: 'page numbers at the bottom, "{page} / {pages}" or another text with the same fields',
    outputs: PAGES,
    pattern: PRINTABLE,
    implied: '{page} / {pages}',
  }),
  initialView: row.choice('view', ['page', 'outline', 'thumbnails'], {
    merge: 'once',
    help: 'what a PDF viewer shows beside the page when it opens the file',
    filter: value => ({ InitialView: VIEW[value] }),
  }),
  title: row.text('text', {
    merge: 'once',
    onPdf: 'too',
    help: 'title of the PDF instead of that of the document',
  }),
  author: row.text('text', {
    merge: 'once',
    onPdf: 'too',
    help: 'author of the PDF instead of that of the document',
  }),
  split: row.integer('pages', 1, 1_000_000, {
    onPdf: 'always',
    help: 'write several PDFs, each with this number of pages',
  }),
  splitPages: row.text('ranges', {
    onPdf: 'always',
    help: 'write several PDFs, one for each range of pages, e.g. 1-3,4-',
    pattern: PAGE_RANGE,
  }),
  rotate: row.choice('degrees', ['90', '180', '270'], {
    onPdf: 'always',
    help: 'rotate the pages of the PDF clockwise',
  }),
  rotatePages: row.text('range', {
    onPdf: 'always',
    help: 'pages that --rotate rotates, e.g. 1-3,7 or 5-; by default all',
    pattern: PAGE_RANGE,
  }),
  flatten: row.boolean(false, {
    onPdf: 'always',
    help: 'make annotations and form fields a part of the pages, where nobody can edit them',
  }),
  optimize: row.integer('quality', 1, 100, {
    onPdf: 'always',
    help: 'make the PDF smaller: compress it, and write its images as JPEG of this quality (80)',
    implied: 80,
  }),
  metadata: row.text('json', {
    onPdf: 'always',
    help: 'metadata of the PDF as a JSON object with title, author, subject, keywords, creator, producer, created, modified, copyright, marked, trapped or custom',
  }),
  breakSignatures: row.boolean(false, {
    onPdf: 'too',
    help: 'change a signed PDF nevertheless, and remove its signatures',
  }),
  strict: row.boolean(false, {
    merge: 'once',
    onPdf: 'too',
    help: 'fail when the conversion has warnings, and write no PDF',
    outputs: ALL,
  }),
  openPassword: row.secret('password', {
    merge: 'once',
    onPdf: 'too',
    help: 'encrypt the PDF (AES-256) with a password to open it',
  }),
  permissionPassword: row.secret('password', {
    merge: 'once',
    onPdf: 'too',
    help: 'encrypt the PDF (AES-256) with a password that lifts the restrictions',
  }),
  allow: row.list('list', ['print', 'print-low', 'modify', 'assemble', 'annotate', 'fill', 'copy'], {
    merge: 'once',
    onPdf: 'too',
    help: 'what is permitted without the permission password',
  }),
} satisfies Record<string, OptionRow>;

type Table = typeof PDF_OPTIONS;
type ValueOf<Row> = Row extends RowBase<infer Value> ? Value : never;

export type PdfOptionName = keyof Table;
/** Export options of the PDF, e.g. `{ pdfa: '2b', pages: '1-3' }`. Absent options keep their defaults. */
export type PdfOptions = { readonly [Name in PdfOptionName]?: ValueOf<Table[Name]> };
