/** Workbooks with several sheets, in each container: hidden ones, print areas, scroll positions, frozen rows. */

import { flatSpreadsheet, openSpreadsheet } from './odf.js';
import { ooxml, relations } from './ooxml.js';
import { escapeXml } from './package.js';

export interface SheetSpec {
  readonly name: string;
  /** Texts of column A, or of several columns with tabs between them; those that begin with "=" are formulas. */
  readonly rows: readonly string[];
  readonly hidden?: boolean;
  /** Rows and columns from 1, e.g. [1, 1, 3, 2] for A1:B3. */
  readonly printArea?: readonly [row: number, column: number, lastRow: number, lastColumn: number];
  /** First row that the window shows below the frozen ones, from 1. */
  readonly scrolledTo?: number;
  /** Rows at the top that stay when the window is scrolled. */
  readonly frozen?: number;
}

export type SheetsFormat = 'xlsx' | 'ods' | 'fods';

/** Texts "row 1" to "row N". */
export const numberedRows = (count: number, label = 'row'): string[] =>
  Array.from({ length: count }, (_, i) => `${label} ${i + 1}.`);

export function sheets(format: SheetsFormat, specs: readonly SheetSpec[]): { name: string; bytes: Uint8Array } {
  const bytes =
    format === 'xlsx'
      ? excel(specs)
      : format === 'ods'
        ? openSpreadsheet(specs.map(tableOf).join(''), stylesOf(specs), viewsOf(specs))
        : flatSpreadsheet(specs.map(tableOf).join(''), stylesOf(specs), viewsOf(specs));
  return { name: `sheets.${format}`, bytes };
}

const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';

function excel(specs: readonly SheetSpec[]): Uint8Array {
  const entries = specs.map(
    ({ name, hidden }, i) =>
      `<sheet name="${escapeXml(name)}" sheetId="${i + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
  );
  const names = specs.flatMap(({ name, printArea }, i) =>
    printArea
      ? `<definedName name="_xlnm.Print_Area" localSheetId="${i}">'${escapeXml(name)}'!${areaOf(printArea)}</definedName>`
      : [],
  );
  const defined = names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : '';
  const parts = specs.map((spec, i) => [`xl/worksheets/sheet${i + 1}.xml`, worksheet(spec)] as const);
  return ooxml(
    'xl/workbook.xml',
    'xlsx',
    {
      'xl/workbook.xml': `<workbook xmlns="${NS}" xmlns:r="${RELATIONS}"><sheets>${entries.join('')}</sheets>${defined}</workbook>`,
      'xl/_rels/workbook.xml.rels': relations(specs.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`])),
      ...Object.fromEntries(parts),
    },
    Object.fromEntries(parts.map(([part]) => [part, TYPE])),
  );
}

function worksheet({ rows, scrolledTo, frozen }: SheetSpec): string {
  const top = scrolledTo ? ` topLeftCell="A${scrolledTo}"` : '';
  const pane = frozen ? `<pane ySplit="${frozen}"${top} activePane="bottomLeft" state="frozen"/>` : '';
  const view = `<sheetViews><sheetView workbookViewId="0"${frozen ? '' : top}>${pane}</sheetView></sheetViews>`;
  const lines = rows.map(
    (line, i) =>
      `<row r="${i + 1}">${line
        .split('\t')
        .map((text, j) => excelCell(text, i, j))
        .join('')}</row>`,
  );
  return `<worksheet xmlns="${NS}">${view}<sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function excelCell(text: string, row: number, column: number): string {
  const place = `${letter(column + 1)}${row + 1}`;
  if (text.startsWith('=')) return `<c r="${place}"><f>${escapeXml(text.slice(1))}</f></c>`;
  return `<c r="${place}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`;
}

const letter = (column: number) => String.fromCharCode(64 + column);
const areaOf = ([row, column, lastRow, lastColumn]: NonNullable<SheetSpec['printArea']>) =>
  `$${letter(column)}$${row}:$${letter(lastColumn)}$${lastRow}`;

function tableOf({ name, rows, hidden, printArea }: SheetSpec): string {
  const cell = (place: readonly [number, number]) => `$'${name}'.${letter(place[1])}${place[0]}`;
  const ranges = printArea
    ? ` table:print-ranges="${escapeXml(`${cell([printArea[0], printArea[1]])}:${cell([printArea[2], printArea[3]])}`)}"`
    : '';
  const lines = rows.map(line => `<table:table-row>${line.split('\t').map(openCell).join('')}</table:table-row>`);
  return `<table:table table:name="${escapeXml(name)}" table:style-name="${hidden ? 'Hidden' : 'Shown'}"${ranges}>${lines.join('')}</table:table>`;
}

function openCell(text: string): string {
  return text.startsWith('=')
    ? `<table:table-cell table:formula="of:${escapeXml(text)}"/>`
    : `<table:table-cell office:value-type="string"><text:p>${escapeXml(text)}</text:p></table:table-cell>`;
}

function stylesOf(_specs: readonly SheetSpec[]): string {
  const style = (name: string, display: boolean) =>
    `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`;
  return style('Shown', true) + style('Hidden', false);
}

/** Positions of the window, which LibreOffice keeps in the settings (ODF 1.3 part 3, 3.10). */
function viewsOf(specs: readonly SheetSpec[]): string {
  const item = (name: string, type: string, value: string | number) =>
    `<config:config-item config:name="${name}" config:type="${type}">${value}</config:config-item>`;
  const tables = specs.map(({ name, scrolledTo = 1, frozen = 0 }) => {
    const items = [
      item('VerticalSplitMode', 'short', frozen ? 2 : 0),
      item('VerticalSplitPosition', 'int', frozen),
      item('PositionTop', 'int', frozen ? 0 : scrolledTo - 1),
      item('PositionBottom', 'int', frozen ? scrolledTo - 1 : 0),
    ];
    return `<config:config-item-map-entry config:name="${escapeXml(name)}">${items.join('')}</config:config-item-map-entry>`;
  });
  const views = `<config:config-item-map-indexed config:name="Views"><config:config-item-map-entry>${item('ViewId', 'string', 'view1')}<config:config-item-map-named config:name="Tables">${tables.join('')}</config:config-item-map-named></config:config-item-map-entry></config:config-item-map-indexed>`;
  return `<office:settings><config:config-item-set config:name="ooo:view-settings">${views}</config:config-item-set></office:settings>`;
}
