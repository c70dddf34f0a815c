/** The pictures of a document that becomes a page of HTML. */
import { type Limits, requireWithin } from '../../limits.js';
import type { Warnings } from '../../warnings.js';

/** A picture in the document. */
export interface Picture {
  /** For messages. */
  readonly name: string;
  readonly type: string;
  readonly size: number;
  bytes(): Uint8Array;
}

export class Pictures {
  #bytes = 0;

  constructor(
    private readonly limits: Limits,
    private readonly warnings: Warnings,
  ) {}

  /** As a `data:` URL; null, with a warning, for one that is not in the document. Throws LIMIT_EXCEEDED. */
  url(source: string, find: (source: string) => Picture | undefined): string | null {
    if (/^data:image\//i.test(source)) return source;
    const picture = find(source);
    if (!picture) {
      this.warnings.add('picture_not_loaded', { picture: source.slice(0, MAX_NAME) });
      return null;
    }
    this.#bytes += picture.size; // a picture may stand in the text any number of times
    requireWithin(this.limits, 'textBytes', this.#bytes, picture.name.slice(0, MAX_NAME));
    return `data:${picture.type};base64,${Buffer.from(picture.bytes()).toString('base64')}`;
  }
}

const MAX_NAME = 200;
