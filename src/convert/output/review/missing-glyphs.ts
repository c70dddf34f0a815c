/** Counts characters that are printed as the sign for a missing glyph, or not at all, since no font has them. */
import {
  contentOperations,
  inheritedValue,
  PdfArray,
  type PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  PdfString,
  readToUnicode,
} from '../../../pdf/index.js';
import type { Warnings } from '../../warnings.js';
import type { EmbeddedFont } from './embedded-fonts.js';

type Page = { readonly dict: PdfDict };

export function reportMissingGlyphs(
  revision: PdfRevision,
  pages: readonly Page[],
  fonts: readonly EmbeddedFont[],
  warnings: Warnings,
): void {
  warnMissing(totalOf(countMissingGlyphs(revision, pages, fonts)), warnings);
}

/** The sum of what was counted on each page, and the first page with any. */
export interface Total {
  readonly count: number;
  readonly page: number;
}

/** Null: nothing was counted. */
export function totalOf(counts: readonly number[]): Total | null {
  const page = counts.findIndex(count => count > 0) + 1;
  return page === 0 ? null : { count: counts.reduce((sum, count) => sum + count), page };
}

export function warnMissing(total: Total | null, warnings: Warnings): void {
  if (total) warnings.add('glyphs_missing', { characters: total.count, page: total.page });
}

/** Of each page; `fonts` are those of the pages. */
export function countMissingGlyphs(
  revision: PdfRevision,
  pages: readonly Page[],
  fonts: readonly EmbeddedFont[],
): readonly number[] {
  const missing = new Map(
    fonts.flatMap(font => {
      const codes = missingCodes(revision, font);
      return codes.size > 0 ? [[font.dict, { codes, codeLength: font.codeLength }]] : [];
    }),
  );
  return pages.map(page => (missing.size === 0 ? 0 : countOnPage(revision, page, missing)));
}

interface MissingCodes {
  readonly codes: ReadonlySet<number>;
  readonly codeLength: 1 | 2;
}

/** Characters that show nothing in any font. */
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Codes that are printed for characters which no font has. LibreOffice before 26 gives them a copy of glyph 0, the sign for a
 * missing character, and 26 a glyph without an outline; text does not use code 0.
 */
function missingCodes(revision: PdfRevision, { dict, program, codeLength }: EmbeddedFont): Set<number> {
  if (!program?.looks) return new Set();
  const { looks, glyphOf } = program;
  const stream = revision.get(dict, 'ToUnicode');
  const map = stream instanceof PdfStream ? readToUnicode(revision.decode(stream).bytes) : null;
  const isMissing = (code: number) => {
    const look = looks[codeLength === 1 ? glyphOf(code) : code] ?? 'nothing';
    return look === 'sign' || (look === 'nothing' && !INVISIBLE.test(map?.text(code, codeLength) ?? ''));
  };
  const last = codeLength === 1 ? Math.min(revision.getNumber(dict, 'LastChar') ?? 0, 255) : looks.length - 1;
  return new Set(Array.from({ length: last }, (_, i) => i + 1).filter(isMissing));
}

function countOnPage(revision: PdfRevision, { dict }: Page, missing: ReadonlyMap<PdfDict, MissingCodes>): number {
  const resources = inheritedValue(revision, dict, 'Resources') as PdfDict | null;
  const named = revision.getDict(resources, 'Font');
  let font: MissingCodes | undefined;
  let count = 0;
  for (const stream of contentsOf(revision, dict)) {
    for (const { operator, operands } of contentOperations(revision.decode(stream).bytes)) {
      revision.budget.step();
      if (operator === 'Tf') {
        const [name] = operands;
        font = name instanceof PdfName ? missing.get(revision.getDict(named, name.name) as PdfDict) : undefined;
      } else if (font && operator !== null && 'Tj TJ \' "'.split(' ').includes(operator)) {
        for (const string of stringsOf(operands)) count += countInString(string.bytes, font);
      }
    }
  }
  return count;
}

/** LibreOffice writes one stream for each page, others may write several. */
export function contentsOf(revision: PdfRevision, page: PdfDict): PdfStream[] {
  const contents = revision.get(page, 'Contents');
  const items = contents instanceof PdfArray ? contents.items.map(item => revision.resolve(item)) : [contents];
  return items.filter(item => item instanceof PdfStream);
}

function stringsOf(operands: readonly PdfObject[]): PdfString[] {
  const flat = operands.flatMap(operand => (operand instanceof PdfArray ? operand.items : [operand]));
  return flat.filter(item => item instanceof PdfString);
}

function countInString(bytes: Uint8Array, { codes, codeLength }: MissingCodes): number {
  let count = 0;
  for (let at = 0; at + codeLength <= bytes.length; at += codeLength) {
    if (codes.has(codeLength === 1 ? bytes[at]! : bytes[at]! * 256 + bytes[at + 1]!)) count++;
  }
  return count;
}
