/** A workbook whose Normal font and sheet are given, for the sizes of its columns and rows. */
import { escapeXml } from '../../../src/text.js';
import type { Fixture } from '../documents.js';
import { ooxml, relations } from './ooxml.js';

/** Of the elements of a sheet. */
export const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export interface MeasuredSheet {
  /** The element font of the style Normal, by default Calibri with 11 points. */
  readonly font?: string;
  /** The elements of the sheet. */
  readonly sheet: string;
  /** Texts of cells of the type "s". */
  readonly shared?: readonly string[];
  /** Fonts and formats of cells behind those of ARIAL. */
  readonly fonts?: readonly string[];
  readonly formats?: readonly string[];
  /** Codes of the number formats 200, 201, ... */
  readonly codes?: readonly string[];
}

export const CALIBRI = '<font><sz val="11"/><name val="Calibri"/></font>';
const ARIAL = '<font><sz val="10"/><name val="Arial"/></font>';

/** Styles of cells: 0 Normal, 1 Arial with 10 points, 2 the same with wrapped text. */
export function measuredSheet({
  font = CALIBRI,
  sheet,
  shared = [],
  fonts = [],
  formats: added = [],
  codes = [],
}: MeasuredSheet): Fixture {
  const fills = '<fills count="1"><fill/></fills><borders count="1"><border/></borders>';
  const wrapped = '<xf fontId="1" xfId="0" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf>';
  const formats = `<cellXfs><xf fontId="0" xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/>${wrapped}${added.join('')}</cellXfs>`;
  const names = '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>';
  const numbers = codes.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${escapeXml(code)}"/>`);
  const styles = `<numFmts>${numbers.join('')}</numFmts><fonts>${font}${ARIAL}${fonts.join('')}</fonts>${fills}<cellStyleXfs count="1"><xf fontId="0"/></cellStyleXfs>${formats}${names}`;
  const texts = shared.map(text => `<si>${text}</si>`).join('');
  const bytes = ooxml(
    'xl/workbook.xml',
    'xlsx',
    {
      'xl/workbook.xml': `<workbook xmlns="${NS}" xmlns:r="${RELATIONS}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
      ]),
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${NS}">${sheet}</worksheet>`,
      'xl/styles.xml': `<styleSheet xmlns="${NS}">${styles}</styleSheet>`,
      'xl/sharedStrings.xml': `<sst xmlns="${NS}">${texts}</sst>`,
    },
    {
      'xl/worksheets/sheet1.xml': `${TYPES}.worksheet+xml`,
      'xl/styles.xml': `${TYPES}.styles+xml`,
      'xl/sharedStrings.xml': `${TYPES}.sharedStrings+xml`,
    },
  );
  return { name: 'measured.xlsx', bytes, text: '' };
}

/** A cell with this text. */
export const cell = (place: string, text: string, style = 1): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`;

export const MARGINS = '<pageMargins left="0.75" right="0.75" top="1" bottom="1" header="0.5" footer="0.5"/>';
