/**
 * Start tags of large parts, found without reading the whole part as XML. Only parts that need no more are edited so: without
 * prefixes, comments and CDATA sections, in which a text could look like a tag.
 */
import { DocconvError } from '../../../../errors.js';
import type { Edit } from '../../../xml.js';
import type { DocumentEdit } from '../document.js';

/** Whether the root has this name without a prefix, and "<" begins tags only. */
export function isPlain(text: string, root: string): boolean {
  const [, name] = /^\s*(?:<\?[^>]*\?>\s*)?<([^\s/>]+)/.exec(text.replace(/^\ufeff/, '')) ?? [];
  return name === root && !text.includes('<!');
}

/** Made once for each name: a sheet has millions of tags. */
const patterns = new Map<string, RegExp>();

/** Of a start tag; undefined where it has none. */
export function attributeIn(tag: string, name: string): string | undefined {
  const pattern = patterns.get(name) ?? new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`);
  patterns.set(name, pattern);
  return pattern.exec(tag)?.[1];
}

export function numberIn(tag: string, name: string): number {
  return Number(attributeIn(tag, name) ?? Number.NaN);
}

/** Of the first element with this name, which has the attribute w:val. */
export function valueIn(markup: string, name: string): string | undefined {
  const [first] = startTags(markup, name);
  return first && attributeIn(first.tag, 'w:val');
}

/** Of a property of Word, which is on where it has no value (ECMA-376-1, 17.17.4). */
export function isStated(markup: string, name: string): boolean {
  const [first] = startTags(markup, name);
  return first !== undefined && !['0', 'false', 'off'].includes(attributeIn(first.tag, 'w:val') ?? '');
}

/** As XML Schema writes a truth value. */
export function isOn(tag: string, name: string): boolean {
  return ['1', 'true'].includes(attributeIn(tag, name) ?? '');
}

const ATTRIBUTES = /\s([^\s=<>"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** The tag with these attributes in place of those of the same names. */
export function withAttributes(tag: string, attributes: Readonly<Record<string, string | number>>): string {
  const rest = tag.replace(ATTRIBUTES, (stated, name: string) => (Object.hasOwn(attributes, name) ? '' : stated));
  const added = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return rest.replace(/^<[^\s/>]+/, name => name + added.join(''));
}

export interface StartTag {
  readonly tag: string;
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
}

/**
 * All start tags with this name. "<" cannot stand in a tag: a tag that does not end is passed over without a search for
 * its end.
 */
export function* startTags(text: string, name: string): Generator<StartTag> {
  const pattern = new RegExp(`<${name}(?=[\\s/>])[^<>]*>`, 'g');
  for (const { 0: tag, index } of text.matchAll(pattern)) yield { tag, from: index, to: index + tag.length };
}

export function hasMoreTags(text: string, name: string, max: number): boolean {
  let count = 0;
  for (const _ of startTags(text, name)) if (++count > max) return true;
  return false;
}

export interface TagElement extends StartTag {
  readonly content: string;
}

/** The elements with this name, of which none has another one within, and what each contains. */
export function* elementsIn(text: string, name: string): Generator<TagElement> {
  let start: StartTag | null = null;
  for (const next of startTags(text, name)) {
    if (start) yield { ...start, content: contentOf(start, text.slice(start.to, next.from), name) };
    start = next;
  }
  if (start) yield { ...start, content: contentOf(start, text.slice(start.to), name) };
}

/** `rest`: the text to the next start tag with this name. */
function contentOf({ tag }: StartTag, rest: string, name: string): string {
  if (tag.endsWith('/>')) return '';
  const end = rest.search(endOf(name));
  return end < 0 ? rest : rest.slice(0, end);
}

const ends = new Map<string, RegExp>();

function endOf(name: string): RegExp {
  const pattern = ends.get(name) ?? new RegExp(`</${name}[\\s>]`);
  ends.set(name, pattern);
  return pattern;
}

/** Edits of all start tags with this name; null leaves one as it is. */
export function tagEdits(text: string, name: string, change: (tag: string) => string | null): Edit[] {
  const edits: Edit[] = [];
  for (const { tag, from, to } of startTags(text, name)) {
    const changed = change(tag);
    if (changed !== null) edits.push({ from, to, text: changed });
  }
  return edits;
}

/** The edit is left out of documents that it cannot read: an engine may read them. */
export function whereReadable(edit: DocumentEdit): DocumentEdit {
  return async (document, context) => {
    try {
      await edit(document, context);
    } catch (error) {
      if (!(error instanceof DocconvError)) throw error;
    }
  };
}
