/**
 * Workbooks that ask for a calculation of all formulas when they are opened (fullCalcOnLoad; ECMA-376-1, 18.2.2), as libraries
 * write them that compute nothing: XlsxWriter saves 0 as each result, and templates that POI has filled in keep results of other
 * values. Excel computes them; LibreOffice does so for cells without a saved result only, and prints the others.
 */
import { attributeOf, withoutEntities } from '../../../../system/xml.js';
import { escapeXml } from '../../../../text.js';
import type { Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart } from '../document.js';
import { isOn, startTags, whereReadable } from '../layout/tags.js';
import { type CellFormula, cellFormulas, SHEET } from './cell-formulas.js';
import { unknownFormulas } from './saved-results.js';
import { placeOf, type TablePart, tablesIn } from './tables/parts.js';

/**
 * What LibreOffice cannot compute here: cubes, services, add-ins, other workbooks (`[1]`, which is no column of a table there),
 * pivot tables, and what depends on the place of the document.
 */
const OUTSIDE =
  /\b(?:CUBE[A-Z]+|WEBSERVICE|RTD|GETPIVOTDATA|CELL|INFO)\s*\(|\b_xl(?:l|udf)\.|(?<![\p{L}\p{N}_.\][:])\[\d+\](?=[\p{L}\p{N}_!])/iu;
const TEXTS = /"[^"]*"/g;
/** Texts; references to tables, with their names. */
const REFERENCES = /"[^"]*"|&quot;.*?&quot;|'[^']*'|[\p{L}\p{N}_.\\]*\[(?:[^[\]]|\[[^[\]]*\])*\](?![\p{L}\p{N}_!])/gu;

export const calculateAll: DocumentEdit = whereReadable(async document => {
  if (!(await asksForCalculation(document))) return;
  const isUnknown = await unknownFormulas(document);
  const needsResult = (formula: string) =>
    isUnknown(formula) || (OUTSIDE.test(formula) && OUTSIDE.test(withoutEntities(formula).replace(TEXTS, ' ')));
  for (const part of document.parts) {
    if (!SHEET.test(await document.contentType(part))) continue;
    const tables = await tablesIn(document, part);
    const text = document.text(part)!;
    const named = tables.length > 0 ? namings(text, tables) : [];
    document.change(part, [...removals(text, needsResult), ...named]);
  }
});

async function asksForCalculation(document: EditableDocument): Promise<boolean> {
  const part = await mainPart(document);
  const tags = part === null ? [] : [...startTags(document.text(part)!, '(?:\\w+:)?calcPr')];
  return tags.some(({ tag }) => isOn(tag, 'fullCalcOnLoad'));
}

/** Of the saved results; cells that share a formula keep theirs together. */
function removals(text: string, needsResult: (formula: string) => boolean): Edit[] {
  const cells = [...cellFormulas(text)];
  const kept = new Set(
    cells.filter(({ formula, kind }) => kind === 'dataTable' || needsResult(formula)).map(({ group }) => group),
  );
  return cells
    .filter(({ to, end, group }) => to < end && !kept.has(group))
    .map(({ to, end }) => ({ from: to, to: end, text: '' }));
}

/** References to columns of a table without its name, which XlsxWriter writes in it, `[Sum]`: LibreOffice does not know them. */
function namings(text: string, tables: readonly TablePart[]): Edit[] {
  const edits: Edit[] = [];
  for (const cell of cellFormulas(text)) {
    if (!cell.formula.includes('[')) continue;
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
