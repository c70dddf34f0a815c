/**
 * Workbooks that ask for a calculation of all formulas when they are opened (fullCalcOnLoad; ECMA-376-1, 18.2.2), as libraries
 * write them that compute nothing: XlsxWriter saves 0 as each result, and templates that POI has filled in keep results of other
 * values. Excel computes them; LibreOffice does so for cells without a saved result only, and prints the others.
 */
import { attributeOf } from '../../../../system/xml.js';
import { escapeXml } from '../../../../text.js';
import type { Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart } from '../document.js';
import { sheetParts } from '../excel.js';
import { attributeIn, isOn, startTags, tagEdits, whereReadable, withAttributes } from '../layout/tags.js';
import { type CellFormula, cellFormulas } from './cell-formulas.js';
import { canCompute, MAX_FORMULA, unknownFunctions } from './formula-words.js';
import { definedNames, usersOf } from './saved-results.js';
import { placeOf, type TablePart, tablesIn } from './tables/parts.js';

/** Cells and functions that a warning names. */
const LISTED = 5;
/** Texts; references to tables, with their names. */
const REFERENCES =
  /"[^"]*"|&quot;.*?&quot;|'[^']*'|(?<![\p{L}\p{N}_.\\])[\p{L}\p{N}_.\\]*\[(?:[^[\]]|\[[^[\]]*\])*\](?![\p{L}\p{N}_!])/gu;

export const calculateAll: DocumentEdit = whereReadable(async (document, { warnings }) => {
  if (!(await asksForCalculation(document))) return;
  const sheets = await sheetsOf(document);
  const names = await computedNames(document, [...sheets.values()].flat());
  const missing: CellFormula[] = [];
  for (const [part, tables] of sheets) {
    const text = document.text(part)!;
    const cells = [...cellFormulas(text)];
    const uncomputed = cells.filter(({ formula }) => !canCompute(formula, names));
    document.change(part, [...removals(cells, uncomputed), ...namings(text, cells, tables)]);
    for (const cell of uncomputed) if (cell.result === '0') missing.push(cell);
  }
  if (missing.length > 0) warnings.add('results_unknown', detailOf(missing, functionsIn));
});

/** Where the calculation is manual, LibreOffice does not take results that are texts from the file, nor computes them. */
export const calculateTexts: DocumentEdit = whereReadable(async document => {
  const part = await mainPart(document);
  if (part === null) return;
  const automatic = (tag: string) => (isAutomatic(tag) ? null : withAttributes(tag, { calcMode: 'auto' }));
  document.change(part, tagEdits(document.text(part)!, '(?:\\w+:)?calcPr', automatic));
});

/** Their parts, with their tables. */
export async function sheetsOf(document: EditableDocument): Promise<Map<string, TablePart[]>> {
  const sheets = new Map<string, TablePart[]>();
  for (const part of await sheetParts(document)) sheets.set(part, await tablesIn(document, part));
  return sheets;
}

/** Of formulas whose result is 0, which programs save that compute nothing, or that have none. `wordsIn`: what is not computed. */
export function detailOf(missing: readonly CellFormula[], wordsIn: (formula: string) => readonly string[]) {
  const listed = (items: readonly string[]) =>
    [...items.slice(0, LISTED), ...(items.length > LISTED ? ['...'] : [])].join(', ');
  // cells that share a formula may be very many
  const formulas = new Set(missing.map(({ formula }) => formula));
  const functions = new Set(Array.from(formulas, wordsIn).flat().map(withoutPrefix));
  const cells = missing.map(({ reference }) => reference).filter(reference => reference !== '');
  return { formulas: missing.length, functions: listed([...functions]), cells: listed(cells) };
}

/** Names of functions that LibreOffice does not compute; else of other workbooks. */
function functionsIn(formula: string): string[] {
  const unknown = unknownFunctions(formula);
  return unknown.length > 0 ? unknown : ['a name or another workbook'];
}

const withoutPrefix = (name: string): string => name.replace(/^.*_xl\w+\.(?:_xlws\.)?/, '');

/** Names of the workbook and its tables that LibreOffice computes, in lower case. */
export async function computedNames(
  document: EditableDocument,
  tables: readonly TablePart[],
): Promise<ReadonlySet<string>> {
  const names = await definedNames(document);
  const own = tables.map(({ root }) => attributeOf(root, 'displayName')?.toLowerCase() ?? '');
  const all = new Set([...names.map(({ name }) => name), ...own]);
  const unknown = usersOf(names, ({ formula }) => !canCompute(formula, all));
  return new Set([...all].filter(name => !unknown.has(name)));
}

/**
 * Of documents that LibreOffice can compute: it computes nothing where the calculation is manual, and an iteration goes on from
 * the saved results.
 */
async function asksForCalculation(document: EditableDocument): Promise<boolean> {
  const part = await mainPart(document);
  const tags = part === null ? [] : [...startTags(document.text(part)!, '(?:\\w+:)?calcPr')];
  return tags.some(({ tag }) => isOn(tag, 'fullCalcOnLoad') && !isOn(tag, 'iterate') && isAutomatic(tag));
}

const isAutomatic = (tag: string): boolean => attributeIn(tag, 'calcMode') !== 'manual';

/** Of the saved results; cells that share a formula keep theirs together. */
function removals(cells: readonly CellFormula[], uncomputed: readonly CellFormula[]): Edit[] {
  const dataTables = cells.filter(({ kind }) => kind === 'dataTable');
  const kept = new Set([...dataTables, ...uncomputed].map(({ group }) => group));
  return cells
    .filter(({ to, end, group }) => to < end && !kept.has(group))
    .map(({ to, end }) => ({ from: to, to: end, text: '' }));
}

/** References to columns of a table without its name, which XlsxWriter writes in it, `[Sum]`: LibreOffice does not know them. */
function namings(text: string, cells: readonly CellFormula[], tables: readonly TablePart[]): Edit[] {
  const edits: Edit[] = [];
  for (const cell of cells) {
    if (!cell.formula.includes('[') || cell.formula.length > MAX_FORMULA) continue;
    const name = tableAround(cell, tables);
    if (name === undefined) continue;
    const start = text.indexOf('>', cell.from) + 1;
    for (const { 0: found, index } of cell.formula.matchAll(REFERENCES))
      if (found.startsWith('[')) edits.push({ from: start + index, to: start + index, text: escapeXml(name) });
  }
  return edits;
}

function tableAround({ reference }: CellFormula, tables: readonly TablePart[]): string | undefined {
  const place = placeOf(reference);
  const table =
    place &&
    tables.find(({ area: { top, left, bottom, right } }) => {
      return top <= place.row && place.row <= bottom && left <= place.column && place.column <= right;
    });
  return table ? attributeOf(table.root, 'displayName') : undefined;
}
