/**
 * Numbers without a format (General) have 11 characters in Excel at most, with the decimal point and without the sign, however wide
 * their column is; LibreOffice prints all 15 digits where they fit. They are rounded in the copy that is printed.
 */
import type { Edit } from '../../../../xml.js';
import { attributeIn } from '../tags.js';
import type { WorkbookStyles } from './styles.js';

const LENGTH = 11;
/** From there on, and below the other, Excel writes an exponent. */
const [LEAST, MOST] = [1e-4, 10 ** LENGTH];
/** A cell with a number of 12 characters or more, and what stands before the number. */
const LONG = /(<c(?=\s)[^<>]*>(?:<f(?=[\s/>])[^<>]*(?:\/>|>[^<]*<\/f>))?<v>)([-+.\deE]{12,})<\/v>/g;

export function generalEdits(text: string, { cells }: WorkbookStyles): Edit[] {
  return Array.from(text.matchAll(LONG)).flatMap(({ index, 1: before = '', 2: written = '' }) => {
    const style = cells[Number(attributeIn(before, 's') ?? 0)];
    const number = style?.isGeneral && (attributeIn(before, 't') ?? 'n') === 'n' ? shown(Number(written)) : written;
    const from = index + before.length;
    return number === written ? [] : [{ from, to: from + written.length, text: number }];
  });
}

function shown(number: number): string {
  const size = Math.abs(number);
  if (!(size >= LEAST && size < MOST)) return `${number}`;
  const digits = `${Math.trunc(size)}`.length;
  return `${Number(number.toFixed(Math.max(0, LENGTH - '.'.length - digits)))}`;
}
