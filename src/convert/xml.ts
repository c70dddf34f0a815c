/** XML parts of a document: read with docconv's limits and errors, and edited in place. */
import { DocconvError } from '../errors.js';
import { readElements, type XmlAttribute, XmlCountError, XmlDepthError, type XmlElement } from '../system/xml.js';
import { escapeXml } from '../text.js';
import { type Limits, requireWithin } from './limits.js';

/** A decoded part of a document; `name` is for error messages, and empty for a document in one file. */
export interface XmlPart {
  readonly name: string;
  readonly text: string;
}

/** Elements that are kept of one part: each takes about 300 bytes. A manifest of 10,000 parts has 60,000. */
const MAX_ELEMENTS = 500_000;

/** As readElements(). Throws CORRUPT_DOCUMENT when the part is not well-formed, LIMIT_EXCEEDED (depth). */
export async function readPartElements(
  { name, text }: XmlPart,
  localNames: readonly string[],
  limits: Limits,
): Promise<XmlElement[]> {
  return readElements(text, localNames, limits.depth, MAX_ELEMENTS).catch(cause => {
    if (cause instanceof XmlDepthError) requireWithin(limits, 'depth', cause.depth, name);
    if (cause instanceof XmlCountError)
      throw new DocconvError('CORRUPT_DOCUMENT.part-count', { part: JSON.stringify(name), max: cause.max });
    if (name === '') throw new DocconvError('CORRUPT_DOCUMENT.document-xml', {}, { cause });
    throw new DocconvError('CORRUPT_DOCUMENT.part-xml', { part: JSON.stringify(name) }, { cause });
  });
}

/** Replaces the text between two offsets. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Applies edits in the order of their offsets; one within the range of an earlier one is dropped. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    if (edit.from < at) continue;
    pieces.push(text.slice(at, edit.from), edit.text);
    at = edit.to;
  }
  return [...pieces, text.slice(at)].join('');
}

/** Removes an element with its content. */
export function removal({ start, end }: XmlElement): Edit {
  return { from: start, to: end, text: '' };
}

/** Writes an element's start tag anew: with the attributes that `keep` accepts, behind those of `added`. */
export function editStartTag(
  { name, attributes, start, contentStart, end }: XmlElement,
  keep: (attribute: XmlAttribute) => boolean,
  added = '',
): Edit {
  const kept = attributes.filter(keep).map(attribute => ` ${attribute.name}="${escapeXml(attribute.value)}"`);
  return {
    from: start,
    to: contentStart,
    text: `<${name}${added}${kept.join('')}${contentStart === end ? '/>' : '>'}`,
  };
}

/** Inserts `content` at the end of an element's content. */
export function appendTo({ name, contentStart, contentEnd, end }: XmlElement, content: string): Edit {
  if (contentStart < end) return { from: contentEnd, to: contentEnd, text: content };
  return { from: end - '/>'.length, to: end, text: `>${content}</${name}>` };
}

/** Inserts `content` at the beginning of an element's content. */
export function prependTo(element: XmlElement, content: string): Edit {
  const { contentStart, end } = element;
  return contentStart === end ? appendTo(element, content) : { from: contentStart, to: contentStart, text: content };
}

/** The text without its XML declaration, whose encoding no longer applies: UTF-8 needs none (XML 1.0, 4.3.3). */
export function withoutDeclaration(text: string): string {
  const isDeclared = text.startsWith('<?xml') && text.slice(5, 6).trim() === '';
  return isDeclared ? text.slice(text.indexOf('?>') + '?>'.length) : text;
}

/** The nearest ancestor with a name. */
export function enclosing(element: XmlElement, local: string): XmlElement | null {
  let at = element.parent;
  while (at && at.local !== local) at = at.parent;
  return at;
}
