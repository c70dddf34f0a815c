/** The work of rendering and comparing a part of a page, estimated before it is done, and the limit on it. */
import { area, type Box, overlap, type PdfDict, PdfStream } from '../../../pdf/index.js';
import type { Snapshot } from '../compare/snapshot.js';
import { type DrawingWork, streamWork } from '../painting/drawing-work.js';
import { lookWork } from '../painting/look.js';
import { contentWork } from '../painting/page-content.js';
import { type Mark, type MarkLook, normalLook } from './marks.js';

/** Units of work that rendering may cost, for all signatures of a document. */
export class Allowance {
  #left = 1_500_000;

  /** False: that is more than what is left. Then nothing is spent. */
  spend(work: number): boolean {
    if (!(work <= this.#left)) return false;
    this.#left -= work;
    return true;
  }
}

/** One side of what is compared. */
export interface DrawnSide {
  readonly snapshot: Snapshot;
  readonly marks: readonly Mark[];
  /** How often it is drawn. */
  readonly drawings: number;
}

export interface DrawnPart {
  /** In the latest revision; that of the signed one shows the same, or it is a change of content. */
  readonly page: PdfDict;
  readonly region: Box;
  readonly pixels: number;
  readonly before: DrawnSide;
  readonly after: DrawnSide;
  /** The looks of the marks that are rated. */
  readonly looks: ReadonlyMap<Mark, readonly MarkLook[]>;
  /** Of these, the marks that may be over lines. */
  readonly overLines: readonly Mark[];
}

/** Of PDFium for a page, and for an annotation that it draws by itself. */
const PAGE = 1_000;
const DRAWN = 200;
/** For each pixel that is painted by a mark that the renderer draws. */
const PAINTED = 0.02;
/** For each pixel of a page that is compared, of the area of a mark that is rated, and more of one that may be over lines. */
const COMPARED = 0.1;
const RATED = 0.2;
const LINES = 0.2;

export function partWork(part: DrawnPart): number {
  const { before, after, page, region, pixels } = part;
  const content = contentWork(after.snapshot.revision, page, region);
  const drawn = PAGE + totalOf(content, pixels) + COMPARED * pixels;
  const areaOf = (marks: Iterable<Mark>): number => sumOf([...marks], mark => pixelsOf(part, mark));
  const rated = after.drawings * (RATED * areaOf(part.looks.keys()) + LINES * areaOf(part.overLines));
  return rated + sumOf([before, after], side => side.drawings * (drawn + marksWork(part, side)));
}

const totalOf = ({ fixed, perPixel }: DrawingWork, pixels: number): number => fixed + perPixel * pixels;

const sumOf = <T>(items: readonly T[], workOfItem: (item: T) => number): number =>
  items.reduce((sum, item) => sum + workOfItem(item), 0);

const pixelsOf = ({ region, pixels }: DrawnPart, { rect, reach }: Mark): number =>
  (pixels / area(region)) * overlap(region, reach ?? rect);

function marksWork(part: DrawnPart, { snapshot, marks }: DrawnSide): number {
  const { budget } = snapshot.revision.document;
  return sumOf(marks, mark => {
    budget.step();
    const shown = part.looks.get(mark) ?? [normalLook(snapshot, mark)];
    const painted = pixelsOf(part, mark);
    return Math.max(...shown.map(look => totalOf(workOf(snapshot, look), painted)));
  });
}

function workOf({ revision }: Snapshot, look: MarkLook | null): DrawingWork {
  const source = look?.source ?? '';
  const stream = typeof source === 'string' ? null : revision.resolve(source);
  if (stream instanceof PdfStream) return lookWork(revision, stream);
  return { fixed: DRAWN + streamWork(typeof source === 'string' ? source.length : 0), perPixel: PAINTED };
}
