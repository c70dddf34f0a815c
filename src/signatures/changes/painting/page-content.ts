/** Where the content of a page paints, without its annotations. */
import {
  area,
  type Box,
  EVERYWHERE,
  expanded,
  IDENTITY,
  inheritedValue,
  overlap,
  PdfDict,
  PdfRef,
  type PdfRevision,
  PdfStream,
  visibleArea,
  withinLimits,
} from '../../../pdf/index.js';
import { cachedIn } from '../../../system/collections.js';
import { type DrawingWork, drawingWork } from './drawing-work.js';
import { paintsOf } from './paint.js';
import { decodedBytes, dependsOnViewer, isIncomplete, type Paint, type Painting } from './scene.js';

/** A plain filled path that covers this part of the visible area is the background of the page. */
const BACKGROUND_PART = 0.8;

/** In points: viewers paint the thinnest lines this wide, and soften edges. */
const EDGE = 1;

/** A stream can occur in /Contents many times. */
const MAX_BYTES = 64 << 20;

interface PageContent {
  readonly boxes: readonly Box[] | null;
  readonly uncertain: readonly Box[];
  readonly painting: Painting;
}

const unknown = (work: number): PageContent => {
  const painting = { paints: [], isVariable: false, isUncertain: false, layers: [], work };
  return { boxes: null, uncertain: [], painting };
};
const UNLIMITED = unknown(Number.POSITIVE_INFINITY);
/** The work is that of an ordinary page. */
const UNDECODED = unknown(100_000);

/**
 * The boxes of all that the content paints, over-estimated, less the background. Null: could not be determined, the content
 * may be anywhere. Never throws; computed once for each page of a revision.
 */
export const contentBoxes = (revision: PdfRevision, page: PdfDict): readonly Box[] | null =>
  pageContent(revision, page).boxes;

/** The boxes of what the renderer may not draw, over-estimated. */
export const uncertainBoxes = (revision: PdfRevision, page: PdfDict): readonly Box[] =>
  pageContent(revision, page).uncertain;

/** To draw the part of a page in `region`. */
export const contentWork = (revision: PdfRevision, page: PdfDict, region: Box): DrawingWork =>
  drawingWork(pageContent(revision, page).painting, region);

const pageContent = cachedIn(
  (revision: PdfRevision, page: PdfDict): PageContent => withinLimits(() => readContent(revision, page)) ?? UNLIMITED,
);

function readContent(revision: PdfRevision, page: PdfDict): PageContent {
  const bytes = contentOf(revision, page);
  if (bytes === null) return UNDECODED;
  const resources = inheritedValue(revision, page, 'Resources');
  const painting = paintsOf(revision, bytes, resources instanceof PdfDict ? resources : null, IDENTITY);
  const uncertain = painting.paints.filter(paint => paint.isUncertain && paint.effect !== 'invisible');
  return {
    boxes: isIncomplete(painting) ? null : boxesOf(revision, page, painting),
    uncertain: painting.isUncertain ? [EVERYWHERE] : uncertain.map(({ box }) => box),
    painting,
  };
}

function boxesOf(revision: PdfRevision, page: PdfDict, painting: Painting): Box[] {
  const visible = visibleArea(revision, page);
  const isBackground = ({ plain, box }: Paint): boolean =>
    plain && overlap(box, visible) >= BACKGROUND_PART * area(visible);
  return painting.paints
    .filter(paint => paint.effect !== 'invisible' && !isBackground(paint))
    .map(paint => expanded(paint.box, EDGE));
}

/** The streams of /Contents are one stream (7.8.2); null if one is not decoded completely. */
function contentOf(revision: PdfRevision, page: PdfDict): Uint8Array | null {
  const contents = revision.get(page, 'Contents');
  if (contents === null && !(page.get('Contents') instanceof PdfRef)) return new Uint8Array(0);
  const bytes: Uint8Array[] = [];
  let size = 0;
  for (const part of revision.items(contents)) {
    const decoded = part instanceof PdfStream && !dependsOnViewer(revision, part) ? decodedBytes(revision, part) : null;
    size += decoded?.length ?? 0;
    if (decoded === null || size > MAX_BYTES) return null;
    bytes.push(decoded, Buffer.from('\n'));
  }
  return Buffer.concat(bytes);
}
