import { normalized } from './family-name.js';

/** Fonts of the same widths behind each, so that lines and pages end where they did: made for this purpose, or the same design. */
const TWINS: readonly (readonly [string, ...string[]])[] = [
  ['Arial', 'Liberation Sans', 'Arimo'],
  ['Arial Narrow', 'Liberation Sans Narrow'],
  ['Bitstream Vera Sans', 'DejaVu Sans'],
  ['Bitstream Vera Sans Mono', 'DejaVu Sans Mono'],
  ['Bitstream Vera Serif', 'DejaVu Serif'],
  ['Calibri', 'Carlito'],
  ['Cambria', 'Caladea'],
  ['Courier', 'Liberation Mono'],
  ['Courier New', 'Liberation Mono', 'Cousine'],
  ['Georgia', 'Gelasio'],
  ['Helvetica', 'Liberation Sans', 'Arimo', 'Arial'],
  ['Times', 'Liberation Serif', 'Times New Roman'],
  ['Times New Roman', 'Liberation Serif', 'Tinos'],
];
const BY_ORIGINAL = new Map(TWINS.map(([original, ...twins]) => [normalized(original), twins.map(normalized)]));

/** Of a family, normalized as it is. */
export const twinsOf = (family: string): readonly string[] => BY_ORIGINAL.get(family) ?? [];

/** Whether text in this family has its widths. `fonts`: normalized names of those that are there. */
export function hasWidths(family: string, fonts: ReadonlySet<string>): boolean {
  const name = normalized(family);
  return [name, ...twinsOf(name)].some(each => fonts.has(each));
}
