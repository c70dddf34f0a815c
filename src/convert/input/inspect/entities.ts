/** What the entities of a DOCTYPE can grow to (XML 1.0, 4): "billion laughs" is ten lines long. */

const DECLARATION = /<!ENTITY\s+(%\s+)?([^\s%&;"'<>]+)\s+(?:"([^"]*)"|'([^']*)'|(SYSTEM|PUBLIC)\b)/g;

/**
 * The longest text that one reference can stand for, 0 without entities. External ones count nothing: no engine is let
 * near them. Parameter entities and circles are endless: no office document needs them.
 */
export function largestEntity(internalSubset: string): number {
  const values = new Map<string, string>();
  for (const [, parameter, name = '', double, single, external] of internalSubset.matchAll(DECLARATION)) {
    if (parameter) return Number.MAX_SAFE_INTEGER;
    if (!external) values.set(name, double ?? single ?? '');
  }
  const sizes = new Map<string, number>();
  return Math.max(0, ...[...values.keys()].map(name => sizeOf(name, values, sizes, new Set())));
}

function sizeOf(name: string, values: Map<string, string>, sizes: Map<string, number>, open: Set<string>): number {
  const known = sizes.get(name);
  if (known !== undefined) return known;
  const value = values.get(name);
  if (value === undefined) return 1;
  if (open.has(name) || open.size > 100) return Number.MAX_SAFE_INTEGER;
  open.add(name);
  let size = value.length;
  for (const [, inner = ''] of value.matchAll(/&([^\s#&;]+);/g)) size += sizeOf(inner, values, sizes, open);
  open.delete(name);
  size = Math.min(size, Number.MAX_SAFE_INTEGER);
  sizes.set(name, size);
  return size;
}
