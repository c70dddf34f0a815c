/** Excel draws the line before the first row and column within the page, so that all cells stand one point further in. */
import type { Edit } from '../../../xml.js';
import { numberIn, tagEdits, withAttributes } from './tags.js';

const INCHES = 1 / 72;

export function marginEdits(text: string): Edit[] {
  return tagEdits(text, 'pageMargins', tag => {
    const moved = Object.entries({ left: INCHES, top: INCHES, right: -INCHES, bottom: -INCHES }).map(
      ([side, by]) => [side, numberIn(tag, side) + by] as const,
    );
    return moved.every(([, inches]) => inches >= 0) ? withAttributes(tag, Object.fromEntries(moved)) : null;
  });
}
