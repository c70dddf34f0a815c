/** What the edits of pages have in common. */
import type { XmlElement } from '../../../../system/xml.js';
import type { PdfOptions } from '../../../options.js';
import type { Edit } from '../../../xml.js';

/** Edits of the pages of one kind of part. */
export interface PageEdit {
  /** Local names of the elements that `edits` gets. */
  readonly elements: readonly string[];
  /** Null where the part has no pages. */
  edits(elements: readonly XmlElement[]): Edit[] | null;
}

/** What is wanted of all pages. */
export type PageWishes = Pick<PdfOptions, 'paper' | 'landscape' | 'fit'>;
