/** Warns of characters that are printed as the sign for a missing glyph, or not at all, since no font has them. */
import { joined, type Missing } from '../../../pdf/index.js';
import type { Warnings } from '../../warnings.js';

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

/** `unprinted`: characters of which the PDF has nothing, not even a sign. */
export function warnMissing(pages: readonly Missing[], warnings: Warnings, unprinted: readonly string[] = []): void {
  const total = totalOf(pages.map(({ count }) => count)) ?? { count: 0, page: 0 };
  const characters = total.count + unprinted.length;
  if (characters > 0)
    warnings.add('glyphs_missing', {
      characters,
      page: total.page,
      which: namesOf(new Set([...joined(pages).characters, ...unprinted])),
    });
}

const MAX_NAMES = 20;

/** "U+1F600 😀, U+0E17 ท" */
function namesOf(characters: ReadonlySet<string>): string {
  const names = [...characters].filter(text => text !== '').map(nameOf);
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? `, and ${more} more` : '');
}

/** Several characters may be one sign; longer ones are cut. */
const MAX_CODES = 10;

function nameOf(text: string): string {
  const characters = [...text].slice(0, MAX_CODES);
  const codes = characters.map(each => `U+${each.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`);
  // those of private use show nothing; a mark needs a character to stand on
  const shown = /[\p{Cc}\p{Co}\p{Cs}\p{Cn}]/u.test(text)
    ? ''
    : ` ${/^\p{M}/u.test(text) ? '\u25cc' : ''}${characters.join('')}`;
  return codes.join(' ') + shown;
}
