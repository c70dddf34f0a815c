/** Finds where two images of the same size differ, as a few rectangles. */
import { type Area, type Bitmap, pixelsOf } from './bitmap.js';
import { type Frame, intersection, isEmpty, union } from './masks.js';

export { type Area, type Bitmap, sameSize } from './bitmap.js';

/** Side of a cell in pixels: differences in one cell, or in adjacent cells, count as one. */
const CELL = 14;
/** More areas would be confusing: one rectangle then contains them all. */
const MAX_AREAS = 24;

/** Empty when all pixels are equal. */
export function differences(before: Bitmap, after: Bitmap): Area[] {
  const boxes = joinAdjacent(differingCells(before, after));
  const few = boxes.length > MAX_AREAS ? [boxes.reduce(union)] : boxes.reduce(mergeOverlapping, []);
  return few.map(box => areaOf(box, before));
}

/** For each cell with differing pixels, the frame around these. */
type Cells = Map<number, Frame>;

function differingCells(before: Bitmap, after: Bitmap): Cells {
  const { width, height } = before;
  const [a, b] = [pixelsOf(before), pixelsOf(after)];
  const cells: Cells = new Map();
  for (let at = 0; at < width * height; at++) {
    if (a[at] === b[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    const key = Math.floor(y / CELL) * ROW + Math.floor(x / CELL) + 1;
    const pixel = { left: x, top: y, right: x + 1, bottom: y + 1 };
    const box = cells.get(key);
    cells.set(key, box ? union(box, pixel) : pixel);
  }
  return cells;
}

/** Columns are counted from 1, so that the neighbours of the first one are not cells of another row. */
const ROW = 1 << 16;
/** Cells that touch, even at a corner, become one box. */
function joinAdjacent(cells: Cells): Frame[] {
  const boxes: Frame[] = [];
  for (const [first, start] of cells) {
    let box = start;
    const stack = [first];
    for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
      const cell = cells.get(key);
      if (!cell) continue;
      cells.delete(key);
      box = union(box, cell);
      stack.push(...neighbours(key));
    }
    boxes.push(box);
  }
  return boxes;
}

const neighbours = (key: number): number[] =>
  [-ROW, 0, ROW].flatMap(row => [-1, 0, 1].map(column => key + row + column));

function mergeOverlapping(apart: Frame[], box: Frame): Frame[] {
  const met = apart.find(other => !isEmpty(intersection(other, box)));
  if (!met) return [...apart, box];
  const others = apart.filter(other => other !== met);
  return mergeOverlapping(others, union(met, box));
}

const areaOf = ({ left, top, right, bottom }: Frame, { width, height }: Bitmap): Area => ({
  left: left / width,
  top: top / height,
  width: (right - left) / width,
  height: (bottom - top) / height,
});
