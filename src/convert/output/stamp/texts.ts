/** The texts of all stamps of a PDF, laid out together; a text that several pages have is laid out once. */
import { joined, type Missing } from '../../../pdf/index.js';
import {
  FONT_SIZE,
  type LaidOut,
  type Layout,
  layOut,
  type Paragraph,
  tooManyLines,
} from '../../../text-layout/index.js';
import { type LaidOutLine, LINE_COLUMN } from './lines.js';
import { type FieldValues, filled, type Line, type Stamps, type Watermark } from './stamps.js';

export interface Texts {
  readonly watermark: LaidOut | null;
  /** By page. */
  readonly lines: readonly (readonly LaidOutLine[])[];
  /** Characters that no font has, by page. */
  readonly missing: readonly Missing[];
}

/** Ems: a longer watermark has several lines. */
const WATERMARK_COLUMN = 24;
const LINE_COLOR = '404040';

/** Throws OPTION_INVALID for a text of too many lines, and what layOut() throws. */
export async function layOutAll(stamps: Stamps, values: readonly FieldValues[], layout: Layout): Promise<Texts> {
  const unique = paragraphsOf(stamps, values);
  const laidOut = await layOut([...unique.values()], layout);
  if (laidOut.some(({ pages }) => pages > 1)) throw tooManyLines();
  const byKey = new Map([...unique.keys()].map((key, i) => [key, laidOut[i]!]));
  const find = (paragraph: Paragraph): LaidOut => byKey.get(keyOf(paragraph))!;
  const lines = values.map(each => stamps.lines.map(line => ({ ...line, laidOut: find(paragraphOf(line, each)) })));
  const mark = stamps.watermark && find(paragraphOfWatermark(stamps.watermark));
  return { watermark: mark, lines, missing: missingIn(mark, lines) };
}

/** Each text once, in a fixed order. `values`: of each page. */
export function paragraphsOf(
  { watermark, lines }: Stamps,
  values: readonly FieldValues[],
): ReadonlyMap<string, Paragraph> {
  const all = values.flatMap(each => lines.map(line => paragraphOf(line, each)));
  if (watermark) all.unshift(paragraphOfWatermark(watermark));
  return new Map(all.map(paragraph => [keyOf(paragraph), paragraph]));
}

function paragraphOfWatermark({ text, color }: Watermark): Paragraph {
  return { text, color, align: 'center', column: WATERMARK_COLUMN * FONT_SIZE };
}

function paragraphOf({ text, align }: Line, values: FieldValues): Paragraph {
  return { text: filled(text, values), color: LINE_COLOR, align, column: LINE_COLUMN };
}

const keyOf = ({ text, color, align, column }: Paragraph): string => JSON.stringify([text, color, align, column]);

/** A watermark is on every page, and counted once. */
function missingIn(watermark: LaidOut | null, lines: Texts['lines']): readonly Missing[] {
  return lines.map((page, i) => {
    const texts = [...(i === 0 && watermark ? [watermark] : []), ...page.map(({ laidOut }) => laidOut)];
    return joined(texts.map(({ missing }) => missing));
  });
}
