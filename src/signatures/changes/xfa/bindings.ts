/** Which data the template of an XFA form shows in other fields than those of their name (XFA 3.3, "Explicit Data References"). */
import { tokensOf } from './tokens.js';

interface Open {
  readonly tag: string;
  /** How many names of fields were found before. */
  readonly names: number;
  isBoundOtherwise: boolean;
}

const MAX_DEPTH = 100;
/** What refers to data: a field or a part of the form, its properties, its options. */
const REFERRING = new Set(['bind', 'setProperty', 'bindItems']);

/** Names of data, and of fields; null: not readable, or any data may be meant. */
export function namesBoundOtherwise(template: string): ReadonlySet<string> | null {
  const [open, names, found]: [Open[], string[], Set<string>] = [[], [], new Set()];
  for (const { token, name, starts, ends } of tokensOf(template)) {
    if (token === null || open.length > MAX_DEPTH) return null;
    if (starts && name !== null && REFERRING.has(name)) {
      const owner = open.at(-1);
      const referred = owner ? referredBy(token, attribute(owner.tag, 'name')) : undefined;
      if (referred === undefined) return null;
      if (owner && referred !== null) owner.isBoundOtherwise = true;
      if (referred) found.add(referred);
    }
    if (starts) {
      const stated = attribute(token, 'name') ?? '';
      if (stated.includes('&')) return null;
      open.push({ tag: token, names: names.length, isBoundOtherwise: false });
      names.push(stated);
    }
    if (!ends) continue;
    const closed = open.pop();
    if (!closed) return null;
    if (closed.isBoundOtherwise) for (const one of names.splice(closed.names)) found.add(one);
  }
  return open.length === 0 ? found : null;
}

/** Null: what has the same name; '': none, or all of a name; undefined: unknown. */
function referredBy(tag: string, owner: string | null): string | null | undefined {
  const [match, reference] = [attribute(tag, 'match') ?? 'once', attribute(tag, 'ref')];
  if (/[&#]/.test(match + (reference ?? ''))) return undefined;
  if (reference === null) return match === 'once' ? null : '';
  const [, name] = /(?:^|\.)([\p{L}_][\p{L}\p{N}_-]*)(?:\[[*\d]+\])?$/u.exec(reference) ?? [];
  if (name === undefined) return undefined;
  const isOwn = name === owner && /^\$\.[^.[]+(?:\[[*\d]+\])?$/.test(reference);
  return isOwn ? null : name;
}

const ATTRIBUTE = /\s([^\s=<>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function attribute(tag: string, wanted: string): string | null {
  for (const [, name, double, single] of tag.matchAll(ATTRIBUTE)) if (name === wanted) return double ?? single ?? '';
  return null;
}
