/** Border, colours and coordinates of an annotation (ISO 32000-2, 12.5.2 to 12.5.6), as far as viewers draw it by themselves. */
import {
  luminance,
  PdfArray,
  PdfDict,
  type PdfObject,
  type PdfRevision,
  PdfString,
  rgbOf,
} from '../../../pdf/index.js';

/** A value from which different viewers would draw different marks. */
export class MalformedAnnotation extends Error {}

const MAX_NUMBERS = 100_000;

/** Null: transparent, an empty array. */
export type Colour = { readonly components: readonly number[]; readonly luminance: number } | null;

/** Undefined: the entry is missing. */
export function colourOf(revision: PdfRevision, dict: PdfDict | null, key: string): Colour | undefined {
  const value = revision.get(dict, key);
  if (value === null) return undefined;
  const components = numbersIn(revision, value);
  if (components.length === 0) return null;
  const rgb = rgbOf(components);
  if (rgb === null) throw new MalformedAnnotation();
  return { components, luminance: luminance(rgb) };
}

const OPERATORS: Readonly<Record<number, readonly [fill: string, stroke: string]>> = {
  1: ['g', 'G'],
  3: ['rg', 'RG'],
  4: ['k', 'K'],
};

/** The operators that set the colour for filling and for lines. */
export function colourOperators(colour: Colour): string {
  const components = colour?.components ?? [0];
  const [fill, stroke] = OPERATORS[components.length]!;
  const numbers = components.map(format).join(' ');
  return `${numbers} ${fill} ${numbers} ${stroke}`;
}

/** /BS, or else the third number of /Border; 1 by default. */
export function borderWidth(revision: PdfRevision, annotation: PdfDict): number {
  const style = revision.get(annotation, 'BS');
  const border = revision.get(annotation, 'Border');
  if (style instanceof PdfDict) return widthOf(style.has('W') ? revision.get(style, 'W') : 1);
  if (style !== null) throw new MalformedAnnotation();
  if (border === null) return 1;
  if (!(border instanceof PdfArray) || border.items.length < 3) throw new MalformedAnnotation();
  return widthOf(revision.resolve(border.items[2]));
}

function widthOf(value: PdfObject): number {
  if (typeof value !== 'number' || !(value >= 0)) throw new MalformedAnnotation();
  return value;
}

/** The numbers of an array; of arrays within an array, in order. */
export function numbersIn(revision: PdfRevision, value: PdfObject): number[] {
  if (!(value instanceof PdfArray)) throw new MalformedAnnotation();
  const numbers: number[] = [];
  for (const item of value.items) {
    const resolved = revision.resolve(item);
    if (typeof resolved !== 'number' || numbers.length === MAX_NUMBERS) throw new MalformedAnnotation();
    numbers.push(resolved);
  }
  return numbers;
}

export type Point = readonly [x: number, y: number];

/** Pairs of coordinates. */
export function pointsIn(revision: PdfRevision, value: PdfObject): Point[] {
  const numbers = numbersIn(revision, value);
  if (numbers.length % 2 !== 0) throw new MalformedAnnotation();
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i]!, numbers[2 * i + 1]!]);
}

/** An array of arrays of coordinates: /InkList, /Path. */
export function pathsIn(revision: PdfRevision, value: PdfObject): Point[][] {
  if (!(value instanceof PdfArray)) throw new MalformedAnnotation();
  const paths: Point[][] = [];
  let count = 0;
  for (const item of value.items) {
    const path = pointsIn(revision, revision.resolve(item));
    count += path.length + 1;
    if (count > MAX_NUMBERS) throw new MalformedAnnotation();
    paths.push(path);
  }
  return paths;
}

export const isEmpty = (value: PdfObject): boolean =>
  value === null || (value instanceof PdfString && value.bytes.length === 0);

export const hasText = (revision: PdfRevision, dict: PdfDict, keys: readonly string[]): boolean =>
  keys.some(key => !isEmpty(revision.get(dict, key)));

/** Pages have at most 14,400 points; larger numbers would be written with an exponent. */
const MAX_COORDINATE = 1e6;

export const format = (value: number): string =>
  String(Number(Math.min(MAX_COORDINATE, Math.max(-MAX_COORDINATE, value)).toFixed(3)));
