/**
 * The styles of tables that Excel has built in (ECMA-376-1, 18.8.83, presetTableStyles.xml): families of seven, whose first has
 * shades of grey and the others an accent of the theme each, and the last four dark ones, with two accents each.
 */

const SIDES = ['left', 'right', 'top', 'bottom'] as const;
export type Side = (typeof SIDES)[number];

/** A theme's color, by its number, and by how much it is lighter (to 1) or darker (to -1). */
export type Color = readonly [theme: number, tint: number];
export type Line = readonly [style: 'thin' | 'medium' | 'thick' | 'double', color: Color];

/** `vertical` and `horizontal`: lines between the cells of the part of the table; the sides: those around it. */
export interface Look extends Partial<Record<Side | 'vertical' | 'horizontal', Line>> {
  readonly isBold?: true;
  readonly color?: Color;
  readonly fill?: Color;
}

export interface TableStyle {
  readonly whole: Look;
  readonly header: Look;
  readonly total: Look;
  /** The first and the last column, where they stand out. */
  readonly column: Look;
  /** Every second row or column, from the first. */
  readonly stripe: Look;
  /** Every row has a line above it. */
  readonly rowLine?: Line;
}

interface Palette {
  readonly accent: Color;
  readonly text: Color;
  readonly pale: Color;
  readonly middle: Color;
  readonly rule: Color;
  /** From the least to the most dark. */
  readonly dark: readonly [Color, Color, Color];
}

const [WHITE, BLACK]: readonly Color[] = [
  [0, 0],
  [1, 0],
];
const GREYS: Palette = {
  ...{ accent: BLACK!, text: BLACK!, pale: [0, -0.15], middle: [0, -0.35], rule: BLACK! },
  dark: [
    [1, 0.45],
    [1, 0.25],
    [1, 0.15],
  ],
};

const paletteOf = (theme: number): Palette => ({
  ...{ accent: [theme, 0], text: [theme, -0.25], pale: [theme, 0.8], middle: [theme, 0.6], rule: [theme, 0.4] },
  dark: [
    [theme, 0],
    [theme, -0.25],
    [theme, -0.5],
  ],
});

const around = (line: Line): Look => Object.fromEntries(SIDES.map(side => [side, line]));
const BOLD: Look = { isBold: true, color: BLACK! };
const inverse = (fill: Color): Look => ({ isBold: true, color: WHITE!, fill });

const FAMILIES: Readonly<Record<string, (palette: Palette) => TableStyle>> = {
  Light0: ({ accent, text, pale }) => {
    const line: Line = ['thin', accent];
    const bold: Look = { isBold: true, color: text };
    return {
      whole: { color: text, top: line, bottom: line },
      header: { ...bold, bottom: line },
      total: { ...bold, top: line },
      column: bold,
      stripe: { fill: pale },
    };
  },
  Light1: ({ accent }) => ({
    whole: { color: BLACK!, ...around(['thin', accent]) },
    header: inverse(accent),
    total: { ...BOLD, top: ['double', accent] },
    column: BOLD,
    stripe: {},
    rowLine: ['thin', accent],
  }),
  Light2: ({ accent, pale }) => {
    const line: Line = ['thin', accent];
    return {
      whole: { color: BLACK!, ...around(line), vertical: line, horizontal: line },
      header: { ...BOLD, bottom: ['medium', accent] },
      total: { ...BOLD, top: ['double', accent] },
      column: BOLD,
      stripe: { fill: pale },
    };
  },
  Medium0: ({ accent, pale, rule }) => ({
    whole: { color: BLACK!, ...around(['thin', rule]), horizontal: ['thin', rule] },
    header: inverse(accent),
    total: { ...BOLD, top: ['double', accent] },
    column: BOLD,
    stripe: { fill: pale },
  }),
  Medium1: ({ accent, pale, middle }) => ({
    whole: { color: BLACK!, fill: pale, vertical: ['thin', WHITE!], horizontal: ['thin', WHITE!] },
    header: { ...inverse(accent), bottom: ['thick', WHITE!] },
    total: { ...inverse(accent), top: ['thick', WHITE!] },
    column: inverse(accent),
    stripe: { fill: middle },
  }),
  Medium2: ({ accent }) => ({
    whole: { color: BLACK!, top: ['medium', BLACK!], bottom: ['medium', BLACK!] },
    header: { ...inverse(accent), bottom: ['medium', BLACK!] },
    total: { top: ['double', BLACK!] },
    column: inverse(accent),
    stripe: { fill: GREYS.pale },
  }),
  Medium3: ({ accent, pale, middle, rule }) => {
    const line: Line = ['thin', rule];
    return {
      whole: { color: BLACK!, fill: pale, ...around(line), vertical: line, horizontal: line },
      header: BOLD,
      total: { ...BOLD, top: ['medium', accent] },
      column: BOLD,
      stripe: { fill: middle },
    };
  },
  Dark0: ({ dark: [fill, darker, darkest] }) => {
    const line: Line = ['medium', WHITE!];
    return {
      whole: { color: WHITE!, fill },
      header: { ...inverse(BLACK!), bottom: line },
      total: { ...inverse(darkest), top: line },
      column: { ...inverse(darker), left: line, right: line },
      stripe: { fill: darker },
    };
  },
};

/** The last dark ones; `accent` is that of their headers. */
const withHeader = (accent: Color, { pale, middle }: Palette): TableStyle => ({
  whole: { fill: pale },
  header: { color: WHITE!, fill: accent },
  total: { ...BOLD, top: ['double', BLACK!] },
  column: BOLD,
  stripe: { fill: middle },
});
const DARK: readonly TableStyle[] = [
  withHeader(BLACK!, GREYS),
  ...[4, 6, 8].map(theme => withHeader([theme + 1, 0], paletteOf(theme))),
];

/** Null for styles of a workbook and unknown ones. */
export function tableStyle(name: string): TableStyle | null {
  const [, kind, digits] = /^TableStyle(Light|Medium|Dark)([1-9]\d?)$/.exec(name) ?? [];
  const at = Number(digits) - 1;
  const inFamily = at % 7;
  if (kind === 'Dark' && at >= 7) return DARK[at - 7] ?? null;
  return FAMILIES[`${kind}${Math.floor(at / 7)}`]?.(inFamily === 0 ? GREYS : paletteOf(inFamily + 3)) ?? null;
}
