/**
 * Faults of LibreOffice and what docconv does about each: one table. A new fault is a row here, a document that shows it
 * in test/convert/quirks/, and the code that asks for it. `npm run bench quirks` says which rows are wrong for the
 * LibreOffice of this machine. A version is named only where it was measured.
 *
 * Three things are not here: faults that show with any document (engine-quirks.ts), keys of the configuration that only some
 * versions have, which are no faults and stand beside the keys (`SETTINGS` in engines/profile.ts), and filters that one build
 * lacks (`lacking` in outputs.ts).
 */
import type { EngineName } from '../engine-name.js';
import type { Versions } from './versions.js';

export const KINDS = [
  'word',
  'excel',
  'xlsb',
  'powerpoint',
  'odf',
  'rtf',
  'doc',
  'xls',
  'ppt',
  'html',
  'svg',
  'xml-excel',
  'csv',
  'text',
  'other',
] as const;
/** Kinds of documents: odf also in one XML file, csv also with tabs. */
export type Kind = (typeof KINDS)[number];

/**
 * What docconv does: changes the document or the PDF, sets an option of a filter, warns, or limits the document. A limit
 * and an edit of the PDF apply to every version.
 */
type Remedy = 'edit' | 'edit of the PDF' | 'option' | 'warning' | 'limit';

export interface Quirk extends Versions {
  /** What LibreOffice does. */
  readonly fault: string;
  readonly documents: readonly Kind[];
  readonly remedy: Remedy;
  /** The only engine that has it. */
  readonly engine?: EngineName;
}

/** With what `content_lost` or `hidden_content_printed` names. */
interface Warned extends Quirk {
  readonly words: string;
}

/** `documents`: kinds, separated by blanks. */
function row(remedy: Remedy, documents: string, fault: string, limits: Versions & Pick<Quirk, 'engine'> = {}): Quirk {
  return { fault, remedy, documents: KINDS.filter(kind => documents.split(' ').includes(kind)), ...limits };
}

const warned =
  (does: string) =>
  (documents: string, words: string, limits: Versions & Pick<Quirk, 'engine'> = {}): Warned => ({
    ...row('warning', documents, `${does} ${words}`, limits),
    words,
  });

const lost = warned('leaves out, or draws in another way:');
const hidden = warned('prints hidden');

const OFFICE = 'word excel powerpoint';
const EVERY = KINDS.join(' ');

/** Content that is left out without a message, with its words in the warning `content_lost`. */
export const LOST = {
  ink: lost(OFFICE, 'ink'),
  model3d: lost(OFFICE, '3D model'),
  chart2016: lost(OFFICE, 'chart of Office 2016'),
  slicer: lost(OFFICE, 'slicer'),
  timeline: lost(OFFICE, 'timeline'),
  unknownGraphic: lost(OFFICE, 'graphic of an unknown kind'),
  embeddedObject: lost('word powerpoint odf', 'embedded object'),
  control: lost('powerpoint', 'control'),
  chartData: lost('word powerpoint', 'data of a chart'),
  paragraphNumbers: lost('powerpoint', 'numbers of paragraphs'),
  subdocument: lost('word', 'subdocument'),
  insertedFile: lost('word', 'inserted file'),
  insertedPage: lost('word', 'inserted file', { gone: '26.8' }),
  smartArt: lost(OFFICE, 'SmartArt without a drawing'),
  noteComments: lost('word', 'comments in footnotes'),
  modernComments: lost('powerpoint', 'comments of PowerPoint 365'),
  shownComments: lost('odf', 'comments that a sheet shows', { engine: 'wasm' }),
  cellComments: lost('xml-excel', 'comments of cells'),
  headerPicture: lost('excel', 'picture in the header of a sheet'),
  cellPicture: lost('excel', 'picture in a cell'),
  linkedData: lost('excel', 'linked data type'),
  embeddedPage: lost('odf html', 'embedded page'),
  inlineSvg: lost('html', 'inline SVG'),
  mathMl: lost('html', 'MathML'),
  film: lost('html', 'film'),
  marquee: lost('html', 'marquee'),
  looseInput: lost('html', 'input outside of a form'),
  unencodedPicture: lost('html', 'picture without Base64'),
  avif: lost(`${OFFICE} odf html`, 'AVIF picture'),
  heic: lost(`${OFFICE} odf html`, 'HEIC picture'),
  jpegXr: lost(`${OFFICE} odf html`, 'JPEG XR picture'),
  jpeg2000: lost(`${OFFICE} odf html`, 'JPEG 2000 picture'),
  bigTiff: lost(`${OFFICE} odf html`, 'BigTIFF picture'),
  jpegXl: lost(`${OFFICE} odf html`, 'JPEG XL picture'),
  icon: lost(`${OFFICE} odf html`, 'ICO picture'),
  svgHtml: lost(`${OFFICE} odf svg`, 'HTML in an SVG picture'),
  eqField: lost('word rtf', 'EQ field'),
  styleRefField: lost('word', 'STYLEREF field in a header or footer', { gone: '24.8' }),
  gotoButtonField: lost('word rtf', 'GOTOBUTTON field'),
  barcodeField: lost('word rtf', 'barcode field'),
  ifField: lost('rtf', 'IF field'),
};

/** Content that is hidden and printed nevertheless, with its words in the warning `hidden_content_printed`. */
export const HIDDEN = {
  hiddenShapes: hidden('word', 'shapes'),
  hiddenRows: hidden('word', 'table rows'),
  hiddenParagraphs: hidden('odf', 'paragraphs'),
  hiddenElements: hidden('html', 'elements'),
  hiddenSvgElements: hidden(`${OFFICE} odf svg`, 'elements of an SVG picture'),
};

export const QUIRKS = {
  ...LOST,
  ...HIDDEN,
  unusualZip: row('edit', `${OFFICE} xlsb odf other`, 'opens no package with ZIP64, a comment or other unusual fields'),
  statelessEncoding: row('edit', 'html csv text', 'takes text that does not state its encoding for UTF-8'),
  refresh: row('edit', 'html', 'hangs on a page that refreshes itself, or breaks the next document'),
  internalSubset: row('edit', 'html', 'prints the end of the declarations in the DOCTYPE of an XHTML page'),
  unknownBlocks: row('edit', 'html', 'prints sections, captions and other blocks of HTML5 in one line'),
  incompleteManifest: row('edit', 'odf', 'takes a package with a part that the manifest does not name for damaged'),
  pngErrors: row('edit', `${OFFICE} xlsb odf rtf doc xls ppt html svg other`, 'crashes on any error in a PNG picture', {
    engine: 'wasm',
  }),
  hiddenSheets: row('edit', 'excel xlsb odf xls', 'prints hidden sheets with a print area, and an active one'),
  scrolledSheet: row('edit', 'excel', 'begins a sheet on a single page with the first row of the window'),
  ifFieldResult: row('edit', 'word', 'prints nothing of an IF field'),
  contentControls: row('edit', 'word odf', 'prints content controls in another font, and cut in form fields since 7.5'),
  webHidden: row('edit', 'word', 'hides text that is hidden in the web layout only'),
  onlyChoices: row('edit', OFFICE, 'leaves out content for programs of Office without other content in its place'),
  svgAlone: row('edit', OFFICE, 'leaves out an SVG picture without another picture', { gone: '24.8' }),
  // 7.4.7 and 25.2.3, as a library and as a process, open none; 24.8.8 as WebAssembly writes empty comments
  noteCommentsUnread: row('edit', 'word', 'opens no document with comments in notes, or writes empty ones'),
  fieldRuns: row('edit', 'word', 'prints a field, and what follows it in its run, without the properties of the run'),
  savedFields: row(
    'edit',
    'word',
    'computes fields of the text when it opens it, and prints errors for some references',
  ),
  romanCounts: row('edit', 'word', 'writes the number of pages with the digits of page numbers, also Roman ones'),
  tabsBehindIndent: row('edit', 'word', 'leaves out text at a right tab stop behind the right indent', {
    gone: '24.8',
  }),
  alignmentTabs: row('edit', 'word', 'takes a tab to the middle or right of the page for one to the next stop'),
  alignedPages: row('edit', 'word', 'prints text in the middle or at the bottom of a page at its top'),
  spaceBehindBreak: row('edit', 'word', 'keeps the space above a paragraph behind a page break, which Word removes', {
    gone: '24.8',
  }),
  lineRules: row('edit', 'word', 'takes the spacing of lines that states no rule for an exact height', {
    gone: '25.2',
  }),
  justifiedLines: row('edit', 'word', 'only stretches the lines of justified text, where Word shrinks some', {
    gone: '24.8',
  }),
  gridLines: row('edit', 'word', 'gives lines on a grid its height, also where the text states an exact one', {
    gone: '25.2',
  }),
  legalNumbers: row('edit', 'word', 'writes numbers with letters where a level shows all of them as decimals', {
    gone: '24.8',
  }),
  restartedNumbers: row('edit', 'word', 'restarts the numbers of a level that nothing restarts'),
  eastAsianLines: row('edit', 'word', 'makes lines in an East Asian font lower than Word'),
  substituteLines: row('edit', 'word', 'makes lines in the substitute of an East Asian font higher than Word', {
    since: '26.8',
  }),
  tableGrid: row(
    'edit',
    'word',
    'gives columns the widths of the grid, where Word follows those of the cells or their text',
  ),
  wideTables: row(
    'edit',
    'word',
    'gives the columns of a table the widths that are stated, where Word shrinks them to its width',
  ),
  animatedWebp: row('edit', 'other', 'does not open an animated WebP picture'),
  endlessSmartArt: row('edit', 'powerpoint', 'never ends with SmartArt without a drawing', { engine: 'wasm' }),
  computedHeight: row('edit', 'powerpoint', 'fits shapes to their text, which PowerPoint leaves at their saved size'),
  computedFit: row('edit', 'powerpoint', 'shrinks text to its shape by another scale than the one that is saved'),
  bulletFonts: row('edit', 'powerpoint', 'draws bullets without a font of their own in OpenSymbol, too high'),
  wideNumbers: row('edit', 'powerpoint', 'leaves out numbers of paragraphs in double-byte digits'),
  slideTables: row('edit', 'powerpoint', 'draws no bold letters of a style of tables that is not defined'),
  slideTabStops: row('edit', 'powerpoint', 'drops the tab stops of paragraphs whose indent is stated as 0'),
  slideBaselines: row('edit', 'powerpoint', 'puts lines 0.06 of the size of their font lower than PowerPoint for Mac'),
  narrowSubstitute: row('edit', OFFICE, 'draws Malgun Gothic, where it is missing, in other and narrower letters'),
  scriptSpaces: row(
    'option',
    'powerpoint',
    'puts space between East Asian and other letters, which PowerPoint does not',
  ),
  columnWidths: row('edit', 'excel', 'counts columns in twips, where Excel for Mac takes whole points'),
  generalNumbers: row(
    'edit',
    'excel',
    'prints 15 digits of numbers without a format, where Excel prints 11 characters',
  ),
  rowHeights: row('edit', 'excel', 'makes rows higher than Excel for Mac, where the Normal font is none of the theme'),
  unfittedRows: row('edit', 'excel', 'leaves rows without a stated height at that of one line, and cuts the others', {
    gone: '24.8',
  }),
  sheetOrigin: row('edit', 'excel', 'draws the lines of a sheet half a point before those of Excel for Mac'),
  unknownFunctions: row('edit', 'excel', 'prints errors for array formulas with functions it does not know'),
  newFunctions: row('warning', 'excel', 'does not know XLOOKUP, FILTER and other functions of Excel 2021', {
    gone: '24.8',
  }),
  fullCalculation: row('edit', 'excel', 'prints saved results where a workbook asks for a calculation'),
  manualCalculation: row('edit', 'excel', 'prints 0 for results that are texts where the calculation is manual'),
  formatLanguages: row('edit', OFFICE, 'prints dates whose format names a language by its tag as numbers'),
  relativeAreas: row('edit', 'excel', 'prints the whole sheet where its print area has relative references'),
  sheetBackground: row('edit', 'excel', 'prints the background picture of a sheet, which Excel only shows'),
  tableStyles: row('edit', 'excel', 'draws nothing of the styles of tables'),
  normalStyle: row('edit', 'excel', 'prints cells without a format in its own font where no style is Normal'),
  dayZero: row('edit', 'excel', 'prints 0 as the day before the one that Excel prints, in 1899'),
  htmlComments: row('option', 'html', 'takes comments and meta elements for comments of the text'),
  csvCodes: row('option', 'csv', 'prints codes as numbers'),
  csvCut: row('warning', 'csv', 'prints fields up to the edge of the page'),
  htmlTableCut: row('warning', 'html', 'prints tables up to the edge of the page'),
  recomputed: row('warning', `${OFFICE} odf rtf`, 'computes dates, times and random numbers anew'),
  commentOrder: row('edit of the PDF', 'word odf rtf doc', 'lists the comments from the last to the second'),
  commentDate: row('edit of the PDF', 'word odf rtf doc', 'writes a date of the year -1 where a comment has none'),
  pdfVersion17: row('edit of the PDF', EVERY, 'writes PDF 1.6 where 1.7 is wanted', { gone: '24.8' }),
  pdfaConformance: row('edit of the PDF', EVERY, 'claims conformance A of PDF/A-1 where B is wanted', { gone: '24.8' }),
  pdfaDates: row('edit of the PDF', EVERY, 'writes the date 0000-00-00 into the metadata', { since: '24.8' }),
  sheetPageRange: row('edit of the PDF', 'excel xlsb odf xls', 'ignores the page range where each sheet is one page'),
  pageBreaks: row('limit', 'word odf rtf html', 'takes minutes for thousands of page breaks'),
  tableRows: row('limit', 'word odf html', 'takes minutes for a table with thousands of rows'),
  paragraphRuns: row('limit', 'word html', 'takes minutes for a paragraph with thousands of pieces'),
};

export type LostId = keyof typeof LOST;
export type HiddenId = keyof typeof HIDDEN;
export type WarnedId = LostId | HiddenId;
export type QuirkId = keyof typeof QUIRKS;

export const QUIRK_IDS = Object.keys(QUIRKS) as QuirkId[];
