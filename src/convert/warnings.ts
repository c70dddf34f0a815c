/**
 * Warnings: the PDF was made, but shows something else than the author of the document saw. One row for each code: a
 * worker reports codes and details, and the text of the message is made here, so that no worker can choose it.
 */
import { DocconvError, type ErrorDetail } from '../errors.js';
import { plural } from '../text.js';

/** What every row has; `Detail` is the type of its example. */
interface WarningRow<Detail extends ErrorDetail = ErrorDetail> {
  /** A 'note' is for information: it is no reason for an alarm, and `strict` permits it. */
  readonly level: 'warning' | 'note';
  /** When it is given, for docs/conversion.md, without a full stop. */
  readonly meaning: string;
  readonly example: Detail;
  /** For users: what differs, and what to do about it. */
  message(detail: Detail): string;
}

type Rest<Detail extends ErrorDetail> = Omit<WarningRow<Detail>, 'level'>;
const row = {
  warning: <Detail extends ErrorDetail>(rest: Rest<Detail>): WarningRow<Detail> => ({ level: 'warning', ...rest }),
  note: <Detail extends ErrorDetail>(rest: Rest<Detail>): WarningRow<Detail> => ({ level: 'note', ...rest }),
};

export const WARNINGS = {
  font_substituted: row.warning({
    meaning:
      'a font of the document is not available, and another one is in the PDF; lines and pages may break at other places',
    example: { font: 'Segoe UI', used: 'DejaVu Sans' },
    message: ({ font, used }) =>
      `The font ${font} is not available and was replaced (${used.includes(', ') ? 'by one of' : 'by'}: ${used}).`,
  }),
  font_metric_twin: row.note({
    meaning: 'a font of the document was replaced by one of the same widths, so that lines and pages stay the same',
    example: { font: 'Calibri', used: 'Carlito' },
    message: ({ font, used }) => `The font ${font} was replaced by ${used}, which has the same widths.`,
  }),
  glyphs_missing: row.warning({
    meaning: 'characters that no available font has are printed as empty boxes, or not at all; page 0: not known',
    example: { characters: 2, page: 1, which: 'U+13000 𓀀' },
    message: ({ characters, page, which }) =>
      `No font has ${plural(characters, 'character')} of the text${page > 0 ? `, first on page ${page}` : ''}: boxes or blanks are printed${which && ` for ${which}`}. Install a font for them.`,
  }),
  comments_cut: row.warning({
    meaning: 'comments that `--comments margin` prints have too little place on their page, and are cut or left out',
    example: { comments: 2, page: 1 },
    message: ({ comments, page }) =>
      `${plural(comments, 'comment')} cut or left out, first on page ${page}: the margin is full. Use --comments annotations to keep all of them.`,
  }),
  pictures_lost: row.warning({
    meaning: 'pictures of the document are not in the PDF',
    example: { lost: 1, pictures: 3 },
    message: ({ lost, pictures }) =>
      `${lost} of ${plural(pictures, 'picture')} ${lost === 1 ? 'is' : 'are'} not in the PDF: LibreOffice cannot read it, or has left it out.`,
  }),
  picture_damaged: row.warning({
    meaning:
      'pictures of the document are missing from it, or their data are damaged: they are printed in part, in other colours, or not at all',
    example: { damaged: 1, first: 'word/media/image1.png' },
    message: ({ damaged, first }) =>
      `${plural(damaged, 'picture')} of the document ${damaged === 1 ? 'is' : 'are'} missing or damaged and may not be in the PDF, or only parts of ${damaged === 1 ? 'it' : 'them'}: ${first}. Insert ${damaged === 1 ? 'it' : 'them'} again.`,
  }),
  content_lost: row.warning({
    meaning: 'the document has content that LibreOffice cannot draw: it is not in the PDF, or looks different',
    example: { what: 'ink, 3D model' },
    message: ({ what }) =>
      `Missing from the PDF or different in it, because LibreOffice cannot draw it: ${what}. Insert a picture of it instead.`,
  }),
  cells_cut: row.warning({
    meaning: 'fields of a CSV or TSV text may be longer than a page is wide: they are printed up to its edge',
    example: { fields: 3 },
    message: ({ fields }) =>
      `${plural(fields, 'field')} may be longer than a page is wide and cut at its edge. Use --single-page-sheets to print all of the text.`,
  }),
  rows_unfitted: row.warning({
    meaning:
      'rows of a workbook state no height, and a sheet, or the texts of such rows, have more characters than are read: lines may be cut',
    example: { characters: 1_048_576 },
    message: ({ characters }) =>
      `Lines of rows may be cut: the workbook states no heights for them, and a sheet, or the texts of such rows, have more than ${characters} characters. Save it in its program, which computes the heights.`,
  }),
  tables_cut: row.warning({
    meaning: 'tables of an HTML page, Markdown text or book are wider than a page: they are printed up to its edge',
    example: { tables: 1 },
    message: ({ tables }) =>
      `${plural(tables, 'table')} wider than a page and cut at its edge. Use --landscape, or --paper with a larger one.`,
  }),
  media_removed: row.warning({
    meaning: 'sounds or films of the document are not in the PDF, because PDF/A does not permit them',
    example: { media: 2 },
    message: ({ media }) =>
      `${plural(media, 'sound or film', 'sounds or films')} not in the PDF: PDF/A does not permit them.`,
  }),
  changes_printed: row.warning({
    meaning: 'the document has tracked changes, and deleted text is printed',
    example: { deletions: 3 },
    message: ({ deletions }) =>
      `Deleted text is printed: the document has tracked changes (${plural(deletions, 'deletion')}). Use --changes final or original, or accept or reject them first.`,
  }),
  hidden_content_printed: row.warning({
    meaning: 'the document hides content that LibreOffice prints nevertheless',
    example: { hidden: 'shapes, table rows' },
    message: ({ hidden }) =>
      `Hidden ${hidden} of the document are in the PDF: LibreOffice does not hide them. Delete them from the document first.`,
  }),
  format_mismatch: row.warning({
    meaning: 'the document has another format of the same family than its name or `--from` says',
    example: { declared: 'docx', found: 'rtf' },
    message: ({ declared, found }) =>
      `The document has the format ${found}, although its name or --from says ${declared}; it was converted as ${found}.`,
  }),
  document_damaged: row.warning({
    meaning:
      'parts of the document are missing from it, or damaged: LibreOffice reads those up to the error, and what follows is missing from the PDF',
    example: { parts: 1, first: 'xl/worksheets/sheet1.xml' },
    message: ({ parts, first }) =>
      `The document is damaged, and what LibreOffice cannot read of it is missing from the PDF: ${first}${parts > 1 ? ` and ${parts - 1} more` : ''}. Repair it in its program.`,
  }),
  parts_repeated: row.warning({
    meaning: 'the package has several parts with the same name, of which the last one counts, as for LibreOffice',
    example: { part: 'word/document.xml', count: 1 },
    message: ({ part, count }) =>
      `The document is damaged: ${plural(count, 'part')} more than once, and only the last one is converted: ${part}. Save it again in its program.`,
  }),
  other_engine: row.warning({
    meaning:
      'the installed LibreOffice does not load the document, so the embedded one converted it, which has another version',
    example: { failed: 'native', used: 'wasm' },
    message: ({ failed, used }) =>
      `The engine ${failed} could not convert this document, which may be damaged: the engine ${used} did, with another version of LibreOffice. Check the PDF.`,
  }),
  encoding_unknown: row.warning({
    meaning:
      'a text is neither UTF-8 nor UTF-16, does not say what it is, and its bytes are unlike Windows-1252: its encoding is a guess',
    example: { read: 'Windows-1252' },
    message: ({ read }) =>
      `The text was read as ${read}, since it is neither UTF-8 nor UTF-16, and letters may be wrong. Save it as UTF-8.`,
  }),
  picture_not_loaded: row.warning({
    meaning: 'a picture of a Markdown text or book is not in the document itself; docconv loads no other files',
    example: { picture: 'images/plan.png' },
    message: ({ picture }) => `The picture ${picture} is not in the document and is missing from the PDF.`,
  }),
  formulas_lost: row.warning({
    meaning: 'the document has formulas, and LibreOffice Math, which draws them, is not installed',
    example: { formulas: 2 },
    message: ({ formulas }) =>
      `${plural(formulas, 'formula')} missing: LibreOffice Math is not installed (Debian: libreoffice-math-nogui).`,
  }),
  fields_recomputed: row.warning({
    meaning: 'fields or formulas show the time of the conversion or a new random number, not the saved value',
    example: { fields: 'DATE, TIME', count: 2 },
    message: ({ fields, count }) =>
      `${plural(count, 'field or formula', 'fields or formulas')} computed anew: ${fields}.`,
  }),
  results_unknown: row.warning({
    meaning: 'formulas that docconv cannot compute have no saved result, or 0 where a workbook asks for a calculation',
    example: { formulas: 2, functions: 'XLOOKUP', cells: 'B2, B3' },
    message: ({ formulas, functions, cells }) =>
      `${plural(formulas, 'formula')} with an error or 0 as the result: none is saved in the workbook, and docconv cannot compute ${functions} (${cells}). Save the workbook in Excel.`,
  }),
  print_area_ignored: row.warning({
    meaning: 'the print area of a sheet is a formula: LibreOffice prints the whole sheet',
    example: { area: 'OFFSET(Sheet1!$A$1,0,0,3,2)' },
    message: ({ area }) => `The whole sheet is printed: its print area is a formula: ${area}. State its cells.`,
  }),
  links_ignored: row.warning({
    meaning: 'pictures or style sheets outside of the document were not loaded',
    example: { links: 1, first: 'https://example.org/logo.png' },
    message: ({ links, first }) =>
      `${plural(links, 'linked file')} not loaded, since docconv opens no addresses: ${first}. Embed it in the document.`,
  }),
  signatures_lost: row.warning({
    meaning: 'a PDF that was merged has signatures, valid for that file only: the merged PDF has none of them',
    example: { document: 'contract.pdf', signatures: 1 },
    message: ({ document, signatures }) =>
      `${document} has ${plural(signatures, 'signature')}, which the merged PDF does not have. Keep the signed file.`,
  }),
  features_lost: row.warning({
    meaning:
      'a PDF was merged, split, or printed again as PDF/A for a client of Gotenberg, and the result lacks what is listed; `original` is the document that LibreOffice embedded in the PDF, and `actions of the document` are those at its opening, closing, saving or printing',
    example: { document: 'form.pdf', features: 'attached files (factur-x.xml), form fields' },
    message: ({ document, features }) =>
      `Of ${document}, the result lacks what is beside the pages: ${features}. Keep the original file.`,
  }),
  encryption_lost: row.warning({
    meaning: 'a PDF that was merged is encrypted; the merged PDF is so only with passwords of its own',
    example: { document: 'contract.pdf' },
    message: ({ document }) =>
      `${document} is encrypted, and its password and restrictions do not apply to the merged PDF.`,
  }),
  pdf_damaged: row.warning({
    meaning: 'a PDF to merge or to work on is damaged; what could not be read of it is missing from the result',
    example: { document: 'scan.pdf' },
    message: ({ document }) =>
      `${document} is damaged, and parts of it may be missing from the result. Compare its pages with the original.`,
  }),
  signatures_removed: row.warning({
    meaning: 'an operation removed the signatures of a PDF, as `--break-signatures` says',
    example: { signatures: 1 },
    message: ({ signatures }) => `${plural(signatures, 'signature')} of the PDF removed. Keep the signed file.`,
  }),
  encryption_removed: row.warning({
    meaning: 'a PDF is encrypted; what an operation made of it is so only with passwords of its own',
    example: { encrypted: true },
    message: () => 'The PDF was encrypted, and the result is not. Set passwords to encrypt it again.',
  }),
  pdfa_lost: row.warning<{ standard: string; rules: string; document?: string }>({
    meaning:
      'a PDF claims to be PDF/A or PDF/UA, and after an operation or a merge it breaks rules of it, or rules that are not judged, or another document of the merge claims none: the result has no claim, or one of level B',
    example: { standard: 'PDF/A-2b', rules: 'encryption' },
    message: ({ standard, rules, document }) => {
      const broken = rules === 'not judged' ? 'whose rules are not judged' : `whose rules it breaks: ${rules}`;
      return `The result does not claim ${standard} any more, ${document ? `because ${document} does not claim PDF/A` : broken}.`;
    },
  }),
  annotations_left: row.warning({
    meaning: '`--flatten` left annotations without an appearance of their own, or a stamp lacks those of its PDF',
    example: { annotations: 1, page: 1, of: 'document' },
    message: ({ annotations, page, of }) =>
      `${plural(annotations, 'annotation')} without an appearance not flattened, first on page ${page} of the ${of === 'stamp' ? of : 'document'}.`,
  }),
  macros_ignored: row.note({
    meaning: 'the document has macros; docconv never runs them',
    example: { part: 'word/vbaProject.bin' },
    message: ({ part }) => `The macros of the document (${part}) were not run.`,
  }),
  not_compared: row.note({
    meaning: 'the PDF is too large to compare its fonts and pictures with those of the document',
    example: { reason: 'LIMIT_EXCEEDED' },
    message: ({ reason }) => `The PDF was not compared with the document (${reason}): fonts or pictures may differ.`,
  }),
  warnings_omitted: row.warning({
    meaning: 'the document has more warnings than docconv reports for one document',
    example: { omitted: 12 },
    message: ({ omitted }) => `${plural(omitted, 'further warning')} about this document not shown.`,
  }),
};

type Table = typeof WARNINGS;
type DetailOf<Row> = Row extends WarningRow<infer Detail> ? Detail : never;

export type WarningCode = keyof Table;

export const WARNING_CODES = Object.keys(WARNINGS) as WarningCode[];

/** What a worker reports. */
export interface Observation {
  readonly code: WarningCode;
  readonly detail: ErrorDetail;
}

/** `code` is stable; `detail` has the members of the example in the table, of the same types. */
export interface Warning extends Observation {
  /** One or two sentences for users. */
  readonly message: string;
}

/** For one document: the list ends with `warnings_omitted` when there are more. */
export const MAX_WARNINGS = 50;

/** The warnings about one document while it is converted. */
export class Warnings {
  readonly #found = new Map<string, Observation>();
  #omitted = 0;

  /** The same warning is reported once. */
  add<Code extends WarningCode>(code: Code, detail: DetailOf<Table[Code]>): void {
    const key = JSON.stringify([code, detail]);
    if (this.#found.has(key)) return;
    if (this.#found.size < MAX_WARNINGS - 1) this.#found.set(key, { code, detail });
    else this.#omitted++;
  }

  list(): Observation[] {
    const found = [...this.#found.values()];
    return this.#omitted > 0 ? [...found, { code: 'warnings_omitted', detail: { omitted: this.#omitted } }] : found;
  }
}

/** The detail has to be as in the example of its row. */
export function asWarning({ code, detail }: Observation): Warning {
  const { message }: WarningRow = WARNINGS[code];
  return { code, message: message(detail), detail };
}

/** A warning of a newer server may have an unknown code: it counts as an alarm. */
export function isNote({ code }: { code: string }): boolean {
  return Object.hasOwn(WARNINGS, code) && WARNINGS[code as WarningCode].level === 'note';
}

/** For `strict`: throws HAS_WARNINGS with all messages, unless there are only notes. */
export function requireNoWarnings(warnings: readonly Warning[]): void {
  const alarms = warnings.filter(warning => !isNote(warning));
  if (alarms.length === 0) return;
  const codes = [...new Set(alarms.map(({ code }) => code))].join(',');
  const messages = alarms.map(({ message }) => message).join(' ');
  const count = alarms.length;
  throw new DocconvError('HAS_WARNINGS.strict', { count, messages }, { detail: { warnings: count, codes } });
}
