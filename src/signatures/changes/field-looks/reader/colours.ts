/** Colours of content streams and of /MK, as 'red green blue'. */
import { luminance, type Rgb } from '../../../../pdf/index.js';
import type { Colour } from '../types.js';

export const colourOf = (rgb: Rgb | null): Colour => rgb?.map(value => Math.round(value * 100) / 100).join(' ') ?? null;

const WHITE = '1 1 1';

/** What is seen of a background: white paper where there is none. */
export const onPaper = <T extends Colour>(background: T | 'none'): T | string =>
  background === 'none' ? WHITE : background;

/** Less is not readable, e.g. yellow on white. */
const MIN_CONTRAST = 0.15;

/** On a background, or where there is none on white paper. */
export function isReadable(text: Colour, background: Colour | 'none' = 'none'): boolean {
  if (text === null || background === null) return false;
  return Math.abs(brightness(text) - brightness(onPaper(background))) >= MIN_CONTRAST;
}

const brightness = (colour: string): number => luminance(colour.split(' ').map(Number) as unknown as Rgb);

/** Components whose rounding differs are the same colour. */
export function sameColour(a: Colour | 'none', b: Colour | 'none'): boolean {
  if (a === null || b === null || a === 'none' || b === 'none') return a !== null && a === b;
  const [from, to] = [a.split(' ').map(Number), b.split(' ').map(Number)];
  return from.every((value, i) => Math.abs(value - to[i]!) <= 0.02);
}

/** Components of a darker or lighter colour that buttons have while the mouse is pressed: 0.25 less in PDFium, 0.2 in pdf-lib. */
const MAX_SHADE = 0.3;

export function isShadeOf(colour: Colour | 'none', background: Colour | 'none'): boolean {
  const base = onPaper(background);
  if (colour === null || colour === 'none' || base === null) return false;
  const from = base.split(' ').map(Number);
  return colour.split(' ').every((value, i) => Math.abs(Number(value) - from[i]!) <= MAX_SHADE);
}
