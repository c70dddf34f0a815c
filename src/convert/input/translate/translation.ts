import type { Format } from '../../formats.js';

/** A document for the engine. */
export interface Translation {
  readonly bytes: Uint8Array;
  readonly format: Format;
}
