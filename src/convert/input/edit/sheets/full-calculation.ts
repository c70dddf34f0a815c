/**
 * Workbooks that ask for a calculation of all formulas when they are opened (fullCalcOnLoad; ECMA-376-1, 18.2.2), as libraries
 * write them that compute nothing: XlsxWriter saves 0 as each result, and templates that POI has filled in keep results of other
 * values. Excel computes them; LibreOffice does so for cells without a saved result only, and prints the others.
 */
import { grouped } from '../../../../system/collections.js';
import { withoutEntities } from '../../../../system/xml.js';
import type { Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart } from '../document.js';
import { isOn, startTags, whereReadable } from '../layout/tags.js';
import { cellFormulas, SHEET } from './cell-formulas.js';
import { unknownFormulas } from './saved-results.js';

/**
 * What LibreOffice cannot compute here: cubes, services, add-ins, other workbooks (`[1]`, which is no column of a table there),
 * pivot tables, and what depends on the place of the document.
 */
const OUTSIDE =
  /\b(?:CUBE[A-Z]+|WEBSERVICE|RTD|GETPIVOTDATA|CELL|INFO)\s*\(|\b_xl(?:l|udf)\.|(?<![\p{L}\p{N}_.\][:])\[\d+\]/iu;
const TEXTS = /"[^"]*"/g;

export const calculateAll: DocumentEdit = whereReadable(async document => {
  if (!(await asksForCalculation(document))) return;
  const isUnknown = await unknownFormulas(document);
  const needsResult = (formula: string) =>
    isUnknown(formula) || OUTSIDE.test(withoutEntities(formula).replace(TEXTS, ' '));
  for (const part of document.parts) {
    if (SHEET.test(await document.contentType(part)))
      document.change(part, removals(document.text(part)!, needsResult));
  }
});

async function asksForCalculation(document: EditableDocument): Promise<boolean> {
  const part = await mainPart(document);
  const tags = part === null ? [] : [...startTags(document.text(part)!, '(?:\\w+:)?calcPr')];
  return tags.some(({ tag }) => isOn(tag, 'fullCalcOnLoad'));
}

/** Of the saved results. */
function removals(text: string, needsResult: (formula: string) => boolean): Edit[] {
  return [...grouped(cellFormulas(text), ({ group }) => group).values()]
    .filter(cells => !cells.some(({ formula, kind }) => kind === 'dataTable' || needsResult(formula)))
    .flat()
    .map(({ to, end }) => ({ from: to, to: end, text: '' }));
}
