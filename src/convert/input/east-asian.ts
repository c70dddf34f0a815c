/** East Asian text that does not say its encoding: one in which all bytes are valid and nearly all characters common. */

interface Encoding {
  /** As TextDecoder and people name it. */
  readonly name: 'EUC-KR' | 'GB18030' | 'EUC-JP' | 'Big5' | 'Shift_JIS';
  /** First bytes of punctuation, kana and the common characters, which come first in each standard; the least second byte. */
  readonly common: readonly (readonly [from: number, to: number])[];
  readonly second: number;
}

export type EastAsian = Encoding['name'];

/** In this order: what is common in one is often so in a later one. */
// biome-ignore format: a table
const ENCODINGS: readonly Encoding[] = [
  { name: 'EUC-KR', common: [[0xa1, 0xa3], [0xb0, 0xc8]], second: 0xa1 },
  { name: 'GB18030', common: [[0xa1, 0xa3], [0xb0, 0xd7]], second: 0xa1 },
  { name: 'EUC-JP', common: [[0xa1, 0xa5], [0xb0, 0xcf]], second: 0xa1 },
  { name: 'Big5', common: [[0xa1, 0xc6]], second: 0x40 },
  { name: 'Shift_JIS', common: [[0x81, 0x83], [0x88, 0x97]], second: 0x40 },
];

/** Different common characters, of which fewer prove nothing, and the part of all that has to be common. */
const LEAST = 10;
const COMMON = 0.9;

/** `head`: of the text, not UTF-8. Null: another encoding, or too few characters to tell. */
export function eastAsianEncoding(head: Uint8Array): EastAsian | null {
  const found = ENCODINGS.find(encoding => isCommon(head, encoding) && isValid(head, encoding));
  return found?.name ?? null;
}

function isCommon(head: Uint8Array, { common, second }: Encoding): boolean {
  let [all, counted] = [0, 0];
  const different = new Set<number>();
  for (let at = 0; at < head.length - 1; at++) {
    const first = head[at]!;
    if (first < 0x80) continue;
    all++;
    if (head[at + 1]! >= second && common.some(([from, to]) => first >= from && first <= to)) {
      counted++;
      different.add(first * 256 + head[at + 1]!);
    }
    at++;
  }
  return different.size >= LEAST && counted >= all * COMMON;
}

function isValid(head: Uint8Array, { name }: Encoding): boolean {
  try {
    new TextDecoder(name, { fatal: true }).decode(head, { stream: true }); // its last character may be cut
    return true;
  } catch {
    return false;
  }
}
