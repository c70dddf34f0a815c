/** Flags of annotations that determine where they are visible (ISO 32000-2, 12.5.3, Table 167). */
import type { PdfObject } from '../../../pdf/index.js';

const INVISIBLE = 1;
const HIDDEN = 2;
const PRINT = 4;
const NO_VIEW = 32;
const TOGGLE_NO_VIEW = 256;

/** The flags that determine the visibility; null: not an integer. */
export function visibilityOf(flags: PdfObject): number | null {
  const value = flags ?? 0;
  return Number.isInteger(value) ? (value as number) & (INVISIBLE | HIDDEN | PRINT | NO_VIEW | TOGGLE_NO_VIEW) : null;
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
