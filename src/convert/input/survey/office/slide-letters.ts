import type { Surveyed, Surveyor } from '../surveyor.js';

const OTHER = 0;
const LATIN = 1;
const HANGUL = 2;
const KANA = 3;
const HAN = 4;

/** The letters that a byte of UTF-8 begins. */
const BEGINS = new Uint8Array(256);
BEGINS.fill(LATIN, 0x41, 0x5b);
BEGINS.fill(LATIN, 0x61, 0x7b);
BEGINS.fill(HAN, 0xe4, 0xea); // U+4000 to U+9FFF
BEGINS.fill(HANGUL, 0xea, 0xee); // U+A000 to U+DFFF
BEGINS[0xe3] = KANA; // U+3000 to U+3FFF

/** Latin letters for which one letter of the others counts, which stands for a syllable or a word. */
const WEIGHT = 2;

/** Whether most letters of the slides are Korean, or Japanese: Chinese text has no kana. */
export function slideLetters({ facts }: Surveyed): Surveyor {
  const counts = new Uint32Array(5);
  let isSlide = false;
  let isText = false;
  return {
    names: ['sld', 't'],
    tag(_, name, __, depth) {
      if (depth === 0) isSlide = name === 'sld';
      isText = isSlide && name === 't';
    },
    text(bytes, from, to) {
      if (!isText) return;
      for (let at = from; at < to; at++) counts[BEGINS[bytes[at]!]!]!++;
      counts[OTHER] = 0;
    },
    end() {
      isSlide = isText = false;
      const [, latin = 0, hangul = 0, kana = 0, han = 0] = counts;
      set('korean', hangul > 0 && hangul >= kana && WEIGHT * (hangul + han) >= latin);
      set('japanese', kana > hangul && WEIGHT * (kana + han) >= latin);
    },
  };

  function set(fact: 'korean' | 'japanese', isTrue: boolean): void {
    if (isTrue) facts.add(fact);
    else facts.delete(fact);
  }
}
