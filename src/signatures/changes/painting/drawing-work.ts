/**
 * The work of drawing content streams, estimated before the renderer runs: a limit on the time of the renderer would let the
 * answer depend on the load of the machine. In units of work, each about a microsecond of processor time of PDFium.
 */
import { area, type Box, overlap, type PdfDict, type PdfRevision, PdfStream } from '../../../pdf/index.js';
import { ownValue } from '../../../system/collections.js';
import { filtersOf } from './image-data.js';
import type { Paint, Painting } from './scene.js';

export interface DrawingWork {
  /** However large it is shown. */
  readonly fixed: number;
  /** For each pixel of the box. */
  readonly perPixel: number;
}

export const NO_WORK: DrawingWork = { fixed: 0, perPixel: 0 };

/** For each byte of a content stream, and for each operation that paints. */
const BYTE = 0.07;
const PAINT = 1;
/** For each pixel of a plain fill; of an image, a shading, a pattern, or what is blended with what is below. */
const FILLED = 0.003;
const BLENDED = 0.03;
/** For each sample of an image, by its filter. */
const SAMPLE = 0.008;
const SAMPLES: Readonly<Record<string, number>> = { JPXDecode: 0.5, JBIG2Decode: 0.03, DCTDecode: 0.012 };

export const streamWork = (bytes: number): number => BYTE * bytes;

/** `box`: in the space of the paints. */
export function drawingWork({ paints, layers, work }: Painting, box: Box): DrawingWork {
  const size = area(box);
  const part = (other: Box): number => (size > 0 ? overlap(other, box) / size : 0);
  let perPixel = 0;
  for (const layer of layers) perPixel += BLENDED * part(layer);
  for (const paint of paints) perPixel += (isBlended(paint) ? BLENDED : FILLED) * part(paint.box);
  return { fixed: work + PAINT * paints.length, perPixel };
}

const isBlended = ({ kind, isBlended }: Paint): boolean =>
  isBlended === true || kind === 'image' || kind === 'shading' || kind === 'unknown';

/** With its masks. Inline images abbreviate keys (8.9.7). */
export function imageWork(revision: PdfRevision, image: PdfDict | PdfStream): number {
  const masks = ['SMask', 'Mask'].map(key => revision.get(image, key)).filter(mask => mask instanceof PdfStream);
  return [image, ...masks].reduce((sum, one) => sum + samplesWork(revision, one), 0);
}

function samplesWork(revision: PdfRevision, image: PdfDict | PdfStream): number {
  const number = (key: string, short: string): number =>
    revision.getNumber(image, key) ?? revision.getNumber(image, short) ?? 0;
  const samples = number('Width', 'W') * number('Height', 'H');
  const costs = filtersOf(revision, image).map(filter => ownValue(SAMPLES, filter) ?? 0);
  const { length } = image instanceof PdfStream ? revision.rawStream(image) : [];
  return streamWork(length) + Math.max(0, samples) * Math.max(...costs, SAMPLE);
}
