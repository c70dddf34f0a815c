/** A rule that allows one kind of change. What no rule allows is a change of content, and never allowed. */
import type { PdfDict, PdfObject } from '../../../pdf/index.js';
import type { ChangeClass } from '../../result.js';
import type { Pair } from '../equal.js';
import type { Place } from '../place.js';

/** What a place holds in two revisions that follow each other; null = nothing. */
export interface Difference {
  readonly pair: Pair;
  readonly place: Place;
  readonly before: PdfObject;
  readonly after: PdfObject;
  /** The dictionaries that hold the entry, when the place is an entry. */
  readonly holder: { readonly before: PdfDict | null; readonly after: PdfDict | null } | null;
}

export interface ChangeRule {
  readonly id: string;
  /** For the list of rules in the README: "adds ...". */
  readonly allows: string;
  /** 'archival' at every level of DocMDP, 'form-filling' from P=2, 'annotations' from P=3. */
  readonly class: Exclude<ChangeClass, 'none' | 'content'>;
  /** Where the standard says so. */
  readonly clause: string;
  /** Types of places, or entries. */
  readonly at: readonly string[];
  test(difference: Difference): boolean;
  /** A sentence without its place ("the field was filled in"); absent: it only goes along with another change. */
  says?(difference: Difference): string;
  /** It paints something new on the page; where it may not, unless overlays are tolerated. */
  readonly paints?: 'never over content' | 'not over certified content';
  /** It warns, though it is allowed. */
  warns?(difference: Difference): string | null;
}

export const isAdded = ({ before, after }: Difference): boolean => before === null && after !== null;
export const isRemoved = ({ before, after }: Difference): boolean => before !== null && after === null;
