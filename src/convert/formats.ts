/**
 * The formats that docconv converts: one table. A new format is one row here, and code in input/detect*.ts only where
 * it is recognised in a way that no other row uses.
 */
import { DocconvError } from '../errors.js';

/** Which LibreOffice application lays the document out. */
export type Family = 'writer' | 'calc' | 'impress' | 'draw';

/** How a format is recognised by its bytes; decides what `marks` are. */
export type Container =
  /** A ZIP file whose main part has one of the content types in `marks` (ECMA-376-2, 10.1.2). */
  | 'ooxml'
  /** As `ooxml`, but its parts are not those of ECMA-376-1, so that docconv edits none of them: [MS-XLSB], [MS-VSDX]. */
  | 'opc'
  /** A ZIP file whose `mimetype` entry is one of `marks` (ODF 1.3 part 2, 3.3). */
  | 'odf'
  /** A ZIP file whose `mimetype` entry is one of `marks` (EPUB 3.3, 4.2.6). */
  | 'epub'
  /** One XML file whose root element is in one of the namespaces in `marks`. */
  | 'xml'
  /** One XML file whose root names one of `marks` as office:mimetype (ODF 1.3 part 3, 3.1.2). */
  | 'flat-odf'
  /** A compound file ([MS-CFB]) with a stream, or with a storage if it ends in a slash, named as one of `marks`. */
  | 'cfb'
  /** Begins with one of `marks`, in Latin-1, in which a question mark stands for any byte. */
  | 'magic'
  /** XML with the root element svg. */
  | 'svg'
  /** A MIME message of one page and its files (RFC 2557). */
  | 'mime'
  /** Text: the bytes can only exclude it, so the name or `--from` decides. */
  | 'html'
  | 'text';

export interface Format {
  readonly name: string;
  /** For people: "Word document". */
  readonly title: string;
  /** Without the dot, the usual one first; none where others use it as well (.xml). */
  readonly extensions: readonly string[];
  readonly mediaType: string;
  readonly family: Family;
  readonly container: Container;
  readonly marks: readonly string[];
  /** LibreOffice's import filter: naming it saves the type detection and keeps other parsers unreachable. */
  readonly inputFilter: string;
  /** Options of the import filter (encoding, separator), null where it takes none. */
  readonly inputOptions: string | null;
  readonly pdfFilter: `${string}_pdf_Export`;
  /** The component of LibreOffice with the import filter, where some builds lack it: see EngineStatus. */
  readonly component: string | null;
  /** Declares macros. They never run (profile.ts), but a document with macros must not have a name without. */
  readonly macros: boolean;
}

type Row = readonly [
  name: string,
  title: string,
  extensions: string,
  mediaType: string,
  inputFilter: string,
  marks?: string,
];

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const WORD = `${OFFICE}.wordprocessingml`;
const SHEET = `${OFFICE}.spreadsheetml`;
const SLIDES = `${OFFICE}.presentationml`;
const MS_WORD = 'application/vnd.ms-word';
const MS_EXCEL = 'application/vnd.ms-excel';
const MS_SLIDES = 'application/vnd.ms-powerpoint';
const VISIO = 'application/vnd.ms-visio';
const MS_XML = 'urn:schemas-microsoft-com:office';
const ODF = 'application/vnd.oasis.opendocument';

/** Import filters that call libraries of their own (libvisio, libmspub, libwpd, Orcus) or XSLT. */
const OF_LIBRARIES = new Set(
  'Visio Document,Publisher Document,WordPerfect,MS Excel 2003 XML Orcus,MS Word 2003 XML'.split(','),
);

// biome-ignore format: a table is read by its columns
export const FORMATS: readonly Format[] = [
  ...rows('writer', 'ooxml', [
    ['docx', 'Word document', 'docx', `${WORD}.document`, 'MS Word 2007 XML', `${WORD}.document.main+xml`],
    ['dotx', 'Word template', 'dotx', `${WORD}.template`, 'MS Word 2007 XML Template', `${WORD}.template.main+xml`],
    ['docm', 'Word document with macros', 'docm', `${MS_WORD}.document.macroEnabled.12`, 'MS Word 2007 XML VBA', `${MS_WORD}.document.macroEnabled.main+xml`],
    ['dotm', 'Word template with macros', 'dotm', `${MS_WORD}.template.macroEnabled.12`, 'MS Word 2007 XML Template', `${MS_WORD}.template.macroEnabledTemplate.main+xml`],
  ]),
  ...rows('calc', 'ooxml', [
    ['xlsx', 'Excel workbook', 'xlsx', `${SHEET}.sheet`, 'Calc MS Excel 2007 XML', `${SHEET}.sheet.main+xml`],
    ['xltx', 'Excel template', 'xltx', `${SHEET}.template`, 'Calc MS Excel 2007 XML Template', `${SHEET}.template.main+xml`],
    ['xlsm', 'Excel workbook with macros', 'xlsm', `${MS_EXCEL}.sheet.macroEnabled.12`, 'Calc MS Excel 2007 VBA XML', `${MS_EXCEL}.sheet.macroEnabled.main+xml`],
    ['xltm', 'Excel template with macros', 'xltm', `${MS_EXCEL}.template.macroEnabled.12`, 'Calc MS Excel 2007 XML Template', `${MS_EXCEL}.template.macroEnabled.main+xml`],
  ]),
  ...rows('calc', 'opc', [
    ['xlsb', 'Excel binary workbook', 'xlsb', `${MS_EXCEL}.sheet.binary.macroEnabled.12`, 'Calc MS Excel 2007 Binary', `${MS_EXCEL}.sheet.binary.macroEnabled.main`],
  ]),
  ...rows('impress', 'ooxml', [
    ['pptx', 'PowerPoint presentation', 'pptx', `${SLIDES}.presentation`, 'Impress MS PowerPoint 2007 XML', `${SLIDES}.presentation.main+xml`],
    ['ppsx', 'PowerPoint show', 'ppsx', `${SLIDES}.slideshow`, 'Impress MS PowerPoint 2007 XML AutoPlay', `${SLIDES}.slideshow.main+xml`],
    ['potx', 'PowerPoint template', 'potx', `${SLIDES}.template`, 'Impress MS PowerPoint 2007 XML Template', `${SLIDES}.template.main+xml`],
    ['pptm', 'PowerPoint presentation with macros', 'pptm', `${MS_SLIDES}.presentation.macroEnabled.12`, 'Impress MS PowerPoint 2007 XML VBA', `${MS_SLIDES}.presentation.macroEnabled.main+xml`],
    ['ppsm', 'PowerPoint show with macros', 'ppsm', `${MS_SLIDES}.slideshow.macroEnabled.12`, 'Impress MS PowerPoint 2007 XML VBA', `${MS_SLIDES}.slideshow.macroEnabled.main+xml`],
    ['potm', 'PowerPoint template with macros', 'potm', `${MS_SLIDES}.template.macroEnabled.12`, 'Impress MS PowerPoint 2007 XML Template', `${MS_SLIDES}.template.macroEnabled.main+xml`],
  ]),
  ...rows('draw', 'opc', [
    ['vsdx', 'Visio drawing', 'vsdx vstx vssx', `${VISIO}.drawing`, 'Visio Document', `${VISIO}.drawing.main+xml ${VISIO}.template.main+xml ${VISIO}.stencil.main+xml`],
    ['vsdm', 'Visio drawing with macros', 'vsdm vstm vssm', `${VISIO}.drawing.macroEnabled.12`, 'Visio Document', `${VISIO}.drawing.macroEnabled.main+xml ${VISIO}.template.macroEnabled.main+xml ${VISIO}.stencil.macroEnabled.main+xml`],
  ]),
  ...rows('writer', 'odf', [
    ['odt', 'OpenDocument text', 'odt', `${ODF}.text`, 'writer8'],
    ['ott', 'OpenDocument text template', 'ott', `${ODF}.text-template`, 'writer8_template'],
  ]),
  ...rows('calc', 'odf', [
    ['ods', 'OpenDocument spreadsheet', 'ods', `${ODF}.spreadsheet`, 'calc8'],
    ['ots', 'OpenDocument spreadsheet template', 'ots', `${ODF}.spreadsheet-template`, 'calc8_template'],
  ]),
  ...rows('impress', 'odf', [
    ['odp', 'OpenDocument presentation', 'odp', `${ODF}.presentation`, 'impress8'],
    ['otp', 'OpenDocument presentation template', 'otp', `${ODF}.presentation-template`, 'impress8_template'],
  ]),
  ...rows('draw', 'odf', [
    ['odg', 'OpenDocument drawing', 'odg', `${ODF}.graphics`, 'draw8'],
    ['otg', 'OpenDocument drawing template', 'otg', `${ODF}.graphics-template`, 'draw8_template'],
  ]),
  ...rows('writer', 'epub', [['epub', 'EPUB book', 'epub', 'application/epub+zip', 'HTML (StarWriter)']]),
  ...rows('writer', 'flat-odf', [['fodt', 'OpenDocument text in one XML file', 'fodt', `${ODF}.text-flat-xml`, 'OpenDocument Text Flat XML', `${ODF}.text`]]),
  ...rows('calc', 'flat-odf', [['fods', 'OpenDocument spreadsheet in one XML file', 'fods', `${ODF}.spreadsheet-flat-xml`, 'OpenDocument Spreadsheet Flat XML', `${ODF}.spreadsheet`]]),
  ...rows('impress', 'flat-odf', [['fodp', 'OpenDocument presentation in one XML file', 'fodp', `${ODF}.presentation-flat-xml`, 'OpenDocument Presentation Flat XML', `${ODF}.presentation`]]),
  ...rows('draw', 'flat-odf', [['fodg', 'OpenDocument drawing in one XML file', 'fodg', `${ODF}.graphics-flat-xml`, 'OpenDocument Drawing Flat XML', `${ODF}.graphics`]]),
  ...rows('calc', 'xml', [['xml-excel', 'Excel 2003 XML workbook', '', `${MS_EXCEL}.2003+xml`, 'MS Excel 2003 XML Orcus', `${MS_XML}:spreadsheet`]]),
  ...rows('writer', 'xml', [['xml-word', 'Word 2003 XML document', '', 'application/msword.2003+xml', 'MS Word 2003 XML', 'http://schemas.microsoft.com/office/word/2003/wordml']]),
  ...rows('writer', 'cfb', [['doc', 'Word 97 document', 'doc dot wri', 'application/msword', 'MS Word 97', 'WordDocument']]),
  ...rows('calc', 'cfb', [['xls', 'Excel 97 workbook', 'xls xlt', MS_EXCEL, 'MS Excel 97', 'Workbook Book']]),
  ...rows('impress', 'cfb', [['ppt', 'PowerPoint 97 presentation', 'ppt pps pot', MS_SLIDES, 'MS PowerPoint 97', 'PowerPoint_Document PP40']]),
  ...rows('draw', 'cfb', [
    ['vsd', 'Visio 2003 drawing', 'vsd vst vss', `${VISIO}.2003`, 'Visio Document', 'VisioDocument'],
    ['pub', 'Publisher document', 'pub', 'application/vnd.ms-publisher', 'Publisher Document', 'Quill/'],
  ]),
  // product 1, and the types of files of its versions for Windows and Macintosh
  ...rows('writer', 'magic', [['wpd', 'WordPerfect document', 'wpd wp wp5 wp6', 'application/vnd.wordperfect', 'WordPerfect', '\xffWPC????\x01\x0a \xffWPC????\x01\x2c']]),
  ...rows('writer', 'magic', [['rtf', 'Rich Text document', 'rtf', 'application/rtf', 'Rich Text Format', '{\\rt']]),
  ...rows('draw', 'magic', [
    ['png', 'PNG image', 'png', 'image/png', 'PNG - Portable Network Graphic', '\x89PNG\r\n\x1a\n'],
    ['jpg', 'JPEG image', 'jpg jpeg jpe', 'image/jpeg', 'JPG - JPEG', '\xff\xd8\xff'],
    ['gif', 'GIF image', 'gif', 'image/gif', 'GIF - Graphics Interchange', 'GIF87a GIF89a'],
    ['tiff', 'TIFF image', 'tiff tif', 'image/tiff', 'TIF - Tag Image File', 'II*\0 MM\0*'],
    ['webp', 'WebP image', 'webp', 'image/webp', 'WEBP - WebP', 'RIFF????WEBP'],
    ['bmp', 'Windows bitmap', 'bmp dib', 'image/bmp', 'BMP - MS Windows', `BM${'?'.repeat(4)}\0\0\0\0`],
    // the signature of EMF follows two rectangles ([MS-EMF] 2.3.4.2); WMF has a header of its own or begins with its own length
    ['emf', 'Windows Enhanced Metafile', 'emf emz', 'image/emf', 'EMF - MS Windows Metafile', `\x01\0\0\0${'?'.repeat(36)}_EMF`],
    ['wmf', 'Windows Metafile', 'wmf wmz', 'image/wmf', 'WMF - MS Windows Metafile', '\xd7\xcd\xc6\x9a \x01\0\x09\0\0\x03 \x01\0\x09\0\0\x01 \x02\0\x09\0\0\x03'],
  ]),
  ...rows('draw', 'svg', [['svg', 'SVG image', 'svg svgz', 'image/svg+xml', 'SVG - Scalable Vector Graphics Draw']]),
  ...rows('writer', 'html', [['html', 'HTML page', 'html htm xhtml', 'text/html', 'HTML (StarWriter)']]),
  ...rows('writer', 'mime', [['mhtml', 'web archive', 'mhtml mht', 'multipart/related', 'HTML (StarWriter)']]),
  ...rows('calc', 'text', [
    ['csv', 'comma-separated values', 'csv', 'text/csv', 'Text - txt - csv (StarCalc)'],
    ['tsv', 'tab-separated values', 'tsv tab', 'text/tab-separated-values', 'Text - txt - csv (StarCalc)'],
  ]),
  ...rows('writer', 'text', [
    ['txt', 'plain text', 'txt text log', 'text/plain', 'Text (encoded)'],
    ['md', 'Markdown text', 'md markdown mdown mkd', 'text/markdown', 'HTML (StarWriter)'],
  ]),
];

function rows(family: Family, container: Container, table: readonly Row[]): Format[] {
  return table.map(([name, title, extensions, mediaType, inputFilter, marks = mediaType]) => ({
    name,
    title,
    extensions: extensions.split(' ').filter(Boolean),
    mediaType,
    family,
    container,
    // marks are separated by blanks; an underscore stands for a blank inside one
    marks: marks.split(' ').map(mark => mark.replaceAll('_', ' ')),
    inputFilter,
    inputOptions: null,
    pdfFilter: `${family}_pdf_Export`,
    component: OF_LIBRARIES.has(inputFilter) ? 'import filters' : null,
    macros: mediaType.includes('macroEnabled'),
  }));
}

/** Bytes that decide a format with the container `magic`: a mark lies within. */
const MAGIC_LENGTH = 64;

/** The format whose signature a file begins with; null where no format has it. */
export function formatOfMagic(bytes: Uint8Array): Format | null {
  const head = Buffer.from(bytes.subarray(0, MAGIC_LENGTH)).toString('latin1');
  return FORMATS.find(row => row.container === 'magic' && row.marks.some(mark => beginsAs(head, mark))) ?? null;
}

/** In `mark`, a question mark stands for any byte. */
export function beginsAs(head: string, mark: string): boolean {
  return head.length >= mark.length && [...mark].every((sign, i) => sign === '?' || sign === head[i]);
}

/**
 * A PDF that is printed again, as a PDF/A or with tags: only for a caller that names it, since LibreOffice draws the pages
 * anew, and since a PDF is otherwise no document to convert.
 */
export const PRINTED_PDF: Format = rows('draw', 'magic', [
  ['printed-pdf', 'PDF', 'pdf', 'application/pdf', 'draw_pdf_import', '%PDF-'],
])[0]!;

const BY_NAME = new Map([
  ...FORMATS.flatMap(format => [format.name, ...format.extensions].map(name => [name, format] as const)),
  [PRINTED_PDF.name, PRINTED_PDF],
]);

/** The format of a file name; null without an extension or with an unknown one. */
export function formatOfFileName(name: string): Format | null {
  return BY_NAME.get(extensionOf(name)) ?? null;
}

/** The format with this name or extension. Throws OPTION_INVALID when there is none. */
export function formatNamed(name: string): Format {
  const format = BY_NAME.get(name.toLowerCase().replace(/^\./, ''));
  if (format) return format;
  const known = FORMATS.map(({ name }) => name).join(', ');
  throw new DocconvError('OPTION_INVALID.format', { name, known });
}

/** "docx" for "a/b/Report.DOCX"; empty without an extension. */
export function extensionOf(name: string): string {
  return /[^/\\]\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
