/** A form as it was received. */
import type { ReceivedDocument } from '../../upload/document.js';

export interface FormFile extends ReceivedDocument {
  /** Name of its part. */
  readonly field: string;
}

export interface ReceivedForm {
  /** The values of each field, in their order. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly FormFile[];
}
