/** The names of files: their order, and what the outputs are called. */
import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { fittingPath } from '../../../system/files/long-names.js';
import { safeFileName } from '../../upload/document.js';

/** Names with numbers by their values, and numbers before letters: 1_a, 2_a, 10_a, b. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (const [i, one] of left.entries()) {
    const other = right[i];
    if (other === undefined) return 1;
    const areNumbers = /^\d/.test(one) && /^\d/.test(other);
    const difference = areNumbers ? compareNumbers(one, other) : compareText(one, other);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const partsOf = (name: string): string[] => name.match(/\d+|\D+/g) ?? [];

/** By length first, without leading zeros: any number of digits. */
function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+(?=\d)/, ''), b.replace(/^0+(?=\d)/, '')];
  return left.length - right.length || compareText(left, right);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** 'report' for 'report.docx' */
export function stemOf(name: string): string {
  return name.slice(0, name.length - extname(name).length) || name;
}

/** The name that the header asks for, without its folders; null where it says nothing. */
export function givenName(header: string | string[] | undefined): string | null {
  const text = typeof header === 'string' ? decoded(header).trim() : '';
  return text === '' ? null : safeFileName(text);
}

/** Node reads headers as Latin-1, and clients send UTF-8. */
function decoded(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

export const randomName = (): string => randomUUID();

/** Different names for the parts of an archive: those that occur again get a number before their extension. */
export function distinctNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map(name => {
    let free = name;
    for (let number = 1; used.has(free.toLowerCase()); number++)
      free = fittingPath(`${stemOf(name)}-${number}`, extname(name));
    used.add(free.toLowerCase());
    return free;
  });
}
