/**
 * The least of a document in formats that LibreOffice reads with libraries of their own, or in binary parts: Visio
 * ([MS-VSDX]), WordPerfect 5.1, Excel and Word 2003 XML, and Excel binary workbooks ([MS-XLSB]).
 */
import { escapeXml, packageOf, XML } from './package.js';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const VISIO = 'http://schemas.microsoft.com';

export function drawing(text: string, extension: 'vsdx' | 'vsdm'): Uint8Array {
  const names = `xmlns="${VISIO}/office/visio/2012/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`;
  const type = (part: string) => `application/vnd.ms-visio.${part}+xml`;
  const cell = (name: string, value: number) => `<Cell N="${name}" V="${value}"/>`;
  const place = cell('PinX', 4) + cell('PinY', 6) + cell('Width', 4) + cell('Height', 1);
  const shape = `<Shape ID="1" Type="Shape">${place}${cell('LocPinX', 2)}${cell('LocPinY', 0.5)}<Text>${escapeXml(text)}</Text></Shape>`;
  const size = `<PageSheet>${cell('PageWidth', 8.5)}${cell('PageHeight', 11)}</PageSheet>`;
  const kind = extension === 'vsdx' ? 'drawing.main' : 'drawing.macroEnabled.main';
  return packageOf({
    '[Content_Types].xml': contentTypes({
      '/visio/document.xml': type(kind),
      '/visio/pages/pages.xml': type('pages'),
      '/visio/pages/page1.xml': type('page'),
    }),
    '_rels/.rels': related(`${VISIO}/visio/2010/relationships/document`, 'visio/document.xml'),
    'visio/document.xml': `${XML}<VisioDocument ${names}/>`,
    'visio/_rels/document.xml.rels': related(`${VISIO}/visio/2010/relationships/pages`, 'pages/pages.xml'),
    'visio/pages/pages.xml': `${XML}<Pages ${names}><Page ID="0" Name="One">${size}<Rel r:id="rId1"/></Page></Pages>`,
    'visio/pages/_rels/pages.xml.rels': related(`${VISIO}/visio/2010/relationships/page`, 'page1.xml'),
    'visio/pages/page1.xml': `${XML}<PageContents ${names}><Shapes>${shape}</Shapes></PageContents>`,
  });
}

function contentTypes(overrides: Readonly<Record<string, string>>): string {
  const rows = Object.entries(overrides).map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`);
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>';
  return `${XML}<Types xmlns="${PACKAGE}/content-types">${defaults}${rows.join('')}</Types>`;
}

const related = (type: string, target: string): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${type}" Target="${target}"/></Relationships>`;

/** `text`: ASCII. */
export function wordPerfect(text: string): Uint8Array {
  const header = Buffer.from('\xffWPC\x10\0\0\0\x01\x0a\0\x01\0\0\0\0', 'latin1');
  return Buffer.concat([header, Buffer.from(`${text}\n`, 'latin1')]);
}

export function excel2003(text: string): Uint8Array {
  const ns = 'urn:schemas-microsoft-com:office:spreadsheet';
  const cell = `<Cell><Data ss:Type="String">${escapeXml(text)}</Data></Cell>`;
  return Buffer.from(
    `${XML}<?mso-application progid="Excel.Sheet"?><Workbook xmlns="${ns}" xmlns:ss="${ns}">` +
      `<Worksheet ss:Name="One"><Table><Row>${cell}</Row></Table></Worksheet></Workbook>`,
  );
}

export function word2003(text: string): Uint8Array {
  const ns = 'http://schemas.microsoft.com/office/word/2003/wordml';
  return Buffer.from(
    `${XML}<?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="${ns}">` +
      `<w:body><w:p><w:r><w:t>${escapeXml(text)}</w:t></w:r></w:p></w:body></w:wordDocument>`,
  );
}

export function binaryWorkbook(text: string): Uint8Array {
  return binarySheets([{ name: 'One', text }]);
}

export interface BinarySheet {
  readonly name: string;
  /** Of the cell A1, which is the print area of a hidden sheet. */
  readonly text: string;
  readonly hidden?: boolean;
}

/** The first sheet is active. `order`: which sheet is the first, and so on. */
export function binarySheets(sheets: readonly BinarySheet[], order = [...sheets.keys()]): Uint8Array {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const part = (i: number) => `worksheets/sheet${i + 1}.bin`;
  const rows = sheets.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="${part(i)}"/>`,
  );
  return packageOf({
    '[Content_Types].xml': contentTypes({
      '/xl/workbook.bin': 'application/vnd.ms-excel.sheet.binary.macroEnabled.main',
      ...Object.fromEntries(sheets.map((_, i) => [`/xl/${part(i)}`, 'application/vnd.ms-excel.worksheet'])),
    }),
    '_rels/.rels': related(`${relations}/officeDocument`, 'xl/workbook.bin'),
    'xl/workbook.bin': binaryBook(sheets, order),
    'xl/_rels/workbook.bin.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`,
    ...Object.fromEntries(sheets.map(({ text }, i) => [`xl/${part(i)}`, binarySheet(text)])),
  });
}

function binarySheet(text: string): Buffer {
  return Buffer.concat([
    record(BEGIN_SHEET),
    record(BEGIN_SHEET_DATA),
    record(ROW, Buffer.alloc(17)),
    record(CELL_TEXT, Buffer.concat([Buffer.alloc(8), wide(text)])),
    record(END_SHEET_DATA),
    record(END_SHEET),
  ]);
}

function binaryBook(sheets: readonly BinarySheet[], order: readonly number[]): Buffer {
  const entries = order.map(i => {
    const { name, hidden } = sheets[i]!;
    return record(SHEET, Buffer.concat([uint32(hidden ? 1 : 0), uint32(i + 1), wide(`rId${i + 1}`), wide(name)]));
  });
  const at = (i: number) => uint32(order.indexOf(i));
  const references = sheets.map((_, i) => Buffer.concat([uint32(0), at(i), at(i)]));
  const areas = sheets.flatMap(({ hidden }, i) => (hidden ? [record(NAME, printArea(i, order.indexOf(i)))] : []));
  return Buffer.concat([
    record(BEGIN_BOOK),
    record(BEGIN_VIEWS),
    record(VIEW, Buffer.alloc(29)),
    record(END_VIEWS),
    record(BEGIN_SHEETS),
    ...entries,
    record(END_SHEETS),
    record(BEGIN_EXTERNALS),
    record(OWN_BOOK),
    record(REFERENCES, Buffer.concat([uint32(sheets.length), ...references])),
    record(END_EXTERNALS),
    ...areas,
    record(END_BOOK),
  ]);
}

/** BrtName ([MS-XLSB] 2.4.712) with PtgArea3d (2.5.97.19): the cell A1 of a sheet, by its reference. */
function printArea(reference: number, sheet: number): Buffer {
  const [builtIn, area] = [0x20, 0x3b];
  const formula = Buffer.alloc(15);
  formula.writeUInt8(area);
  formula.writeUInt16LE(reference, 1);
  const named = [uint32(builtIn), Buffer.of(0), uint32(sheet), wide('_xlnm.Print_Area')];
  return Buffer.concat([...named, uint32(formula.length), formula, uint32(0), uint32(0xffffffff)]);
}

/** [MS-XLSB] 2.3. */
const [ROW, CELL_TEXT, NAME, BEGIN_SHEET, END_SHEET, BEGIN_BOOK, END_BOOK] = [0, 6, 39, 129, 130, 131, 132];
const [BEGIN_SHEETS, END_SHEETS, BEGIN_SHEET_DATA, END_SHEET_DATA, SHEET] = [143, 144, 145, 146, 156];
const [BEGIN_VIEWS, END_VIEWS, VIEW] = [135, 136, 158];
const [BEGIN_EXTERNALS, END_EXTERNALS, OWN_BOOK, REFERENCES] = [353, 354, 357, 362];

/** [MS-XLSB] 2.1.4: type and length in units of seven bits. */
function record(type: number, content: Uint8Array = Buffer.alloc(0)): Buffer {
  return Buffer.concat([inSevens(type), inSevens(content.length), content]);
}

const inSevens = (number: number): Buffer =>
  Buffer.from(number < 128 ? [number] : [(number & 0x7f) | 0x80, number >> 7]);

/** XLWideString ([MS-XLSB] 2.5.168). */
const wide = (text: string): Buffer => Buffer.concat([uint32(text.length), Buffer.from(text, 'utf16le')]);

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
