/** Changes after signing: what later revisions altered, where, and whether the signature allows it. */
import { DocconvError } from '../../errors.js';
import type { PdfDocument, PdfNoteCode, PdfRevision } from '../../pdf/index.js';
import { type Limits, limitsAt } from '../permissions.js';
import type { ChangeClass, DocumentChange } from '../result.js';
import type { Change } from './analysis.js';
import type { Box } from './matrix.js';

export { activeContent } from './active.js';

/** One signature: the revision that it covers to its end, or null when it ends in none. */
export interface SignedSite {
  readonly field: string;
  readonly signed: PdfRevision | null;
}

export interface ChangesVerdict {
  /** Worst class; null = could not be judged. */
  readonly after: ChangeClass | null;
  readonly allowed: boolean;
  readonly changes: readonly DocumentChange[];
  /** Sentences about what is allowed and yet worth a look. */
  readonly warnings: readonly string[];
}

export interface ChangeOptions {
  /** What covers content warns instead of failing. */
  readonly tolerateOverlays?: boolean;
}

const UNJUDGED: ChangesVerdict = { after: null, allowed: false, changes: [], warnings: [] };
const UNTOUCHED: ChangesVerdict = { after: 'none', allowed: true, changes: [], warnings: [] };

/** One verdict per site, in their order. The revisions are compared once for all of them. */
export async function judgeRevisions(
  document: PdfDocument,
  sites: readonly SignedSite[],
  options: ChangeOptions = {},
): Promise<ChangesVerdict[]> {
  const last = document.revisions.length;
  const indices = sites.flatMap(({ signed }) => (signed && signed.index < last ? [signed.index] : []));
  if (indices.length === 0) return sites.map(({ signed }) => (signed ? UNTOUCHED : UNJUDGED));
  const changes = await analyseWithin(document, document.revisions[Math.min(...indices) - 1]!);
  if (!changes) return sites.map(({ signed }) => (signed?.index === last ? UNTOUCHED : UNJUDGED));
  return sites.map(site => {
    if (!site.signed) return UNJUDGED;
    return site.signed.index === last ? UNTOUCHED : judgeSite(document, site.field, site.signed, changes, options);
  });
}

/** Null when the document is too large to be looked through: not judged is not allowed. Most files never need this code. */
async function analyseWithin(document: PdfDocument, first: PdfRevision): Promise<Change[] | null> {
  const { analyse } = await import('./analysis.js');
  try {
    return analyse(document, first);
  } catch (thrown) {
    if (thrown instanceof DocconvError && thrown.code === 'LIMIT_EXCEEDED') return null;
    throw thrown;
  }
}

function judgeSite(
  document: PdfDocument,
  field: string,
  signed: PdfRevision,
  changes: readonly Change[],
  options: ChangeOptions,
): ChangesVerdict {
  if (document.recovered || isDoubtful(document, signed)) return UNJUDGED;
  const limits = limitsAt(signed);
  const later = changes.filter(change => change.revision > signed.index);
  const judged = later.map(change => ({ change, allowed: isAllowed(change, limits, options) }));
  return {
    after: worst(later.map(classOf)),
    allowed: judged.every(({ allowed }) => allowed),
    changes: judged.flatMap(({ change, allowed }) => listed(change, field, allowed)),
    warnings: later.flatMap(change => warningsOf(change, limits)),
  };
}

/** Departures from the standard that make two programs see two documents, in what came after signing. */
const AMBIGUOUS = new Set<PdfNoteCode>(['hybrid-conflict', 'duplicate-key', 'xref-order', 'xref-entry-malformed']);

const isDoubtful = (document: PdfDocument, signed: PdfRevision): boolean =>
  document.notes.some(({ code, revision }) => AMBIGUOUS.has(code) && revision !== null && revision > signed.index);

function isAllowed({ rule, field, covers }: Change, limits: Limits, options: ChangeOptions): boolean {
  const overlays = (): boolean => options.tolerateOverlays !== true && isOverPage(rule, limits) && covers();
  switch (rule?.class) {
    case 'archival':
      return true;
    case 'form-filling':
      return limits.level !== 1 && !(field !== null && limits.isLocked(field)) && !overlays();
    case 'annotations':
      return (limits.level === null || limits.level === 3) && !overlays();
    default:
      return false;
  }
}

const isOverPage = (rule: Change['rule'], limits: Limits): boolean =>
  rule?.paints === 'never over content' || (rule?.paints !== undefined && limits.certified);

const classOf = ({ rule }: Change): ChangeClass => rule?.class ?? 'content';

const SEVERITY: readonly ChangeClass[] = ['none', 'archival', 'form-filling', 'annotations', 'content'];

const worst = (classes: readonly ChangeClass[]): ChangeClass =>
  SEVERITY[Math.max(0, ...classes.map(found => SEVERITY.indexOf(found)))]!;

/** What only goes along is listed when it is not allowed. */
function listed(change: Change, afterField: string, allowed: boolean): DocumentChange[] {
  if (change.message === null && allowed) return [];
  const { revision, page, field } = change;
  const message =
    change.message ?? `revision ${revision}: ${change.rule?.allows ?? 'a change'}, which is not allowed here`;
  return [{ afterField, revision, class: classOf(change), allowed, page, field, message }];
}

function warningsOf({ rule, message, warnings, box, covers }: Change, limits: Limits): string[] {
  const isMark = rule?.class === 'annotations';
  const all = [...warnings];
  if (isOverPage(rule, limits) && covers()) all.push(`${message}, and lies over what the page shows`);
  else if (box && limits.certified && !isMark) all.push(`${message}, visibly, at ${placeOf(box)}`);
  if (isMark) all.push('comments or marks were added after signing');
  return all;
}

/** In points from the lower left corner, as /Rect has it. */
const placeOf = ({ left, bottom, right, top }: Box): string => [left, bottom, right, top].map(Math.round).join(' ');
