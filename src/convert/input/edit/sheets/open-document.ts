/**
 * The sheets of an OpenDocument spreadsheet (ODF 1.3 part 3, 9.1.2), as a package or as one file. LibreOffice prints a
 * hidden sheet that has print ranges: sheets that are not printed get table:print="false" instead.
 */
import { attributeOf, type XmlElement } from '../../../../system/xml.js';
import type { PdfOptions } from '../../../options.js';
import { type Edit, editStartTag, removal } from '../../../xml.js';
import type { DocumentEdit, EditableDocument } from '../document.js';
import { printedSheets } from './selection.js';

const URN = 'urn:oasis:names:tc:opendocument:xmlns';
const TABLE = `${URN}:table:1.0`;
const STYLE = `${URN}:style:1.0`;
const OFFICE = `${URN}:office:1.0`;

export const printOpenSheets: DocumentEdit = async (document, { options }) => {
  const isText = options.to === 'csv';
  if (isText) await deactivate(document);
  const part = document.openPart('content');
  if (!mayHaveOthers(document.text(part) ?? '', options)) return;
  const elements = await document.elements(part, ['spreadsheet', 'table', 'style', 'table-properties']);
  const hiding = hidingProperties(elements);
  const tables = elements.filter(isSheet).map(element => {
    const properties = hiding.get(attributeOf(element, 'style-name') ?? '');
    return { element, properties, name: attributeOf(element, 'name') ?? '', isHidden: properties !== undefined };
  });
  const printed = printedSheets(tables, options);
  document.printSheets(printed, tables.length);
  const shown = new Set(tables.filter((_, at) => printed.has(at)).flatMap(({ properties }) => properties ?? []));
  document.change(part, [...shown].map(withDisplay));
  const current = (await document.elements(part, ['spreadsheet', 'table'])).filter(isSheet);
  const others = current.filter((_, at) => !printed.has(at));
  const [chosen = 0] = printed;
  document.change(part, isText ? moveToFront(document.text(part)!, current, chosen) : others.map(withoutPrint));
};

/** LibreOffice as a library writes the active sheet as CSV, and the first one where none is named as active. */
async function deactivate(document: EditableDocument): Promise<void> {
  const part = document.openPart('settings');
  const items = await document.elements(part, ['config-item']);
  const active = items.filter(item => attributeOf(item, 'name', item.uri) === 'ActiveTable');
  document.change(part, active.map(removal));
}

function moveToFront(text: string, tables: readonly XmlElement[], chosen: number): Edit[] {
  const [first, table] = [tables[0], tables[chosen]];
  if (!first || !table || chosen === 0) return [];
  return [{ from: first.start, to: first.start, text: text.slice(table.start, table.end) }, removal(table)];
}

/** Without a regular expression that backtracks: the text may have any length. */
function mayHaveOthers(content: string, options: PdfOptions): boolean {
  return options.sheets !== undefined || /:display[ \t\r\n]?=[ \t\r\n]?["']false/.test(content);
}

/** Copies of sheets of other documents, which formulas refer to, have names such as 'file:///a.ods'#Sheet. */
function isSheet(element: XmlElement): boolean {
  const { uri, local, parent } = element;
  if (uri !== TABLE || local !== 'table' || parent?.uri !== OFFICE || parent.local !== 'spreadsheet') return false;
  const name = attributeOf(element, 'name') ?? '';
  return !(name.startsWith("'") && name.includes("'#"));
}

/** The style:table-properties that hide a table, by the names of their styles. */
function hidingProperties(elements: readonly XmlElement[]): Map<string, XmlElement> {
  const hiding = elements.filter(
    element =>
      element.uri === STYLE &&
      element.local === 'table-properties' &&
      attributeOf(element, 'display', TABLE) === 'false' &&
      element.parent !== null &&
      attributeOf(element.parent, 'family') === 'table',
  );
  return new Map(hiding.map(element => [attributeOf(element.parent!, 'name') ?? '', element]));
}

function withoutPrint(table: XmlElement): Edit {
  const isReplaced = ({ uri, local }: { uri: string; local: string }) =>
    uri === TABLE && (local === 'print' || local === 'print-ranges');
  return editStartTag(
    table,
    attribute => !isReplaced(attribute),
    ` xmlns:docconv-table="${TABLE}" docconv-table:print="false"`,
  );
}

function withDisplay(properties: XmlElement): Edit {
  return editStartTag(properties, ({ uri, local }) => uri !== TABLE || local !== 'display');
}
