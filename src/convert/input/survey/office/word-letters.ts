import { attribute } from '../markup.js';
import type { Surveyed, Surveyor } from '../surveyor.js';

const OTHER = 0;
const LATIN = 1;
const HANGUL = 2;

/** Of bytes of UTF-8 that begin a character; those that continue one are passed over. */
const BEGINS = new Uint8Array(256);
BEGINS.fill(LATIN, 0x30, 0x3a);
BEGINS.fill(LATIN, 0x41, 0x5b);
BEGINS.fill(LATIN, 0x61, 0x7b);
BEGINS.fill(HANGUL, 0xea, 0xee); // U+A000 to U+DFFF

const isContinuing = (byte: number): boolean => (byte & 0xc0) === 0x80;

/**
 * Whether Word prints Korean and Latin letters side by side without a space: in paragraphs without a style, of documents that
 * define no default style of paragraphs. One fact for all, as most of them are.
 */
export function wordLetters({ facts }: Surveyed): Surveyor {
  /** Places where letters of both scripts meet. */
  const places = { styled: 0, unstyled: 0 };
  let hasDefaultStyle = false;
  let place: keyof typeof places = 'unstyled';
  let isText = false;
  let previous = OTHER;
  return {
    names: ['style', 'p', 'pstyle', 't', 'deltext', 'instrtext'],
    tag(text, name) {
      isText = name === 't';
      if (name === 'p') place = 'unstyled';
      else if (name === 'pstyle') place = 'styled';
      else if (name === 'style') hasDefaultStyle ||= isDefault(text);
      if (name === 'p') previous = OTHER;
    },
    text(bytes, from, to) {
      if (!isText) return;
      for (let at = from; at < to; at++) if (!isContinuing(bytes[at]!)) read(BEGINS[bytes[at]!]!);
    },
    end() {
      if (!hasDefaultStyle && places.unstyled > places.styled) facts.add('unspacedKorean');
      else facts.delete('unspacedKorean');
    },
  };

  function read(script: number): void {
    if (script + previous === LATIN + HANGUL) places[place]++;
    previous = script;
  }
}

function isDefault(style: string): boolean {
  return attribute(style, 'type') === 'paragraph' && ['1', 'true'].includes(attribute(style, 'default') ?? '');
}
