/** Default appearances (ISO 32000-2, 12.7.4.3, DA): how a viewer draws a value without an appearance stream. */
import {
  IDENTITY,
  inheritedValue,
  type PdfDict,
  type PdfObject,
  type PdfRevision,
  PdfString,
} from '../../../../pdf/index.js';
import { formFonts } from '../fonts/fonts.js';
import type { Colour, Font, FontChoice } from '../types.js';
import { colourOf } from './colours.js';
import { LookReader } from './look-reader.js';
import { MAX_SIZE, MIN_SIZE } from './shown-text.js';

export interface DefaultAppearance {
  readonly font: FontChoice | null;
  readonly colour: Colour;
  /** False: it hides, distorts or displaces the text, or contains operators that were not evaluated. */
  readonly plain: boolean;
  /** Each letter and digit is drawn as itself, whether a viewer writes characters or their codes. */
  readonly literal: boolean;
}

/** Of a widget or field, own or inherited, or of the form; null: none. */
export function defaultAppearance(revision: PdfRevision, dict: PdfDict): DefaultAppearance | null {
  const own = inheritedValue(revision, dict, 'DA');
  const value = own ?? revision.get(revision.getDict(revision.root, 'AcroForm'), 'DA');
  if (value === null) return null;
  return value instanceof PdfString ? readDefaultAppearance(revision, value.bytes) : NOT_PLAIN;
}

const NOT_PLAIN: DefaultAppearance = { font: null, colour: null, plain: false, literal: false };
const ANYWHERE = { left: -1e6, bottom: -1e6, right: 1e6, top: 1e6 };
const PROBE = Buffer.from('A');

/** Names by which viewers select a font of symbols where the form has no font of that name. */
const SYMBOLS = /^(?:ZaDb|Symb|ZapfDingbats|Symbol|.*dings.*)$/i;
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A code without a known text does not contradict. */
const isLiteral = ({ decode }: Font): boolean =>
  [...LETTERS].every(letter => [null, letter].includes(decode(Buffer.from(letter))));

function readDefaultAppearance(revision: PdfRevision, bytes: Uint8Array): DefaultAppearance {
  const fonts = formFonts(revision);
  let hasSymbols = false;
  const select = (name: string): PdfObject => {
    hasSymbols = fonts?.get(name) === undefined && SYMBOLS.test(name);
    return fonts?.get(name) ?? null;
  };
  const context = { revision, resources: null, fonts: select };
  const reader = new LookReader(context, IDENTITY, ANYWHERE);
  reader.read(bytes);
  const { state } = reader.content;
  const run = reader.probe(PROBE);
  const font = state.font && { ...state.font, font: run.font, size: state.size };
  const plain =
    reader.understood &&
    reader.runs.length + reader.paths.length === 0 &&
    state.matrix === IDENTITY &&
    state.renderingMode === 0 &&
    !run.distorted &&
    run.direction === '1 0 0 1' &&
    font !== null &&
    // 0: the viewer selects a size
    (font.size === 0 || (run.size >= MIN_SIZE && run.size <= MAX_SIZE)) &&
    Math.abs(run.y) <= font.size;
  const literal = !hasSymbols && (font === null || isLiteral(font.font));
  return { font, colour: colourOf(state.fill.rgb), plain, literal };
}
