/**
 * Formulas with functions that LibreOffice does not know: as array formulas, which Excel writes where there may be several results,
 * they become errors, also in the cells beside them, and so do calls of functions that the workbook defines. The cells keep
 * their saved results, as Excel shows them; so do array formulas with functions of programs and servers that are not there.
 */
import { grouped } from '../../../../system/collections.js';
import { withoutEntities } from '../../../../system/xml.js';
import type { Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart } from '../document.js';
import { attributeIn, whereReadable } from '../layout/tags.js';
import { type CellFormula, cellFormulas, SHEET } from './cell-formulas.js';

/** The mark of functions and parameters that ECMA-376 has not ([MS-XLSX], 2.2.2). */
const PREFIX = /\b_xl(?:fn|pm)\./;
/** Behind the prefix _xlfn. */
const UNKNOWN = new Set(
  (
    'ANCHORARRAY ARRAYTOTEXT BYCOL BYROW CHOOSECOLS CHOOSEROWS COPILOT DETECTLANGUAGE DROP EXPAND FIELDVALUE FILTER GROUPBY HSTACK ' +
    'IMAGE ISOMITTED LAMBDA LET MAKEARRAY MAP PERCENTOF PIVOTBY RANDARRAY REDUCE REGEXEXTRACT REGEXREPLACE REGEXTEST SCAN SEQUENCE ' +
    'SINGLE SORT SORTBY STOCKHISTORY TAKE TEXTAFTER TEXTBEFORE TEXTSPLIT TOCOL TOROW TRANSLATE TRIMRANGE UNIQUE VALUETOTEXT VSTACK ' +
    'WRAPCOLS WRAPROWS XLOOKUP XMATCH'
  ).split(' '),
);
/** Functions of cubes, services, add-ins and other workbooks: LibreOffice keeps their saved results but for array formulas. */
const OUTSIDE = /\b(?:CUBE[A-Z]+|WEBSERVICE|RTD)\s*\(|\b_xl(?:l|udf)\.|\[\d+\]![\w.]+\(/;
const WORDS = /[\p{L}_\\][\p{L}\p{N}_.\\]*/gu;

/** Texts, and names of sheets that are quoted. */
const QUOTED = /"[^"]*"|'[^']*'/g;

const NAMES = /(<(?:\w+:)?definedName\s[^<>]*>)([^<]*)</g;

export const keepSavedResults: DocumentEdit = whereReadable(async document => {
  const own = await namesOf(document);
  for (const part of document.parts) {
    if (!SHEET.test(await document.contentType(part))) continue;
    const text = document.text(part)!;
    if (own.size > 0 || PREFIX.test(text) || OUTSIDE.test(text)) document.change(part, removals(text, own));
  }
});

/** Names of the workbook that stand for such formulas, also by other names, in lower case. */
async function namesOf(document: EditableDocument): Promise<ReadonlySet<string>> {
  const part = await mainPart(document);
  const text = part === null ? '' : document.text(part)!;
  const found = new Set<string>();
  if (!PREFIX.test(text)) return found;
  const names = [...text.matchAll(NAMES)].map(([, tag, formula]) => ({
    name: (attributeIn(tag!, 'name') ?? '').toLowerCase(),
    words: wordsOf(formula!),
  }));
  const uses = names.flatMap(({ name, words }) => words.map(word => ({ name, word: word.toLowerCase() })));
  const usersOf = grouped(uses, ({ word }) => word);
  const pending = names.filter(({ words }) => words.some(isUnknownFunction)).map(({ name }) => name);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    for (const user of usersOf.get(name) ?? []) pending.push(user.name);
  }
  return found;
}

/** Whether a formula has functions, also by names of the workbook, that LibreOffice does not know. */
export async function unknownFormulas(document: EditableDocument): Promise<(formula: string) => boolean> {
  return callsUnknown(await namesOf(document));
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
export function isUnknownFunction(word: string): boolean {
  if (word.startsWith('_xlpm.')) return true;
  return word.startsWith('_xlfn.') && UNKNOWN.has(word.slice(word.lastIndexOf('.') + 1));
}
