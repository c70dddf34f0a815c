/** A smaller PDF that shows the same: compressed streams, no unused objects, images as JPEG. */
import type { OptimizeOperation } from '../operation-types.js';
import { rewrite } from '../output/pdf/qpdf.js';

export async function optimize(pdf: Uint8Array, _: OptimizeOperation): Promise<Uint8Array> {
  const smaller = await rewrite(pdf, ['--recompress-flate', '--compression-level=9']);
  return smaller.length < pdf.length ? smaller : pdf;
}
