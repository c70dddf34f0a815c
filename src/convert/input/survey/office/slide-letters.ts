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
/** Of U+3000 to U+3FFF: the byte behind it tells kana from punctuation, which Chinese text has as well. */
const LEAD = 0xe3;
const BEHIND_LEAD = new Uint8Array(256);
BEHIND_LEAD.fill(KANA, 0x81, 0x84); // U+3040 to U+30FF
BEHIND_LEAD.fill(HAN, 0x90, 0xc0); // U+3400 to U+3FFF

const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
/** Of a character (XML 1.0, 4.1), between "&" and ";". */
const REFERENCE = /^#(?:x([\da-fA-F]+)|(\d+))$/;
/** No program writes a longer one. */
const MAX_REFERENCE = 16;

/** Latin letters for which one letter of the others counts, which stands for a syllable or a word. */
const WEIGHT = 2;

/** Whether most letters of the slides are Korean, or Japanese: Chinese text has no kana. */
export function slideLetters({ facts }: Surveyed): Surveyor {
  const counts = new Uint32Array(5);
  let isSlide = false;
  let isText = false;
  /** What has been read of one behind its "&". */
  let reference: string | null = null;
  let previous = 0;
  return {
    names: ['sld', 't'],
    tag(_, name, __, depth) {
      if (depth === 0) isSlide = name === 'sld';
      isText = isSlide && name === 't';
      reference = null;
      previous = 0;
    },
    text(bytes, from, to) {
      if (!isText) return;
      for (let at = from; at < to; at++) read(bytes[at]!);
      counts[OTHER] = 0;
    },
    end() {
      isSlide = isText = false;
      const [, latin = 0, hangul = 0, kana = 0, han = 0] = counts;
      set('korean', hangul > 0 && hangul >= kana && WEIGHT * (hangul + han) >= latin);
      set('japanese', kana > hangul && WEIGHT * (kana + han) >= latin);
    },
  };

  function read(byte: number): void {
    if (byte === AMPERSAND) reference = '';
    else if (reference === null) count(byte);
    else if (byte === SEMICOLON) {
      for (const each of Buffer.from(characterOf(reference))) count(each);
      reference = null;
    } else if (reference.length < MAX_REFERENCE) reference += String.fromCharCode(byte);
  }

  function count(byte: number): void {
    counts[(previous === LEAD ? BEHIND_LEAD : BEGINS)[byte]!]!++;
    previous = byte;
  }

  function set(fact: 'korean' | 'japanese', isTrue: boolean): void {
    if (isTrue) facts.add(fact);
    else facts.delete(fact);
  }
}

/** '' for any other reference. */
function characterOf(reference: string): string {
  const [, hexadecimal, decimal] = REFERENCE.exec(reference) ?? [];
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
