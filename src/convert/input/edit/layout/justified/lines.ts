/** Lines of a justified text: where Word from 2013 on shrinks their blanks, so that one more word has room. All widths are in twips. */
import { sum } from '../../../../../system/collections.js';

/** In the text of a part, and in that of a run. */
export interface Blanks {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** What no line divides, and the blanks behind it. */
export interface Word {
  readonly width: number;
  readonly blanks: readonly Blanks[];
}

/** Blanks of a line, of which each becomes narrower by so much. */
export interface Shrunk {
  readonly blanks: readonly Blanks[];
  readonly by: number;
}

/** Of a blank, at most; and its width above which a line is shrunk in any case: as LibreOffice from 24.8 on follows Word. */
const MOST = 0.25;
const WIDEST = 1.5;
/** Wider blanks are as unwanted as blanks that are narrower by this share of it. */
const WEIGHT = 1 / 1.7;
/** LibreOffice rounds the widths of the pieces of a line: one that fits by less does not always. */
const SLACK = 6;

/** `first`: room of the first line; `room`: of the others. */
export function shrunkLines(words: readonly Word[], first: number, room: number): Shrunk[] {
  const lines: Shrunk[] = [];
  for (let from = 0; from < words.length; ) {
    const width = (from === 0 ? first : room) - SLACK;
    const line = fitting(words, from, width);
    const by = line.next ? shrinkage(line, line.next.width, width) : 0;
    if (by > 0) lines.push({ blanks: line.blanks, by });
    from = Math.max(line.behind + (by > 0 ? 1 : 0), from + 1);
  }
  return lines;
}

interface Line {
  /** Of its words, without blanks. */
  readonly width: number;
  readonly blanks: readonly Blanks[];
  readonly behind: number;
  /** The word that has no room. */
  readonly next: Word | undefined;
}

function fitting(words: readonly Word[], from: number, room: number): Line {
  const blanks: Blanks[] = [];
  let [width, behind, next] = [0, from, words[from]];
  for (let taken = 0; next && taken + next.width <= room; next = words[++behind]) {
    width += next.width;
    blanks.push(...next.blanks);
    taken += next.width + widthOf(next.blanks);
  }
  return { width, blanks, behind, next };
}

const widthOf = (blanks: readonly Blanks[]): number => sum(blanks.map(({ width }) => width));

/** Of each blank, so that the next word has room; 0 where it gets none. */
function shrinkage({ width, blanks }: Line, next: number, room: number): number {
  const all = widthOf(blanks);
  const excess = width + all + next - room;
  const inner = blanks.slice(0, -1);
  if (inner.length === 0 || excess > MOST * all) return 0;
  const stretched = (room - width) / widthOf(inner);
  const shrunk = 1 - excess / all;
  const isBetter = stretched > WIDEST || 1 + (stretched - 1) * WEIGHT >= 1 / shrunk;
  return isBetter ? Math.ceil(excess / blanks.reduce((count, { from, to }) => count + to - from, 0)) : 0;
}
