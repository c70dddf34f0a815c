/** Values as numbers, so that different ways to write one value are equal, and how far such numbers may differ. */
import {
  area,
  type Box,
  boxOf,
  cornersOf,
  intersection,
  isName,
  numbersOf,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
} from '../../../pdf/index.js';

/** Where a value was found. */
export interface Place {
  readonly revision: PdfRevision;
  /** The dictionary with the entry; null: unknown, or there is none. */
  readonly dict: PdfDict | null;
  /** The effective value of another entry of this dictionary, as written. */
  readonly other: (key: string) => PdfObject | undefined;
}

export interface Reading {
  /** Null: malformed, or different viewers show different things. */
  numbers(place: Place, written: PdfObject): readonly number[] | null;
  /** How far apart two numbers are: 1 is the most that is no change. `unit`: points in a unit of the page. */
  distance(a: number, b: number, unit: number): number;
}

/**
 * In points. Programs write coordinates with two decimals at least. At the largest magnification of viewers, 6400 %, this is
 * less than a pixel of a screen (96 dpi), and a sixth of a dot of a printer (1200 dpi).
 */
const MOVED = 0.01;
const onPage = (a: number, b: number, unit: number): number => (Math.abs(a - b) * unit) / MOVED;

/** Opaque colours: a quarter of a step of 8 bits. */
const TINTED = 0.001;
const opaque = (a: number, b: number): number => Math.abs(a - b) / TINTED;

/**
 * Two units in the last place of a number in single precision, in which many programs calculate. Relative: what is painted
 * a thousand times over each other, as semi-transparent marks are, differs no more.
 */
const IMPRECISE = 2 ** -22;
const inSinglePrecision = (a: number, b: number): number =>
  a === b ? 0 : Math.abs(a - b) / (IMPRECISE * Math.max(Math.abs(a), Math.abs(b)));

const exactly = (a: number, b: number): number => (a === b ? 0 : Infinity);

/** Makes a difference between none and a little: a line without width is not drawn, one of any width is. */
const isSome = (length: number): number => (length === 0 ? 0 : 1e9);

/** A rectangle in any order of its corners (7.9.5). Without an area, viewers show different things. */
function pageBox(revision: PdfRevision, written: PdfObject): Box | null {
  const box = boxOf(revision, written);
  return box && area(box) > 0 ? box : null;
}

export const PAGE_BOX: Reading = {
  numbers({ revision }, written) {
    const box = pageBox(revision, written);
    return box && cornersOf(box);
  },
  distance: onPage,
};

/** In any order of the corners, of a box of unknown size on the page. */
export const CORNERS: Reading = { ...PAGE_BOX, distance: exactly };

/** A box beyond the media box ends there (14.11.2.1). */
export const WITHIN_MEDIA_BOX: Reading = {
  numbers({ revision, other }, written) {
    const media = other('MediaBox');
    const [box, outer] = [pageBox(revision, written), media === undefined ? null : pageBox(revision, media)];
    const visible = box && outer && intersection(box, outer);
    return visible && area(visible) > 0 ? cornersOf(visible) : null;
  },
  distance: onPage,
};

/** Of an annotation. One without an area is invisible. */
export const RECTANGLE: Reading = {
  numbers({ revision }, written) {
    const box = boxOf(revision, written);
    return box && [...cornersOf(box), isSome(box.right - box.left), isSome(box.top - box.bottom)];
  },
  distance: onPage,
};

/** Of an integer in most viewers: they read a larger number as a different one. */
const MAX_DEGREES = 2 ** 31 - 1;

export const QUARTER_TURNS: Reading = {
  numbers({ revision }, written) {
    const degrees = revision.resolve(written);
    const isKnown = typeof degrees === 'number' && degrees % 90 === 0 && Math.abs(degrees) <= MAX_DEGREES;
    return isKnown ? [(((degrees / 90) % 4) + 4) % 4] : null;
  },
  distance: exactly,
};

const plain = (distance: Reading['distance']): Reading => ({
  numbers: ({ revision }, written) => numbersOf(revision, written),
  distance,
});

export const LENGTHS = plain(onPage);
/** Of what is painted opaque. */
export const COLOUR = plain(opaque);
/** Of what may be painted over itself. */
export const MARK_COLOUR = plain(inSinglePrecision);

export const OPACITY: Reading = {
  numbers({ revision }, written) {
    const value = revision.resolve(written);
    return typeof value === 'number' ? [value] : null;
  },
  distance: inSinglePrecision,
};

/** Arrays of coordinates within an array, with the length of each. */
export const PATHS: Reading = {
  numbers({ revision }, written) {
    const value = revision.resolve(written);
    const paths = value instanceof PdfArray ? value.items.map(item => numbersOf(revision, item)) : [null];
    const known = paths.filter(path => path !== null);
    return known.length === paths.length ? known.flatMap(path => [isSome(path.length) * path.length, ...path]) : null;
  },
  distance: onPage,
};

const STYLES = ['S', 'D', 'B', 'I', 'U'];
const DASHED = STYLES.indexOf('D');

/** Radii of the corners, width, style and dashes of a border (12.5.4, Tables 166 and 168). */
export const BORDER: Reading = {
  numbers({ revision, dict }, written) {
    const value = revision.get(dict, 'BS') ?? revision.resolve(written);
    if (value instanceof PdfDict) return ofStyle(revision, value);
    return dict && ofArray(revision, value);
  },
  distance: onPage,
};

function ofStyle(revision: PdfRevision, style: PdfDict): readonly number[] | null {
  const width = revision.get(style, 'W') ?? 1;
  const kind = revision.get(style, 'S') ?? new PdfName('S');
  const index = STYLES.findIndex(known => isName(kind, known));
  const dashes = revision.get(style, 'D') === null ? [3] : numbersOf(revision, style.get('D'));
  if (typeof width !== 'number' || index < 0 || !dashes) return null;
  return stated(0, 0, width, index, dashes);
}

function ofArray(revision: PdfRevision, value: PdfObject): readonly number[] | null {
  if (!(value instanceof PdfArray) || value.items.length < 3 || value.items.length > 4) return null;
  const [first, second, width] = value.items.slice(0, 3).map(item => revision.resolve(item));
  if (typeof first !== 'number' || typeof second !== 'number' || typeof width !== 'number') return null;
  if (value.items.length === 3) return stated(first, second, width, 0, []);
  const dashes = numbersOf(revision, value.items[3]);
  return dashes && stated(first, second, width, dashes.length === 0 ? 0 : DASHED, dashes);
}

/** A border without width is no border, whatever else is stated. Dashes are drawn in one style alone. */
function stated(first: number, second: number, width: number, style: number, dashes: readonly number[]): number[] {
  if (width === 0) return [0];
  const shape = [isSome(width), width, first, second, isSome(style) * style];
  return style === DASHED ? [...shape, ...dashes.flatMap(dash => [isSome(dash), dash])] : shape;
}
