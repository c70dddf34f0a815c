import type { PdfObject } from '../../pdf/index.js';
import type { Pair } from './equal.js';

export function coversContent(_pair: Pair, _page: number | null, _value: PdfObject): boolean {
  return false;
}
