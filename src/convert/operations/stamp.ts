import type { StampOperation } from '../operation-types.js';

export async function stamp(pdf: Uint8Array, _: StampOperation): Promise<Uint8Array> {
  return pdf;
}
