/** Draws the comments of a page, each near the height of its place in the content, with a line to this place. */
import { operands, transformed } from '../../../pdf/index.js';
import { FONT_SIZE, PAGE } from '../../../text-layout/index.js';
import type { StampResources } from '../stamp/resources.js';
import { type Block, type Column, GAP } from './column.js';
import type { ScaledPage } from './scaled-page.js';

/** Of the mark at the place of the comment, the line, and the bar beside its text. */
const ACCENT = '0.78 0.45 0.1 RG';
const PAPER = '0.96 0.96 0.94 rg';
/** Points. */
const LINE = 0.4;
const BAR = 1.2;
/** In sizes of the font: from the bend of the line, and from the bar, to the text. */
const BEND = 2.5;
const PADDING = 0.4;

/** Operators in the coordinates of the page. */
export function drawColumn(column: Column, page: ScaledPage, resources: StampResources): string {
  const tops = topsOf(column, page);
  const drawn = column.blocks.map((block, i) => drawBlock(block, tops[i]!, column.size, page, resources));
  return `/Artifact <</Type/Pagination>> BDC q ${operands(page.view.toPage)} cm\n${drawn.join('')}Q EMC`;
}

/** Beside their places where possible, in their order, and within the page: the blocks fit into its height. */
function topsOf({ blocks }: Column, page: ScaledPage): number[] {
  const { top, bottom } = page.column;
  const tops: number[] = [];
  let free = top;
  for (const { comment, height } of blocks) {
    const place = Math.min(free, placeOf(comment, page).top);
    tops.push(place);
    free = place - height;
  }
  let limit = bottom;
  for (const [i, { height }] of [...blocks.entries()].reverse()) {
    tops[i] = Math.max(tops[i]!, limit + height);
    limit = tops[i]!;
  }
  return tops;
}

/** In points of the view. */
function placeOf({ anchor }: Block['comment'], { matrix, view }: ScaledPage) {
  const box = transformed(anchor, matrix);
  const [unit, , , , left, bottom] = view.toPage;
  return { x: (box.right - left) / unit, bottom: (box.bottom - bottom) / unit, top: (box.top - bottom) / unit };
}

function drawBlock(block: Block, top: number, size: number, page: ScaledPage, resources: StampResources): string {
  const { laidOut, comment, height } = block;
  const box = laidOut.box!;
  const { left, right } = page.column;
  const scale = size / FONT_SIZE;
  const width = right - left;
  const side = (PAGE.width - width / scale) / 2;
  const bar = left - PADDING * size;
  const bottom = top - height + GAP * size;
  const place = placeOf(comment, page);
  const edge = Math.max(place.x, left - BEND * size);
  return [
    `q ${PAPER} ${numbers(bar, bottom, right - bar + PADDING * size, top - bottom)} re f`,
    `${ACCENT} ${BAR} w ${numbers(bar, bottom)} m ${numbers(bar, top)} l S`,
    `${LINE} w ${numbers(place.x, place.top)} m ${numbers(place.x, place.bottom)} l ${numbers(edge, place.bottom)} l ${numbers(bar, top - size / 2)} l S Q`,
    `q ${operands([scale, 0, 0, scale, left - scale * side, top - scale * box.top])} cm ${resources.contentOf(laidOut)} Q\n`,
  ].join('\n');
}

const numbers = (...values: number[]): string => values.map(value => value.toFixed(2)).join(' ');
