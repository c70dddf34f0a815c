/** A form as it was received. */
import { cached } from '../../../system/collections.js';
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

/** Its content: read once, although each PDF of a request may need it. */
export const contentOf = cached((file: FormFile) => file.read());
