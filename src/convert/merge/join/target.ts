/** The new PDF: numbers for its objects, within the limit of its size. */
import { type PdfDict, PdfFile, type PdfObject, PdfRef } from '../../../pdf/index.js';
import { type Limits, requireWithin } from '../../limits.js';

export class Target {
  readonly #file: PdfFile;
  #next = 1;

  constructor(
    version: string,
    private readonly limits: Limits,
  ) {
    this.#file = new PdfFile(version);
  }

  reserve(): PdfRef {
    return new PdfRef(this.#next++, 0);
  }

  /** Throws LIMIT_EXCEEDED. */
  add(ref: PdfRef, value: PdfObject): PdfRef {
    this.#file.add(ref, value);
    requireWithin(this.limits, 'outputBytes', this.#file.size);
    return ref;
  }

  /** Throws LIMIT_EXCEEDED. */
  addStream(ref: PdfRef, dict: PdfDict, data: Uint8Array): PdfRef {
    this.#file.addStream(ref, dict, data);
    requireWithin(this.limits, 'outputBytes', this.#file.size);
    return ref;
  }

  finish(trailer: Readonly<Record<string, PdfObject>>): Buffer {
    return this.#file.finish(trailer);
  }
}
