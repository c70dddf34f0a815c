/** A document as Word writes it from 2013 on: its settings state the compatibility mode, on which the layout depends. */
import { ooxml, relations } from '../ooxml.js';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** `body`: its paragraphs and tables, with the prefix w, as all others. */
export function wordOf2013(
  body: string,
  mode = 15,
  { styles = '', header = '', numbering = '', theme = '' } = {},
): { name: string; bytes: Uint8Array } {
  const names = `xmlns:w="${WORD}"`;
  const setting = `<w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="${mode}"/>`;
  const bytes = ooxml(
    'word/document.xml',
    'docx',
    {
      'word/document.xml': `<w:document ${names}><w:body>${body}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relations([
        ['settings', 'settings.xml'],
        ['styles', 'styles.xml'],
        ['header', 'header1.xml'],
        ['numbering', 'numbering.xml'],
        ...(theme ? ([['theme', 'theme/theme1.xml']] as const) : []),
      ]),
      'word/settings.xml': `<w:settings ${names}><w:compat>${setting}</w:compat></w:settings>`,
      'word/styles.xml': `<w:styles ${names}>${styles}</w:styles>`,
      'word/numbering.xml': `<w:numbering ${names}>${numbering}</w:numbering>`,
      'word/header1.xml': `<w:hdr ${names}>${header}</w:hdr>`,
      ...(theme && { 'word/theme/theme1.xml': theme }),
    },
    {
      'word/settings.xml': `${TYPES}.settings+xml`,
      'word/styles.xml': `${TYPES}.styles+xml`,
      'word/header1.xml': `${TYPES}.header+xml`,
      'word/numbering.xml': `${TYPES}.numbering+xml`,
      ...(theme && { 'word/theme/theme1.xml': 'application/vnd.openxmlformats-officedocument.theme+xml' }),
    },
  );
  return { name: 'a.docx', bytes };
}

export interface WideTable {
  /** Widths in twips: of the table, and as each cell of a column states it. */
  readonly total: number;
  readonly columns: readonly number[];
  readonly rows: readonly (readonly string[])[];
  readonly font?: string;
  readonly properties?: string;
}

/** A table in 10 points. */
export function tableOf2013({ total, columns, rows, font = 'Arial', properties = '' }: WideTable): string {
  const text = (word: string) =>
    `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/><w:sz w:val="20"/></w:rPr><w:t>${word}</w:t></w:r>`;
  const cell = (word: string, i: number) =>
    `<w:tc><w:tcPr><w:tcW w:w="${columns[i]}" w:type="dxa"/></w:tcPr><w:p>${text(word)}</w:p></w:tc>`;
  const grid = columns.map(width => `<w:gridCol w:w="${width}"/>`).join('');
  const body = rows.map(words => `<w:tr>${words.map(cell).join('')}</w:tr>`).join('');
  return `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/>${properties}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body}</w:tbl><w:p/>`;
}

interface GridTable {
  /** Widths in twips: of the columns, and as their cells state them. */
  readonly grid: readonly number[];
  readonly cells: readonly number[];
  readonly type?: 'dxa' | 'pct' | 'auto';
  /** The element w:tblW with its attributes, by default without a width. */
  readonly width?: string;
  readonly properties?: string;
}

/** A table of two columns with the words "first" and "second" in 10 points, and the same cells below. */
export function gridTable({
  grid,
  cells,
  type = 'dxa',
  width = '<w:tblW w:w="0" w:type="auto"/>',
  properties = '',
}: GridTable) {
  const font = '<w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial"/><w:sz w:val="20"/></w:rPr>';
  const cell = (word: string, i: number) =>
    `<w:tc><w:tcPr><w:tcW w:w="${cells[i]}" w:type="${type}"/></w:tcPr><w:p><w:r>${font}<w:t>${word}</w:t></w:r></w:p></w:tc>`;
  const row = (...words: string[]) => `<w:tr>${words.map(cell).join('')}</w:tr>`;
  const columns = grid.map(twips => `<w:gridCol w:w="${twips}"/>`).join('');
  return wordOf2013(
    `<w:tbl><w:tblPr>${width}${properties}</w:tblPr><w:tblGrid>${columns}</w:tblGrid>${row('first', 'second')}${row('a', 'b')}</w:tbl><w:p/>`,
  );
}

/** A document with Roman page numbers, and a field with this instruction in its text. */
export const romanPages = (instruction: string, header = '') =>
  wordOf2013(
    `<w:p><w:fldSimple w:instr="${instruction}"><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p><w:sectPr><w:pgNumType w:fmt="lowerRoman"/></w:sectPr>`,
    15,
    { header },
  );

/** A document with this text in the middle of its page. */
export const titlePage = (text: string) =>
  wordOf2013(
    `<w:p><w:r><w:t>${text}</w:t></w:r></w:p><w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/><w:vAlign w:val="center"/></w:sectPr>`,
  );

/** Lines of 468 points in Arial 10, of which the first has room up to "second" where its blanks are 4 % narrower. */
export function justifiedText({
  mode = 15,
  jc = '<w:jc w:val="both"/>',
  run = '',
  words = 9,
  styles = '',
  body = '',
  fonts = 'w:ascii="Arial" w:hAnsi="Arial"',
  theme = '',
} = {}) {
  const font = `<w:rPr><w:rFonts ${fonts}/><w:sz w:val="20"/>${run}</w:rPr>`;
  const text = `first iiiiiii${' mmmmm'.repeat(words)} second`;
  return wordOf2013(
    `<w:p><w:pPr>${jc}</w:pPr><w:r>${font}<w:t>${text} and more</w:t></w:r></w:p>${body}<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr>`,
    mode,
    { styles, theme },
  );
}
