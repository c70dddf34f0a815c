/** The comments of a page as a column of texts, in a font that is small enough for the page's height, or cut. */
import { joined } from '../../../pdf/index.js';
import {
  FONT_SIZE,
  type LaidOut,
  type Layout,
  layOut,
  PAGE,
  type Paragraph,
  STARTS_RIGHT,
} from '../../../text-layout/index.js';
import type { Warnings } from '../../warnings.js';
import { totalOf, warnMissing } from '../review/missing-glyphs.js';
import type { Comment } from './comments.js';

/** In points of the page as a viewer shows it. */
export interface ColumnSpace {
  readonly comments: readonly Comment[];
  readonly width: number;
  readonly height: number;
  /** Size of the font. */
  readonly size: number;
}

export interface Column {
  readonly size: number;
  readonly blocks: readonly Block[];
}

export interface Block {
  readonly comment: Comment;
  readonly laidOut: LaidOut;
  /** With the gap below it. */
  readonly height: number;
  readonly isCut: boolean;
}

/** A column that may still become smaller. */
interface Draft {
  readonly space: ColumnSpace;
  size: number;
  entries: Entry[];
}

interface Entry {
  readonly comment: Comment;
  /** What is printed of the comment's text. */
  text: string;
  laidOut: LaidOut | null;
}

/** Of the size of the font: between two comments. */
export const GAP = 0.8;
/** A column that is too high gets a font of at least this share of its size. */
const MIN_SIZE = 0.6;
/** Lines of each comment that are never cut: comments that have no place even so are left out. */
const MIN_LINES = 4;
const LINE_HEIGHT = 1.15;
/** Width of the narrowest texts, in sizes of the font for each character: what is longer has no place for certain. */
const NARROW = 0.35;
/** Twice for the font, and for cut texts, whose lines end at other words than before. */
const MAX_ROUNDS = 5;
/** What is aimed at, of what is available: lines are whole. */
const CAUTION = 0.95;
const COLOR = '202020';

/** Adds the warnings `comments_cut` and `glyphs_missing`. Rejects with what `layout` rejects with. */
export async function layOutColumns(
  spaces: readonly ColumnSpace[],
  layout: Layout,
  warnings: Warnings,
): Promise<Column[]> {
  const drafts = spaces.map(draftOf);
  let pending = drafts;
  for (let round = 0; round < MAX_ROUNDS && pending.length > 0; round++) {
    await layOutDrafts(pending, layout);
    pending = pending.filter(draft => heightOf(draft) > draft.space.height);
    if (round < MAX_ROUNDS - 1) pending = pending.filter(reduce);
  }
  const columns = drafts.map(({ size, entries, space }) => ({ size, blocks: fitting(entries, size, space) }));
  report(drafts, columns, warnings);
  return columns;
}

function draftOf(space: ColumnSpace): Draft {
  const { comments, width, height, size } = space;
  const characters = (width * height) / (MIN_SIZE * size) ** 2 / LINE_HEIGHT / NARROW;
  const most = greatestShare(
    comments.map(({ text }) => text.length),
    characters,
  );
  const entries = comments.map(comment => ({ comment, text: cut(comment.text, most), laidOut: null }));
  return { space, size, entries };
}

async function layOutDrafts(drafts: readonly Draft[], layout: Layout): Promise<void> {
  const entries = drafts.flatMap(draft => draft.entries);
  if (entries.length === 0) return;
  const laidOut = await layOut(
    drafts.flatMap(draft => draft.entries.map(entry => paragraphOf(entry, draft))),
    layout,
  );
  for (const [i, entry] of entries.entries()) entry.laidOut = laidOut[i]!;
}

function paragraphOf({ comment: { heading }, text }: Entry, { space, size }: Draft): Paragraph {
  const align = STARTS_RIGHT.test(text) ? 'right' : 'left';
  // an empty text would be an empty line
  const lines = text ? { heading, text } : { text: heading };
  return { ...lines, color: COLOR, align, column: (space.width / size) * FONT_SIZE };
}

/** Smaller first, then shorter: each comment keeps the same share of the page, and short ones stay complete. False: no change. */
function reduce(draft: Draft): boolean {
  const { space, entries, size } = draft;
  const smallest = MIN_SIZE * space.size;
  if (size > smallest) {
    const fit = size * Math.sqrt(space.height / heightOf(draft)) * CAUTION;
    draft.size = size < space.size ? smallest : Math.max(smallest, fit);
    return true;
  }
  const heights = entries.map(entry => heightOfEntry(entry, size));
  const most = Math.max(greatestShare(heights, space.height * CAUTION), (MIN_LINES * LINE_HEIGHT + GAP) * size);
  for (const [i, entry] of entries.entries()) {
    if (heights[i]! <= most) continue;
    entry.text = cut(entry.text, Math.floor((entry.text.length * most * CAUTION) / heights[i]!));
  }
  return heights.some(height => height > most);
}

/** With it as a limit for each, the sum of the amounts is at most `available`. */
function greatestShare(amounts: readonly number[], available: number): number {
  let rest = available;
  const ascending = [...amounts].sort((a, b) => a - b);
  for (const [i, amount] of ascending.entries()) {
    const share = rest / (ascending.length - i);
    if (amount > share) return share;
    rest -= amount;
  }
  return Number.POSITIVE_INFINITY;
}

const ELLIPSIS = '…';

/** Whole characters, with the mark of an omission. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, Math.max(0, length - 1)).replace(/(?:[\ud800-\udbff\s]|\u200d)+$/, '');
  return `${kept}${ELLIPSIS}`;
}

/** What still has no place after all rounds is left out, from the first comment that does not fit. */
function fitting(entries: readonly Entry[], size: number, { height: available }: ColumnSpace): Block[] {
  const blocks: Block[] = [];
  let used = 0;
  for (const entry of entries) {
    const { comment, text, laidOut } = entry;
    const height = heightOfEntry(entry, size);
    used += height;
    if (used > available) break;
    if (laidOut?.box) blocks.push({ comment, laidOut, height, isCut: text !== comment.text });
  }
  return blocks;
}

function heightOf({ entries, size }: Draft): number {
  return entries.reduce((sum, entry) => sum + heightOfEntry(entry, size), 0);
}

function heightOfEntry({ laidOut }: Entry, size: number): number {
  if (!laidOut?.box) return 0;
  const { box, pages } = laidOut;
  const height = pages > 1 ? pages * PAGE.height : box.top - box.bottom;
  return (height / FONT_SIZE + GAP) * size;
}

function report(drafts: readonly Draft[], columns: readonly Column[], warnings: Warnings): void {
  const lost = drafts.map(({ entries }, i) => {
    const complete = columns[i]!.blocks.filter(({ isCut }) => !isCut).length;
    return entries.filter(({ laidOut }) => laidOut?.box).length - complete;
  });
  const missing = columns.map(({ blocks }) => joined(blocks.map(({ laidOut }) => laidOut.missing)));
  const total = totalOf(lost);
  if (total) warnings.add('comments_cut', { comments: total.count, page: total.page });
  warnMissing(missing, warnings);
}
