/**
 * Letters of scripts that many fonts lack, with which the PDF is compared: where a font that stands in has a part of a text only,
 * LibreOffice may leave out what stands before that part, without a sign for a missing glyph.
 */
import { isRareLetter } from '../../../system/fonts/rare-letters.js';
import type { Kind } from '../../quirks/table.js';
import { Inside, namesOf } from './markup.js';
import type { Surveyed, Surveyor } from './surveyor.js';

/** Elements at the root of parts that are printed. */
const ROOTS: Readonly<Partial<Record<Kind, string>>> = {
  word: 'document hdr ftr footnotes endnotes',
  powerpoint: 'sld',
  excel: 'sst worksheet wsdr',
};
/** Elements whose text is printed, where not all text is. */
const TEXTS: Readonly<Partial<Record<Kind, string>>> = {
  word: 't',
  powerpoint: 't',
  excel: 't',
  odf: 'body master-styles p h',
  'xml-excel': 'data',
  html: 'body p div td h1 h2 h3 li',
  svg: 'text tspan textpath',
};
/** Elements whose text is printed in no case, up to the next one that is. */
const OTHERS: Readonly<Partial<Record<Kind, string>>> = {
  word: 'instrtext delinstrtext deltext',
  excel: 'f',
  html: 'title script style',
  svg: 'title desc style metadata',
};
/** Elements of which nothing is printed as text. */
const LEFT_OUT: Readonly<Partial<Record<Kind, string>>> = {
  excel: 'rph',
  odf: 'annotation notes tracked-changes script',
  'xml-excel': 'comment',
};

/** Elements that hide text where they have an attribute of HIDING: of such documents, no letters are compared. */
const HIDES: Readonly<Partial<Record<Kind, string>>> = {
  word: 'vanish specvanish webhidden',
  excel: 'sheet row col definedname',
  odf: 'text-properties table-properties table-row table-column section hidden-text hidden-paragraph drawing-page-properties',
};
const HIDING =
  /vanish|webhidden|hidden-|Print_Area|[\s:](?:(?:hidden|state)\s*=\s*["'](?:1|true|hidden|veryHidden)|(?:display|visibility)\s*=\s*["'](?:none|condition|false|collapse|filter|hidden))/i;

/** More are not compared. */
const MAX_LETTERS = 2000;
/** Bytes from here on begin a character of several. */
const LEAD = 0xc0;

export function letters({ kind }: Surveyed): Surveyor {
  const found = new Set<number>();
  const [roots, texts, others, left, hides] = [ROOTS, TEXTS, OTHERS, LEFT_OUT, HIDES].map(lists =>
    namesOf(kind, lists),
  );
  const leftOut = new Inside();
  let isPrinted = roots!.length === 0;
  let isText = kind === 'html';
  /** Text of another encoding, which is converted later, is not read. */
  let isUtf8 = true;
  let hasHidden = false;
  const read = (bytes: Uint8Array, from: number, to: number) => {
    isUtf8 = isUtf8 && addLetters(bytes, from, to, found);
  };
  return {
    ...(kind === 'svg' && { reads: 'svg' as const }),
    names: [...roots!, ...texts!, ...others!, ...left!, ...hides!],
    tag(text, name, _, depth) {
      if (hides!.includes(name)) hasHidden ||= HIDING.test(text);
      if (depth === 0 && roots!.length > 0) isPrinted = roots!.includes(name) && !HIDDEN_SLIDE.test(text);
      if (!leftOut.holds(depth) && left!.includes(name) && !text.endsWith('/')) leftOut.enter(depth);
      if (texts!.includes(name)) isText = !text.endsWith('/');
      else if (others!.includes(name)) isText = false;
    },
    text(bytes, from, to, depth) {
      if (isPrinted && isText && !leftOut.holds(depth)) read(bytes, from, to);
    },
    end() {
      isPrinted = roots!.length === 0;
      isText = kind === 'html';
      leftOut.reset();
    },
    plain: bytes => read(bytes, 0, bytes.length),
    letters: () => (isUtf8 && !hasHidden ? found : new Set()),
  };
}

const HIDDEN_SLIDE = /^[^\s>]*sld\s(?:[^>]*\s)?show\s*=\s*["'](?:0|false)/;

/** False: it is no UTF-8. A character at the ends of a piece of text may be in two of them. */
function addLetters(bytes: Uint8Array, from: number, to: number, found: Set<number>): boolean {
  for (let at = from; at < to && found.size < MAX_LETTERS; at++) {
    const first = bytes[at]!;
    if (first < LEAD) continue;
    const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    for (let i = at + 1; i < Math.min(at + length, to); i++) if ((bytes[i]! & 0xc0) !== 0x80) return false;
    if (at + length > to) return true;
    const code = codeOf(bytes, at, length);
    if (!found.has(code) && isRareLetter(code)) found.add(code);
    at += length - 1;
  }
  return true;
}

function codeOf(bytes: Uint8Array, at: number, length: number): number {
  let code = bytes[at]! & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) code = code * 64 + (bytes[at + i]! & 0x3f);
  return code;
}
