/**
 * Formulas with functions that LibreOffice does not know: as array formulas, which Excel writes where there may be several results,
 * they become errors, also in the cells beside them, and so do calls of functions that the workbook defines. The cells keep
 * their saved results, as Excel shows them; so do array formulas with functions of programs and servers that are not there.
 */
import type { Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart } from '../document.js';
import { whereReadable } from '../layout/tags.js';

const SHEET = /spreadsheetml\.worksheet\+xml$/;
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
const IS_ARRAY = /\bt\s*=\s*["']array["']/;
const WORDS = /[\p{L}_\\][\p{L}\p{N}_.\\]*/gu;

/** A formula with its saved result. Shared ones are needed by others. */
const FORMULAS =
  /<((?:\w+:)?)f(?=[\s>])((?![^<>]*\bt\s*=\s*["'](?:shared|dataTable))[^<>]*)>([^<]*)<\/\1f>(?=\s*<\1v>[^<])/g;
const NAMES = /<(?:\w+:)?definedName\s[^<>]*?\bname\s*=\s*["']([^"'<>]+)["'][^<>]*>([^<]*)</g;

export const keepSavedResults: DocumentEdit = whereReadable(async document => {
  const own = await namesOf(document);
  for (const part of document.parts) {
    if (!SHEET.test(await document.contentType(part))) continue;
    const text = document.text(part)!;
    if (own.size > 0 || PREFIX.test(text) || OUTSIDE.test(text)) document.change(part, removals(text, own));
  }
});

/** Names of the workbook that stand for such formulas, in lower case. */
async function namesOf(document: EditableDocument): Promise<ReadonlySet<string>> {
  const part = await mainPart(document);
  const text = part === null ? '' : document.text(part)!;
  if (!PREFIX.test(text)) return new Set();
  const none = new Set<string>();
  const all = [...text.matchAll(NAMES)].filter(({ 2: formula }) => isUnknown(formula!, none));
  return new Set(all.map(({ 1: name }) => name!.toLowerCase()));
}

function removals(text: string, own: ReadonlySet<string>): Edit[] {
  return [...text.matchAll(FORMULAS)]
    .filter(({ 2: attributes, 3: formula }) => isUnknown(formula!, own) || isOutside(formula!, attributes!))
    .map(({ 0: element, index }) => ({ from: index, to: index + element.length, text: '' }));
}

function isUnknown(formula: string, own: ReadonlySet<string>): boolean {
  if (own.size === 0 && !PREFIX.test(formula)) return false;
  for (const [word] of withoutTexts(formula).matchAll(WORDS)) {
    if (word.startsWith('_xlpm.') || own.has(word.toLowerCase())) return true;
    if (word.startsWith('_xlfn.') && UNKNOWN.has(word.slice(word.lastIndexOf('.') + 1))) return true;
  }
  return false;
}

function isOutside(formula: string, attributes: string): boolean {
  return IS_ARRAY.test(attributes) && OUTSIDE.test(withoutTexts(formula));
}

function withoutTexts(formula: string): string {
  return formula.replace(/"[^"]*"/g, '').replace(/&quot;.*?&quot;/g, '');
}
