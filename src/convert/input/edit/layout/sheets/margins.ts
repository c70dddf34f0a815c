/**
 * Excel draws the line before the first row and column within the margins, and each other line in the last point of its row or
 * column. LibreOffice draws lines between cells: they are in the same place where the sheet begins half a point further in.
 */
import type { Edit } from '../../../../xml.js';
import { numberIn, tagEdits, withAttributes } from '../tags.js';

const INCHES = 0.5 / 72;

export function marginEdits(text: string): Edit[] {
  return tagEdits(text, 'pageMargins', tag => {
    const moved = Object.entries({ left: INCHES, top: INCHES, right: -INCHES, bottom: -INCHES }).map(
      ([side, by]) => [side, numberIn(tag, side) + by] as const,
    );
    return moved.every(([, inches]) => inches >= 0) ? withAttributes(tag, Object.fromEntries(moved)) : null;
  });
}
