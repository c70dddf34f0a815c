/** Rich text values and default styles (ISO 32000-2, 12.7.4.4): viewers may draw them instead of /V. */

import { withoutEntities } from '../../../../system/xml.js';
import { withoutSpace } from '../values.js';
import { isReadable } from './colours.js';
import { MAX_SIZE, MIN_SIZE } from './shown-text.js';

/** The text of an XHTML body, for comparisons. */
export const plainText = (markup: string): string => withoutSpace(withoutMarkup(markup));

/** The text of an XHTML body. */
export const withoutMarkup = (markup: string): string =>
  withoutEntities(markup.replace(/<[^<>]*>/g, '').replaceAll('&nbsp;', ' '));

/** Whether all styles in a rich text or default style leave the text readable. */
export function hasReadableStyles(styles: string): boolean {
  return (
    !HIDES.test(styles) &&
    colours(styles).every(colour => isReadable(colour)) &&
    sizes(styles).every(size => size >= MIN_SIZE && size <= MAX_SIZE)
  );
}

const HIDES =
  /(?:display|visibility|opacity|position|overflow|clip|transform)[a-z-]*\s*:|(?:text-indent|margin[a-z-]*)\s*:\s*-/i;

function colours(styles: string): (string | null)[] {
  return [...styles.matchAll(/(?<![a-z-])color\s*[:=]\s*["']?\s*([^;"'<>]{1,40})/gi)].map(([, value]) =>
    cssColour(value!.trim()),
  );
}

function cssColour(value: string): string | null {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value);
  const decimal = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/i.exec(value);
  const parts = hex?.slice(1).map(part => Number.parseInt(part, 16)) ?? decimal?.slice(1).map(Number);
  return parts?.map(part => Math.min(1, part / 255)).join(' ') ?? null;
}

/** 0 for a size that is not stated in points. */
function sizes(styles: string): number[] {
  return [...styles.matchAll(/font(-size)?\s*:\s*([^;"'<>]{0,200})/gi)].flatMap(([, isSize, value]) => {
    const stated = [...value!.matchAll(/(\d*\.?\d+)\s*pt/gi)].map(([, size]) => Number(size));
    return stated.length === 0 && isSize !== undefined ? [0] : stated;
  });
}
