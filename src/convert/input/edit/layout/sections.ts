/**
 * Elements of a large part of Word that are read as XML by themselves, since reading all of it takes longer than many
 * conversions. Only parts that use the prefix w are read.
 */
import type { XmlElement } from '../../../../system/xml.js';
import { type Edit, readPartElements } from '../../../xml.js';
import type { EditableDocument } from '../document.js';
import { isWord } from '../word.js';

/** Offsets in the text of a part. */
export interface Section {
  readonly from: number;
  readonly to: number;
}

/** The element whose start tag is at `from`; null where it does not end. */
export function sectionAt(text: string, name: string, from: number): Section | null {
  const tags = new RegExp(`<(/?)${name}(?=[\\s/>])[^<>]*>`, 'g');
  tags.lastIndex = from;
  let depth = 0;
  for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
    if (tag[1]) depth--;
    else if (!tag[0].endsWith('/>')) depth++;
    if (depth <= 0) return { from, to: tags.lastIndex };
  }
  return null;
}

/** The tables that are in no other; none of a text that is not well-formed. */
export const tablesIn = (text: string): Section[] => outermost(text, 'w:tbl');

/** The elements with this name that are in no other of them; none of a text that is not well-formed. */
export function outermost(text: string, name: string): Section[] {
  const found: Section[] = [];
  const starts = new RegExp(`<${name}(?=[\\s/>])`, 'g');
  for (let start = starts.exec(text); start; start = starts.exec(text)) {
    const element = sectionAt(text, name, start.index);
    if (!element) return [];
    starts.lastIndex = element.to;
    found.push(element);
  }
  return found;
}

/** Characters in which the root begins. */
const HEAD = 16_384;

/** Edits of a section, whose elements with these names `edit` gets. */
export async function editsWithin(
  document: EditableDocument,
  part: string,
  { from, to }: Section,
  names: readonly string[],
  edit: (elements: readonly XmlElement[]) => Edit[],
): Promise<Edit[]> {
  const text = document.text(part)!;
  const [root, name] = /<(w:[\w.-]+)\s[^<>]*>/.exec(text.slice(0, HEAD)) ?? []; // it declares the prefixes
  if (!root) return [];
  const section = { name: part, text: `${root}${text.slice(from, to)}</${name}>` };
  const elements = await readPartElements(section, names, document.source.limits);
  const edits = edit(elements.filter(isWord));
  const offset = from - root.length;
  return edits.map(each => ({ ...each, from: each.from + offset, to: each.to + offset }));
}
