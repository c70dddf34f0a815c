/** Flags of annotations (ISO 32000-2, 12.5.3, Table 167) and of fields (12.7.4.1, Table 227): what a change of them does. */
import { type IdPart, message } from '../../../messages/index.js';
import type { PdfObject } from '../../../pdf/index.js';
import { effectiveValue } from '../effective/effect.js';
import type { Difference } from './rule.js';

const INVISIBLE = 1;
const HIDDEN = 2;
const PRINT = 4;
const NO_VIEW = 32;
const TOGGLE_NO_VIEW = 256;
const VISIBILITY = INVISIBLE | HIDDEN | PRINT | NO_VIEW | TOGGLE_NO_VIEW;

/** Of a field. */
const READ_ONLY = 1;

/** Of an annotation: it is shown, but does not react. */
const NO_REACTION = 64;

/** The flags that determine the visibility; null: not an integer. */
export function visibilityOf(flags: PdfObject): number | null {
  const value = flags ?? 0;
  return Number.isInteger(value) ? (value as number) & VISIBILITY : null;
}

/** On the screen or in print; true for flags that are not an integer. */
export function isVisible(flags: PdfObject): boolean {
  const visibility = visibilityOf(flags);
  if (visibility === null) return true;
  return (visibility & HIDDEN) === 0 && ((visibility & NO_VIEW) === 0 || (visibility & PRINT) !== 0);
}

/** What is visible stays visible, on the screen and in print, and nothing appears; a field on the screen may be printed, too. */
export function keepsVisibility(before: PdfObject, after: PdfObject): boolean {
  const [from, to] = [visibilityOf(before), visibilityOf(after)];
  if (from === null || to === null) return false;
  return from === to || (from === 0 && to === PRINT);
}

/** What was visible nowhere becomes visible on the screen, as a signature field may when it is signed. */
export function becomesVisible(before: PdfObject, after: PdfObject): boolean {
  const to = visibilityOf(after);
  return !isVisible(before) && (to === 0 || to === PRINT);
}

/**
 * Whether an annotation may react where it did not, on the screen. Invisible (bit 1) concerns unknown types only; ToggleNoView
 * reverses NoView under the mouse.
 */
export function activates(before: PdfObject, after: PdfObject): boolean {
  const [from, to] = [before ?? 0, after ?? 0];
  if (!Number.isInteger(from) || !Number.isInteger(to)) return true;
  const [cleared, set] = [(from as number) & ~(to as number), (to as number) & ~(from as number)];
  const isShownUnderMouse = (set & TOGGLE_NO_VIEW) !== 0 && ((from as number) & NO_VIEW) !== 0;
  return (cleared & (HIDDEN | NO_VIEW | NO_REACTION | TOGGLE_NO_VIEW)) !== 0 || isShownUnderMouse;
}

/** No flag other than those of the visibility is cleared: a cleared flag may remove a protection of the signed content. */
export function clearsNothing(before: PdfObject, after: PdfObject): boolean {
  const [from, to] = [before ?? 0, after ?? 0];
  return Number.isInteger(from) && Number.isInteger(to) && ((from as number) & ~(to as number) & ~VISIBILITY) === 0;
}

const PROTECTING = 64 | 128 | 512;

/** Flags of an annotation: other than those of the visibility, nothing but ReadOnly, Locked and LockedContents is set. */
export function setsOnlyProtection(before: PdfObject, after: PdfObject): boolean {
  const set = ((after ?? 0) as number) & ~((before ?? 0) as number);
  return (set & ~(VISIBILITY | PROTECTING)) === 0;
}

/** Flags of a field: nothing but ReadOnly is set, and none is cleared. */
export function onlyLocks(before: PdfObject, after: PdfObject): boolean {
  return Number.isInteger(before) && Number.isInteger(after) && after === ((before as number) | READ_ONLY);
}

const RICH_TEXT = 1 << 25;

/** Flags of a text field: nothing but RichText is cleared. */
export const losesRichText = (before: PdfObject, after: PdfObject): boolean =>
  Number.isInteger(before) && ((before as number) & RICH_TEXT) !== 0 && after === (before as number) - RICH_TEXT;

/** The flags of an annotation, or those in effect for a field: a widget that states flags no longer has those of its field. */
export function flagsOf({ pair, context, before, after, owners }: Difference): readonly [PdfObject, PdfObject] {
  if (context.entry !== 'field.Ff') return [before ?? 0, after ?? 0];
  return [
    owners?.before ? (effectiveValue(pair.before, 'field', 'Ff', owners.before) ?? 0) : (before ?? 0),
    owners?.after ? (effectiveValue(pair.after, 'field', 'Ff', owners.after) ?? 0) : (after ?? 0),
  ];
}

/** Bit values of the flags that protect a field or an annotation, or fix how it is used, other than those of the visibility. */
const NAMES = {
  field: [
    [READ_ONLY, 'read-only'],
    [2, 'required'],
    [4, 'no-export'],
  ],
  annotation: [
    [8, 'no-zoom'],
    [16, 'no-rotate'],
    [64, 'read-only'],
    [128, 'locked'],
    [512, 'locked-contents'],
  ],
} as const satisfies Record<string, readonly (readonly [number, IdPart<'flag.'>])[]>;

export interface NamedFlags {
  /** The names of the flags, as one text; null: none. */
  readonly cleared: string | null;
  readonly set: string | null;
  /** Other bits differ. */
  readonly others: boolean;
}

/** The flags that differ by name. */
export function namedFlags(difference: Difference): NamedFlags {
  const flags = flagsOf(difference).map(value => (Number.isInteger(value) ? (value as number) : 0));
  const [from, to] = [flags[0]!, flags[1]!];
  const names = NAMES[difference.context.entry === 'field.Ff' ? 'field' : 'annotation'];
  const listed = (bits: number): string | null => {
    const found = names.filter(([bit]) => (bits & bit) !== 0).map(([, name]) => message(`flag.${name}`));
    return found.length === 0 ? null : found.join(', ');
  };
  const known = names.reduce((all, [bit]) => all | bit, 0);
  return { cleared: listed(from & ~to), set: listed(to & ~from), others: ((from ^ to) & ~known) !== 0 };
}
