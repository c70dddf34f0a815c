/** Colours of content streams and of /MK, as 'red green blue'. */
import type { PdfObject } from '../../../../pdf/index.js';
import type { Colour } from '../types.js';

/** By the number of components: DeviceGray, DeviceRGB or DeviceCMYK (8.6.4); null for any other number. */
export function deviceColour(components: readonly PdfObject[]): Colour {
  const values = components.filter((item): item is number => typeof item === 'number' && Number.isFinite(item));
  if (values.length !== components.length) return null;
  const rgb = toRGB(values.map(value => Math.min(1, Math.max(0, value))));
  return rgb?.map(value => Math.round(value * 100) / 100).join(' ') ?? null;
}

function toRGB(values: readonly number[]): readonly number[] | null {
  if (values.length === 1) return [values[0]!, values[0]!, values[0]!];
  if (values.length === 3) return values;
  if (values.length !== 4) return null;
  const key = 1 - values[3]!;
  return values.slice(0, 3).map(value => (1 - value) * key);
}

export const BLACK = '0 0 0';
export const WHITE = '1 1 1';

/** Less is not readable, e.g. yellow on white. */
const MIN_CONTRAST = 0.15;

export function isReadable(text: Colour, background: Colour): boolean {
  return text !== null && background !== null && Math.abs(luminance(text) - luminance(background)) >= MIN_CONTRAST;
}

function luminance(colour: string): number {
  const [red, green, blue] = colour.split(' ').map(Number) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Components whose rounding differs are the same colour. */
export function sameColour(a: Colour | 'none', b: Colour | 'none'): boolean {
  if (a === null || b === null || a === 'none' || b === 'none') return a !== null && a === b;
  const [from, to] = [a.split(' ').map(Number), b.split(' ').map(Number)];
  return from.every((value, i) => Math.abs(value - to[i]!) <= 0.02);
}
