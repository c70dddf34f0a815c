/**
 * Formulas with functions that LibreOffice does not know: as array formulas, which Excel writes where there may be several results,
 * they become errors, also in the cells beside them, and so do calls of functions that the workbook defines. The cells keep
 * their saved results, as Excel shows them; so do array formulas with functions of programs and servers that are not there.
 */
import { grouped } from '../../../../system/collections.js';
import { withoutEntities } from '../../../../system/xml.js';
import type { Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart } from '../document.js';
import { sheetParts } from '../excel.js';
import { attributeIn, whereReadable } from '../layout/tags.js';
import { type CellFormula, cellFormulas } from './cell-formulas.js';
import { isKnownFunction } from './formula-words.js';

/** The mark of functions and parameters that ECMA-376 has not ([MS-XLSX], 2.2.2). */
const PREFIX = /\b_xl(?:fn|pm)\./;
/** Functions of cubes, services, add-ins and other workbooks: LibreOffice keeps their saved results but for array formulas. */
const OUTSIDE = /\b(?:CUBE[A-Z]+|WEBSERVICE|RTD)\s*\(|\b_xl(?:l|udf)\.|\[\d+\]![\w.]+\(/;
const WORDS = /[\p{L}_\\][\p{L}\p{N}_.\\]*/gu;

/** Texts, and names of sheets that are quoted. */
const QUOTED = /"[^"]*"|'[^']*'/g;

const NAMES = /(<(?:\w+:)?definedName\s[^<>]*>)([^<]*)</g;

export const keepSavedResults: DocumentEdit = whereReadable(async document => {
  const own = await namesOf(document);
  for (const part of await sheetParts(document)) {
    const text = document.text(part)!;
    if (own.size > 0 || PREFIX.test(text) || OUTSIDE.test(text)) document.change(part, removals(text, own));
  }
});

/** Names of the workbook that stand for such formulas, also by other names, in lower case. */
async function namesOf(document: EditableDocument): Promise<ReadonlySet<string>> {
  const names = await definedNames(document);
  return usersOf(names, ({ formula }) => PREFIX.test(formula) && wordsOf(formula).some(isUnknownFunction));
}

export interface DefinedName {
  /** In lower case. */
  readonly name: string;
  readonly formula: string;
}

export async function definedNames(document: EditableDocument): Promise<DefinedName[]> {
  const part = await mainPart(document);
  const text = part === null ? '' : document.text(part)!;
  return Array.from(text.matchAll(NAMES), ([, tag, formula]) => ({
    name: (attributeIn(tag!, 'name') ?? '').toLowerCase(),
    formula: formula!,
  }));
}

/** Those names that are such, and all that use them. */
export function usersOf(names: readonly DefinedName[], isSuch: (name: DefinedName) => boolean): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = names.filter(isSuch).map(({ name }) => name);
  if (pending.length === 0) return found;
  const uses = names.flatMap(({ name, formula }) => wordsOf(formula).map(word => ({ name, word: word.toLowerCase() })));
  const users = grouped(uses, ({ word }) => word);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    for (const user of users.get(name) ?? []) pending.push(user.name);
  }
  return found;
}

/** `own`: names of the workbook that stand for such formulas. */
function callsUnknown(own: ReadonlySet<string>): (formula: string) => boolean {
  return formula =>
    (own.size > 0 || PREFIX.test(formula)) &&
    wordsOf(formula).some(word => isUnknownFunction(word) || own.has(word.toLowerCase()));
}

/** A formula that several cells share is removed from all of them, or, where one has no result, from none. */
function removals(text: string, own: ReadonlySet<string>): Edit[] {
  const isUnknownFormula = callsUnknown(own);
  const needsResult = ({ formula, kind }: CellFormula) =>
    isUnknownFormula(formula) || (kind === 'array' && OUTSIDE.test(withoutTexts(formula)));
  return [...grouped(cellFormulas(text), ({ group }) => group).values()]
    .filter(cells => cells.every(({ hasResult, kind }) => hasResult && kind !== 'dataTable') && cells.some(needsResult))
    .flat()
    .map(({ from, to }) => ({ from, to, text: '' }))
    .sort((a, b) => a.from - b.from);
}

function wordsOf(formula: string): string[] {
  return withoutTexts(formula).match(WORDS) ?? [];
}

function withoutTexts(formula: string): string {
  return withoutEntities(formula).replace(QUOTED, ' ');
}

/** Also for parameters, as a word of a formula. */
function isUnknownFunction(word: string): boolean {
  return word.startsWith('_xlpm.') || (word.startsWith('_xlfn.') && !isKnownFunction(word));
}
