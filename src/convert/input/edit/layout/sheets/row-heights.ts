/**
 * Heights of rows in Excel for Mac, as published measurements state them: on the screen and in print, in points, by the font
 * and its size. There is no formula that gives all of them.
 */
import type { CellFont } from './styles.js';

type Heights = readonly [screen: number, print: number];

/** Sizes that were not measured in print are absent. */
const MEASURED: Readonly<Record<string, Readonly<Record<number, Heights>>>> = {
  calibri: { 11: [15, 14], 12: [16, 15] },
  arial: {
    9: [12, 12],
    10: [13, 13],
    12: [16, 15],
    14: [18, 17],
    16: [20, 19],
    18: [23, 22],
    20: [25, 24],
    22: [28, 27],
    24: [30, 29],
  },
  'malgun gothic': sameInPrint({
    8: 13,
    9: 14,
    10: 15,
    11: 17,
    12: 18,
    13: 19,
    14: 20,
    15: 22,
    16: 23,
    17: 26,
    18: 27,
    20: 30,
    22: 32,
    24: 35,
  }),
};

const SAME_FONT: Readonly<Record<string, string>> = { '맑은 고딕': 'malgun gothic' };

function sameInPrint(heights: Readonly<Record<number, number>>): Readonly<Record<number, Heights>> {
  return Object.fromEntries(Object.entries(heights).map(([size, height]) => [size, [height, height]]));
}

export interface PrintedRows {
  /** Of a row that states none. */
  readonly standard: number;
  /** Of a row whose height the user has set. */
  set(height: number): number;
  /** The least that a font needs; null where it is not known. */
  needed(font: CellFont): number | null;
}

/** Null where it is not known how Excel prints the rows of a workbook with this Normal font. */
export function printedRows(normal: CellFont): PrintedRows | null {
  const heights = normal.isOfTheme ? undefined : measured(normal);
  if (!heights) return null;
  const [screen, standard] = heights;
  return {
    standard,
    set: height => Math.floor((height * standard) / screen),
    needed: font => measured(font)?.[1] ?? (font.size < normal.size ? standard : null),
  };
}

function measured({ name, size }: CellFont): Heights | undefined {
  return MEASURED[SAME_FONT[name] ?? name]?.[size];
}
