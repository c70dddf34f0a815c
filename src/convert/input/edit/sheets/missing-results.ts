/**
 * Formulas without a saved result, as libraries write them that compute nothing: LibreOffice computes them, and prints an error
 * for those with functions and names that it does not know.
 */
import { cachedIn, grouped } from '../../../../system/collections.js';
import type { DocumentEdit } from '../document.js';
import { sheetParts } from '../excel.js';
import { whereReadable } from '../layout/tags.js';
import { type CellFormula, cellFormulas } from './cell-formulas.js';
import { unknownWords } from './formula-words.js';
import { computedNames, detailOf, sheetsOf } from './full-calculation.js';

/** A formula with the end of its cell or an empty result behind it: most sheets have none, and need not be read. */
const WITHOUT_RESULT = /(?:<\/(?:\w+:)?f|<(?:\w+:)?f(?:\s[^<>]*)?\/)>\s*<(?:\/|(?:\w+:)?v\s*(?:\/>|><))/;

export const warnOfErrors: DocumentEdit = whereReadable(async (document, { has, warnings }) => {
  const parts = (await sheetParts(document)).filter(part => WITHOUT_RESULT.test(document.text(part)!));
  if (parts.length === 0) return;
  const sheets = await sheetsOf(document);
  const names = await computedNames(document, [...sheets.values()].flat());
  const words = cachedIn((known: typeof names, formula: string) => unknownWords(formula, known, !has('newFunctions')));
  const wordsIn = (formula: string) => words(names, formula);
  const errors = parts.flatMap(part => withoutResult(document.text(part)!, wordsIn));
  if (errors.length > 0) warnings.add('results_unknown', detailOf(errors, wordsIn));
});

/** Of cells that share a formula, those without a result. */
function withoutResult(text: string, wordsIn: (formula: string) => readonly string[]): CellFormula[] {
  return [...grouped(cellFormulas(text), ({ group }) => group).values()].flatMap(cells => {
    const missing = cells.filter(({ hasResult, kind }) => !hasResult && kind !== 'dataTable');
    const shared = missing.length > 0 ? cells.find(({ formula }) => wordsIn(formula).length > 0) : undefined;
    return shared ? missing.map(cell => ({ ...cell, formula: shared.formula })) : [];
  });
}
