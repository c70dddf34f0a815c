/** Texts from a document, certificate or worker that try to be more than text, in every member of a value. */
import { hasUnsafe } from '../../../src/text.js';

/** Markup, the beginning of a link, terminal controls (also of C1), a reversal of the direction, another line and a language tag. */
export const HOSTILE = '<img src=x onerror=alert(1)>"\'&[x](y)\x1b[8m\x9b2J\u202e\u2066\u200b\r\n\u2028\u{e0041}z';

/** With every optional member, nothing that is null, and one item in each list: the compiler asks for new members. */
export type Filled<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer Item)[]
    ? [Filled<NonNullable<Item>>]
    : { [Name in keyof T]-?: Filled<NonNullable<T[Name]>> };

export interface HostileCase<T> {
  /** E.g. 'signers.0.name'. */
  readonly member: string;
  readonly value: T;
}

/** The value once for each member that `isReplaced`, with HOSTILE in its place. */
export function hostileCases<T extends object>(
  value: T,
  isReplaced: (leaf: unknown) => boolean = leaf => typeof leaf === 'string',
): HostileCase<T>[] {
  return pathsOf(value, isReplaced).map(path => ({ member: path.join('.'), value: withHostile(value, path) as T }));
}

function pathsOf(value: unknown, isReplaced: (leaf: unknown) => boolean): string[][] {
  if (typeof value !== 'object' || value === null) return isReplaced(value) ? [[]] : [];
  return Object.entries(value).flatMap(([name, item]) => pathsOf(item, isReplaced).map(path => [name, ...path]));
}

function withHostile(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return HOSTILE;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[name] = withHostile(copy[name], rest);
  return copy;
}

/** The lines have nothing that controls a terminal or reorders text. */
export const isPlain = (text: string): boolean => !text.split('\n').some(hasUnsafe);
