/** A rule recognizes one kind of permitted change. A change that no rule recognizes is of the class 'content', never permitted. */
import type { IdPart } from '../../../messages/index.js';
import type { PdfDict, PdfObject } from '../../../pdf/index.js';
import type { ChangeClass } from '../../result.js';
import type { RevisionPair } from '../compare/equality.js';
import type { ObjectContext } from '../compare/object-context.js';
import type { StatedChange } from '../stated-values.js';

/** A value in two consecutive revisions; null: absent. */
export interface Difference {
  readonly pair: RevisionPair;
  readonly context: ObjectContext;
  readonly before: PdfObject;
  readonly after: PdfObject;
  /** The dictionaries that contain the value, if it is an entry. */
  readonly owners: { readonly before: PdfDict | null; readonly after: PdfDict | null } | null;
  /** Whether the values differ, or whether a rule permits it, could not be determined: too many were compared before. */
  readonly isIncomplete?: true;
  /** In the later revision it is an object that cannot be read. */
  readonly isUnreadable?: true;
}

export interface ChangeRule {
  /** The message `permits.<id>` states the change as a noun phrase. */
  readonly id: IdPart<'permits.'>;
  /** Permitted by DocMDP: 'archival' at every level, 'form-filling' from P=2, 'annotations' from P=3. */
  readonly class: Exclude<ChangeClass, 'none' | 'content'>;
  /** Where the standard permits it. */
  readonly clause: string;
  /** Context types or entries to which it applies. */
  readonly at: readonly string[];
  test(difference: Difference): boolean;
  /** A message without page and field ("the field was filled in"); absent: it accompanies another change. */
  message?(difference: Difference): string;
  /** What the field or comment says, which is a part of the message. */
  stated?(difference: Difference): StatedChange | 'password' | null;
  /** The pages that it affects where its context does not tell; there is one change for each. */
  pages?(difference: Difference): readonly number[];
  /** Whether it adds a signature without a place on a page, so that the page need not be examined. */
  showsNothing?(difference: Difference): boolean;
  /** A warning about a permitted change. */
  warning?(difference: Difference): string | null;
}

/** Rules of one class. */
export const rulesOf = (
  permittedAs: ChangeRule['class'],
  rules: readonly Omit<ChangeRule, 'class'>[],
): readonly ChangeRule[] => rules.map(rule => ({ ...rule, class: permittedAs }));

export const isAdded = ({ before, after }: Difference): boolean => before === null && after !== null;
export const isRemoved = ({ before, after }: Difference): boolean => before !== null && after === null;
