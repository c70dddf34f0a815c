/** Letters of scripts that many fonts lack. */

const WITH_FONTS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;
/** Forms of other letters, which may be printed as these. */
const FORMS = 0xf900;

export function isRareLetter(code: number): boolean {
  if (code > 0x10ffff || (code >= FORMS && code <= 0xffff)) return false;
  const character = String.fromCodePoint(code);
  return /^\p{L}/u.test(character) && !WITH_FONTS.test(character);
}

/** Of Han, Hangul and kana; other letters have those around them. */
const LARGE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x11ff],
  [0x3040, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
  [0x20000, 0x3ffff],
];
const BLOCK = 128;

/** Of a letter; a number that letters of one script, or of a part of it, have in common. */
export function scriptOf(code: number): number {
  const large = LARGE.find(([first, last]) => code >= first && code <= last);
  return large ? large[0] : code - (code % BLOCK);
}
