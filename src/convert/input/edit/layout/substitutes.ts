/**
 * Malgun Gothic where it is not installed: LibreOffice draws its Latin letters in any font, and those of its substitute for
 * Korean are narrower. Where fonts of the design of Noto Sans CJK are installed, text has them, with more space between letters.
 */

/** Its names in documents. */
export const MALGUN = /Malgun Gothic|맑은 고딕/i;
const NAMES = ['malgungothic', '맑은고딕'];
const SUBSTITUTES = ['Noto Sans CJK KR', 'Noto Sans KR', 'Source Han Sans KR', 'Source Han Sans K'];
/** How much wider letters and dashes of Malgun Gothic are, in ems; Latin letters and digits are as wide. */
const LETTER = 1 - 0.92;
const DASH = 1.028 - 0.894;
/** The substitute has wider blanks in Korean text. On slides this is the best value by measurement: the cause is not known. */
const BLANK = { korean: 0.352 - 0.28, koreanOnSlide: 0.352 - 0.25, other: 0.352 - 0.224 };

const keyOf = (family: string): string => family.toLowerCase().replaceAll(' ', '');

export const isMalgun = (family: string | null): boolean => family !== null && NAMES.includes(keyOf(family));

/** `fonts`: normalized names of those that the engine has. Null where text keeps its font. */
export function substituteIn(fonts: ReadonlySet<string>): string | null {
  if (NAMES.some(name => fonts.has(name))) return null;
  return SUBSTITUTES.find(family => fonts.has(keyOf(family))) ?? null;
}

/** From a Latin letter or digit to the next character of another script, with the marks of its characters. */
const LATIN = /([a-z\d][!-~\p{M}\u200d]*)/iu;

/** Parts of a text that need different space: Latin words and numbers, and what is between them. */
export const piecesOf = (text: string): string[] => text.split(LATIN).filter(piece => piece !== '');

/**
 * What each character of the text needs in addition, in ems, for the whole to be as wide as in Malgun Gothic. `language`: of
 * its East Asian letters.
 */
export function wideningOf(text: string, language: string, isOnSlide = false): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const letters = count(/[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu);
  const korean = isOnSlide ? BLANK.koreanOnSlide : BLANK.korean;
  const blank = /^ko\b/i.test(language) ? korean : BLANK.other;
  const ems = letters * LETTER + count(/ /g) * blank + count(/—/g) * DASH;
  return text === '' ? 0 : ems / [...text].length;
}
