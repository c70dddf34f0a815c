/** Kinds of characters for which office documents name fonts of their own, as bits. */
export const LATIN = 1;
export const ASIAN = 2;
export const COMPLEX = 4;
/** Elements of DrawingML that name the font of a script. */
export const SCRIPT_OF_TAG: Readonly<Record<string, number>> = { latin: LATIN, ea: ASIAN, cs: COMPLEX };
export const SCRIPTS = [LATIN, ASIAN, COMPLEX] as const;

/**
 * The kinds of characters in UTF-8 text, by the first byte of each character. Spaces and symbols are of no kind: any font
 * may serve for them.
 */
export function scriptsOf(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to; at++) found |= KIND_OF_BYTE[bytes[at]!]!;
  return found;
}

const KIND_OF_BYTE = new Uint8Array(256);
KIND_OF_BYTE.fill(LATIN, 0x30, 0x3a); // digits
KIND_OF_BYTE.fill(LATIN, 0x41, 0x5b);
KIND_OF_BYTE.fill(LATIN, 0x61, 0x7b);
KIND_OF_BYTE.fill(LATIN, 0xc3, 0xd6); // U+00C0 to U+057F
KIND_OF_BYTE.fill(COMPLEX, 0xd7, 0xe1); // U+05C0 to U+0FFF: Hebrew, Arabic, Indic, Thai
KIND_OF_BYTE.fill(ASIAN, 0xe4, 0xee); // U+4000 to U+DFFF: Han, Hangul
KIND_OF_BYTE[0xe3] = ASIAN; // U+3000 to U+3FFF: kana
