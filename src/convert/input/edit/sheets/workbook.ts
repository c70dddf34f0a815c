/**
 * The sheets of an Excel workbook (ECMA-376-1, 18.2.20). LibreOffice prints a hidden sheet that has a print area: hidden
 * sheets lose it. Sheets that are not wanted are hidden, so that formulas still find their cells.
 */
import { attributeOf, type XmlElement } from '../../../../system/xml.js';
import type { PdfOptions } from '../../../options.js';
import { type Edit, editStartTag, removal } from '../../../xml.js';
import { type DocumentEdit, mainPart } from '../document.js';
import { EXCEL } from '../excel.js';
import { movedToFront, printedSheets, type Sheet } from './selection.js';

export const printExcelSheets: DocumentEdit = async (document, { options }) => {
  const part = await mainPart(document);
  if (part === null || !mayHaveOthers(document.text(part) ?? '', options)) return;
  const elements = await document.elements(part, ['sheets', 'sheet', 'definedName', 'workbookView']);
  const workbook = workbookOf(elements.filter(({ uri }) => EXCEL.includes(uri)));
  const printed = printedSheets(workbook.sheets, options);
  document.printSheets(printed, workbook.sheets.length);
  document.change(part, options.to === 'csv' ? moveToFront(workbook, printed) : hideOthers(workbook, printed));
};

function mayHaveOthers(workbook: string, { sheets, to }: PdfOptions): boolean {
  return sheets !== undefined || to === 'csv' || /hidden/i.test(workbook);
}

interface ExcelSheet extends Sheet {
  readonly element: XmlElement;
}

interface Workbook {
  readonly list: XmlElement | undefined;
  readonly sheets: readonly ExcelSheet[];
  /** Those of a sheet; `sheet` is its position. */
  readonly names: readonly { readonly element: XmlElement; readonly sheet: number }[];
  readonly views: readonly XmlElement[];
}

function workbookOf(elements: readonly XmlElement[]): Workbook {
  const sheets = elements.filter(({ local, parent }) => local === 'sheet' && parent?.local === 'sheets');
  const names = elements
    .filter(({ local }) => local === 'definedName')
    .map(element => ({ element, sheet: sheetOf(element) }));
  return {
    list: sheets[0]?.parent ?? undefined,
    sheets: sheets.map(element => ({
      element,
      name: attributeOf(element, 'name') ?? '',
      isHidden: (attributeOf(element, 'state') ?? 'visible') !== 'visible',
    })),
    names: names.flatMap(({ element, sheet }) => (sheet === null ? [] : [{ element, sheet }])),
    views: elements.filter(({ local }) => local === 'workbookView'),
  };
}

function sheetOf(name: XmlElement): number | null {
  const position = attributeOf(name, 'localSheetId') ?? '';
  return /^\d{1,6}$/.test(position) ? Number(position) : null;
}

function hideOthers(workbook: Workbook, printed: ReadonlySet<number>): Edit[] {
  const { sheets, names } = workbook;
  const wrong = sheets.filter(({ isHidden }, at) => printed.has(at) === isHidden);
  const areas = names.filter(({ element, sheet }) => !printed.has(sheet) && isPrintArea(element));
  const [first = 0] = printed;
  return [
    ...wrong.map(({ element, isHidden }) => editStartTag(element, isNot('state'), isHidden ? '' : ' state="hidden"')),
    ...areas.map(({ element }) => removal(element)),
    ...activate(workbook, first, position => printed.has(position)),
  ];
}

function isPrintArea(name: XmlElement): boolean {
  return attributeOf(name, 'name')?.toLowerCase() === '_xlnm.print_area';
}

/** LibreOffice writes the first sheet or, as a library, the active one as CSV: the printed one becomes both. */
function moveToFront(workbook: Workbook, printed: ReadonlySet<number>): Edit[] {
  const { sheets, names } = workbook;
  const [chosen = 0] = printed;
  const sheet = sheets[chosen];
  if (!sheet) return [];
  const front = sheets[0]!.element.start;
  const moved = { ...editStartTag(sheet.element, isNot('state')), from: front, to: front };
  const positionOf = movedToFront(chosen);
  const isMoved = chosen > 0 || sheet.isHidden;
  const renumbered = names.filter(name => name.sheet <= chosen);
  return [
    ...(isMoved ? [moved, removal(sheet.element)] : []),
    ...(chosen > 0 ? renumbered : []).map(({ element, sheet: position }) =>
      editStartTag(element, isNot('localSheetId'), ` localSheetId="${positionOf(position)}"`),
    ),
    ...activate(workbook, 0, position => position === 0),
  ];
}

/** LibreOffice prints the active sheet even if it is hidden. */
function activate({ list, views }: Workbook, position: number, isFine: (position: number) => boolean): Edit[] {
  if (!list || isFine(Number(views[0] ? (attributeOf(views[0], 'activeTab') ?? 0) : 0))) return [];
  const active = ` activeTab="${position}"`;
  if (views.length > 0)
    return views.map(view => editStartTag(view, ({ name }) => name !== 'activeTab' && name !== 'firstSheet', active));
  return [
    { from: list.start, to: list.start, text: `<bookViews xmlns="${list.uri}"><workbookView${active}/></bookViews>` },
  ];
}

const isNot =
  (excluded: string) =>
  ({ name }: { readonly name: string }): boolean =>
    name !== excluded;
