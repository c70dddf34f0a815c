/** Counts characters that are printed as the sign for a missing glyph, since no font has them. */
import {
  contentOperations,
  inheritedEntry,
  PdfArray,
  type PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  PdfString,
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
  // a font has the sign as glyph 0; where another glyph is a copy of it, text uses it
  const affected = new Map(
    fonts.filter(({ program }) => (program?.missing.size ?? 0) > 1).map(font => [font.dict, font]),
  );
  return pages.map(page => (affected.size === 0 ? 0 : countOnPage(revision, page, affected)));
}

function countOnPage(revision: PdfRevision, { dict }: Page, affected: ReadonlyMap<PdfDict, EmbeddedFont>): number {
  const resources = revision.resolve(inheritedEntry(revision, dict, 'Resources')) as PdfDict | null;
  const named = revision.getDict(resources, 'Font');
  let font: EmbeddedFont | undefined;
  let count = 0;
  for (const stream of contentsOf(revision, dict)) {
    for (const { operator, operands } of contentOperations(revision.decode(stream).bytes)) {
      revision.budget.step();
      if (operator === 'Tf') {
        const [name] = operands;
        font = name instanceof PdfName ? affected.get(revision.getDict(named, name.name) as PdfDict) : undefined;
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

function countInString(bytes: Uint8Array, { program, codeLength }: EmbeddedFont): number {
  let count = 0;
  for (let at = 0; at + codeLength <= bytes.length; at += codeLength) {
    const glyph = codeLength === 1 ? program!.glyphOf(bytes[at]!) : bytes[at]! * 256 + bytes[at + 1]!;
    if (program!.missing.has(glyph)) count++;
  }
  return count;
}
