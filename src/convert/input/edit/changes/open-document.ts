/**
 * Tracked changes of OpenDocument texts (ODF 1.3 part 3, 5.5). Deleted text stands outside of the text, so that the final
 * version is the text without its marks; the original one is put together here. Former formats are not recorded.
 */
import { DocconvError } from '../../../../errors.js';
import { attributeOf, type XmlElement } from '../../../../system/xml.js';
import { requireWithin } from '../../../limits.js';
import { type Edit, enclosing, removal } from '../../../xml.js';
import type { DocumentEdit, EditableDocument } from '../document.js';

const TEXT = 'urn:oasis:names:tc:opendocument:xmlns:text:1.0';
const MARKS = ['change', 'change-start', 'change-end'];
const PARAGRAPHS = ['p', 'h'];
/** Paragraphs in these can become one. */
const LISTS = ['list', 'list-item', 'list-header', 'section'];
const KINDS = ['insertion', 'deletion'];
const ELEMENTS = [...MARKS, ...PARAGRAPHS, ...KINDS, 'tracked-changes', 'changed-region', 'change-info'];

/** As resolveWordChanges(). */
export const resolveOpenChanges: DocumentEdit = async (document, { format, options }) => {
  const parts = format.container === 'odf' ? ['content.xml', 'styles.xml'] : document.parts;
  for (const part of parts) await resolvePart(document, part, options.changes !== 'original');
};

async function resolvePart(document: EditableDocument, part: string, isFinal: boolean): Promise<void> {
  const elements = await document.elements(part, ELEMENTS);
  const changes = elements.filter(({ uri, local }) => uri === TEXT && local === 'tracked-changes');
  if (changes.length === 0) return;
  const marks = elements.filter(mark => isMark(mark) && !enclosing(mark, 'tracked-changes'));
  const edits = isFinal ? marks.map(removal) : new Original(document.text(part) ?? '', elements, marks).edits();
  // first: of edits within each other, the outer one counts
  const added = edits.reduce((sum, { text }) => sum + text.length, 0);
  requireWithin(document.source.limits, 'textBytes', added, part);
  document.change(part, [...changes.map(removal), ...edits]);
}

interface Region {
  isInsertion: boolean;
  deletion: XmlElement | null;
}

/** The text without its insertions and with its deletions. */
class Original {
  readonly #regions = new Map<string, Region>();
  /** Paragraphs and headings of a deletion. */
  readonly #deleted = new Map<XmlElement, XmlElement[]>();
  /** Where the content of a deletion begins: behind the information about who made it. */
  readonly #contentStart = new Map<XmlElement, number>();
  /** Names of paragraphs as they end, where these differ from those with which they begin. */
  readonly #ends = new Map<XmlElement, string>();

  constructor(
    private readonly text: string,
    elements: readonly XmlElement[],
    private readonly marks: readonly XmlElement[],
  ) {
    for (const element of elements) {
      const { local, parent } = element;
      if (KINDS.includes(local)) this.#addRegion(element);
      else if (isMark(element) && enclosing(element, 'deletion')) throw tangledChanges();
      else if (parent?.local === 'deletion' && isParagraph(element)) this.#deleted.get(parent)?.push(element);
      else if (parent?.local === 'deletion' && local === 'change-info') this.#contentStart.set(parent, element.end);
    }
  }

  #addRegion(kind: XmlElement): void {
    const id = kind.parent && (attributeOf(kind.parent, 'id', TEXT) ?? attributeOf(kind.parent, 'id', XML));
    if (!id) return;
    const region = this.#regions.get(id) ?? { isInsertion: false, deletion: null };
    this.#regions.set(id, region);
    if (kind.local === 'insertion') region.isInsertion = true;
    else {
      region.deletion = kind;
      this.#deleted.set(kind, []);
    }
  }

  edits(): Edit[] {
    const edits: Edit[] = [];
    const open = new Set<string>();
    let from: XmlElement | null = null;
    for (const mark of this.marks) {
      const id = attributeOf(mark, 'change-id') ?? '';
      const region = this.#regions.get(id);
      if (!region?.isInsertion)
        edits.push(region?.deletion && !from ? this.#restore(mark, region.deletion) : removal(mark));
      else if (mark.local === 'change-start') {
        open.add(id);
        from ??= mark;
      } else if (mark.local === 'change-end' && open.delete(id) && open.size === 0 && from) {
        edits.push(this.#cut(from, mark));
        from = null;
      } else edits.push(removal(mark));
    }
    if (from) throw tangledChanges();
    return [...edits, ...this.#endTags()];
  }

  /**
   * Takes out what stands between two marks. Where both are in paragraphs that can become one, the first one continues in
   * the second one; otherwise what is open at the first mark ends there, and what is open at the second one begins there.
   */
  #cut(first: XmlElement, last: XmlElement): Edit {
    const [left, right] = [pathOf(first), pathOf(last)];
    let shared = 0;
    while (left[shared] && left[shared] === right[shared]) shared++;
    const [leftRest, rightRest] = [left.slice(shared), right.slice(shared)];
    const [leftBlocks, rightBlocks] = [upToParagraph(leftRest), upToParagraph(rightRest)];
    if (!this.#areAlike(leftBlocks, rightBlocks))
      return { from: first.start, to: last.end, text: this.#close(leftRest) + this.#open(rightRest) };
    const [paragraph, next] = [leftBlocks.at(-1)!, rightBlocks.at(-1)!];
    const isWhole = leftBlocks.length === 1 && first.start === paragraph.contentStart;
    if (isWhole) return { from: paragraph.start, to: last.end, text: this.#open(rightRest) };
    this.#ends.set(next, this.#endName(paragraph));
    const glue = this.#close(leftRest.slice(leftBlocks.length)) + this.#open(rightRest.slice(rightBlocks.length));
    return { from: first.start, to: last.end, text: glue };
  }

  /** Whether the innermost paragraphs of both can become one. */
  #areAlike(left: readonly XmlElement[], right: readonly XmlElement[]): boolean {
    const last = left.length - 1;
    return (
      last >= 0 &&
      left.length === right.length &&
      left.every((element, i) => i === last || (LISTS.includes(element.local) && element.name === right[i]!.name))
    );
  }

  /** The deletion in the place of its mark: its first paragraph continues the one before, its last one is continued. */
  #restore(mark: XmlElement, deletion: XmlElement): Edit {
    const content = {
      start: this.#contentStart.get(deletion) ?? deletion.contentStart,
      end: deletion.contentEnd,
    };
    const inside = upFromParagraph(pathOf(mark));
    const [paragraph, ...spans] = inside;
    const at = { from: mark.start, to: mark.end };
    if (!paragraph) return { ...at, text: this.text.slice(content.start, content.end) };
    const paragraphs = this.#deleted.get(deletion) ?? [];
    const [first, last] = [paragraphs[0], paragraphs.at(-1)];
    const begins = first !== undefined && this.#isBlank(content.start, first.start);
    const ends = last !== undefined && this.#isBlank(last.end, content.end);
    if (begins && first === last && ends) return { ...at, text: this.text.slice(first.contentStart, first.contentEnd) };
    const closed = this.#close([paragraph, ...spans]);
    const opened = this.#open(spans);
    const head = begins ? this.text.slice(first.contentStart, first.contentEnd) : '';
    const from = begins ? first.end : content.start;
    if (ends && last !== first) {
      this.#ends.set(paragraph, last.name);
      const middle = this.text.slice(from, last.contentEnd);
      return { ...at, text: head + closed + middle + opened };
    }
    this.#ends.set(paragraph, paragraph.name);
    const middle = this.text.slice(from, content.end);
    return { ...at, text: head + closed + middle + this.#open([paragraph]) + opened };
  }

  #isBlank(from: number, to: number): boolean {
    return this.text.slice(from, to).trim() === '';
  }

  #close(path: readonly XmlElement[]): string {
    return path
      .toReversed()
      .map(element => `</${this.#endName(element)}>`)
      .join('');
  }

  #open(path: readonly XmlElement[]): string {
    return path.map(({ start, contentStart }) => this.text.slice(start, contentStart)).join('');
  }

  #endName(element: XmlElement): string {
    return this.#ends.get(element) ?? element.name;
  }

  #endTags(): Edit[] {
    return [...this.#ends]
      .filter(([element, name]) => name !== element.name)
      .map(([{ contentEnd, end }, name]) => ({ from: contentEnd, to: end, text: `</${name}>` }));
  }
}

const XML = 'http://www.w3.org/XML/1998/namespace';

const isMark = ({ uri, local }: XmlElement): boolean => uri === TEXT && MARKS.includes(local);
const isParagraph = ({ uri, local }: XmlElement): boolean => uri === TEXT && PARAGRAPHS.includes(local);

/** The elements around it, from the root on. */
function pathOf(element: XmlElement): XmlElement[] {
  const path: XmlElement[] = [];
  for (let holder = element.parent; holder; holder = holder.parent) path.push(holder);
  return path.toReversed();
}

/** From the beginning of the path to its innermost paragraph; all of it where there is none. */
function upToParagraph(path: readonly XmlElement[]): readonly XmlElement[] {
  return path.slice(0, path.findLastIndex(isParagraph) + 1);
}

/** The innermost paragraph and what is open in it. */
function upFromParagraph(path: readonly XmlElement[]): readonly XmlElement[] {
  const at = path.findLastIndex(isParagraph);
  return at < 0 ? [] : path.slice(at);
}

function tangledChanges(): DocconvError {
  return new DocconvError('OPTION_UNSUPPORTED.changes-overlap', {}, { detail: { option: 'changes' } });
}
