/** /Size of a trailer or cross-reference stream (ISO 32000-2, 7.5.5). */
import { isCount, type PdfDict } from '../syntax/objects.js';

/** Programs that keep a table of this size do not accept a larger one (ISO 32000-1, Annex C: 8 388 607 objects). */
const LARGEST = 1 << 23;

/** Whether it is direct, and at least `least`: one more than the largest object number of the section. */
export function hasSize(trailer: PdfDict, least: number): boolean {
  const size = trailer.get('Size');
  return isCount(size) && size >= least && size <= LARGEST;
}
