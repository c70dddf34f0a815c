/** Where the content of a page paints, without its annotations. */
import { PdfArray, type PdfDict, type PdfRevision, PdfStream } from '../../../pdf/index.js';
import { area, type Box, boxOf, IDENTITY, intersection, overlap } from './geometry.js';
import { paintsOf } from './paint.js';

const MAX_TREE_DEPTH = 50;
/** A plain filled path that covers this part of the visible area is the background of the page. */
const BACKGROUND_PART = 0.8;

/** Null: the extent of the content could not be determined; it may be anywhere. */
export function contentBoxes(revision: PdfRevision, page: PdfDict): readonly Box[] | null {
  const contents = revision.get(page, 'Contents');
  const parts = contents instanceof PdfArray ? contents.items.map(item => revision.resolve(item)) : [contents];
  const streams = parts.filter(part => part instanceof PdfStream).map(part => revision.decode(part).bytes);
  const bytes = Buffer.concat(streams.flatMap(stream => [stream, Buffer.from('\n')]));
  const resources = inherited(revision, page, node => revision.getDict(node, 'Resources'));
  const { paints } = paintsOf(revision, { bytes, resources }, IDENTITY);
  if (paints.some(paint => paint.kind === 'unknown')) return null;
  const visible = visibleArea(revision, page);
  const isBackground = (box: Box): boolean => overlap(box, visible) >= BACKGROUND_PART * area(visible);
  return paints.filter(paint => !(paint.plain && isBackground(paint.box))).map(paint => paint.box);
}

/** The visible part of a page (14.11.2.1): its /CropBox within its /MediaBox; 612 x 792 points without both. */
export function visibleArea(revision: PdfRevision, page: PdfDict): Box {
  const media = inheritedBox(revision, page, 'MediaBox') ?? LETTER;
  const crop = inheritedBox(revision, page, 'CropBox') ?? media;
  return overlap(crop, media) > 0 ? intersection(crop, media) : media;
}

const LETTER: Box = { left: 0, bottom: 0, right: 612, top: 792 };

const inheritedBox = (revision: PdfRevision, page: PdfDict, key: string): Box | null =>
  inherited(revision, page, node => {
    const box = boxOf(revision, node.get(key));
    return box && area(box) > 0 ? box : null;
  });

/** An attribute of the page, or of the nearest node of the page tree above that has it (7.7.3.4). */
function inherited<T>(revision: PdfRevision, page: PdfDict, read: (node: PdfDict) => T | null): T | null {
  let node: PdfDict | null = page;
  for (let depth = 0; node && depth < MAX_TREE_DEPTH; depth++) {
    const found = read(node);
    if (found !== null) return found;
    node = revision.getDict(node, 'Parent');
  }
  return null;
}
