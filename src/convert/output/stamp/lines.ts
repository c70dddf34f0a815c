/** Header, footer and page numbers: lines of text in the margins of a page. */
import { DocconvError } from '../../../errors.js';
import { operands, placed, type View } from '../../../pdf/index.js';
import { FONT_SIZE, type LaidOut } from '../../../text-layout/index.js';
import type { StampResources } from './resources.js';
import type { Line } from './stamps.js';

export interface LaidOutLine extends Line {
  readonly laidOut: LaidOut;
}

/** Points. */
const SIZE = 9;
const SIDE = 42;
/** From the edge to the text: nearer than the headers of most documents, and on paper that printers reach. */
const EDGE = 18;
const GAP = 12;
/** Of a page: margins of small pages, and the height of long texts. */
const MAX_MARGIN = 0.07;
const MAX_HEIGHT = 0.125;

/** Width of a line, for the text as it is laid out: that of A4 between the margins. */
export const LINE_COLUMN = (510 / SIZE) * FONT_SIZE;

const SUBTYPE = { top: 'Header', bottom: 'Footer' } as const;

/** In points of the view. Throws OPTION_INVALID for a text that shows nothing. */
export function drawLines(lines: readonly LaidOutLine[], view: View, resources: StampResources): string {
  const side = Math.min(SIDE, MAX_MARGIN * view.width);
  const numbers = lines.find(({ align }) => align === 'right');
  const all = view.width - 2 * side;
  const taken = numbers ? GAP + widthOf(numbers, scaleOf(numbers, all / 2, view)) : 0;
  return lines
    .map(line => {
      const available = line === numbers ? all / 2 : line.align === 'left' ? all - taken : all;
      return drawLine(line, scaleOf(line, available, view), side, view, resources);
    })
    .join('');
}

function drawLine(line: LaidOutLine, scale: number, side: number, view: View, resources: StampResources): string {
  const { edge, align, laidOut } = line;
  const box = boxOf(line);
  const width = widthOf(line, scale);
  const height = scale * (box.top - box.bottom);
  const margin = Math.min(EDGE, MAX_MARGIN * view.height);
  const x = { left: side + width / 2, center: view.width / 2, right: view.width - side - width / 2 }[align];
  const y = edge === 'top' ? view.height - margin - height / 2 : margin + height / 2;
  const artifact = `/Artifact <</Type/Pagination/Subtype/${SUBTYPE[edge]}>> BDC`;
  return `${artifact} q ${operands(placed(box, scale, x, y))} cm ${resources.contentOf(laidOut)} Q EMC\n`;
}

/** A text that needs more place becomes smaller, so that nothing is cut off. */
function scaleOf(line: LaidOutLine, available: number, view: View): number {
  const { left, bottom, right, top } = boxOf(line);
  return Math.min(SIZE / FONT_SIZE, available / (right - left), (MAX_HEIGHT * view.height) / (top - bottom));
}

function widthOf(line: LaidOutLine, scale: number): number {
  const { left, right } = boxOf(line);
  return scale * (right - left);
}

function boxOf({ option, laidOut }: LaidOutLine) {
  if (!laidOut.box) throw new DocconvError('OPTION_INVALID.line-invisible', {}, { detail: { option } });
  return laidOut.box;
}
