/**
 * Paragraphs whose mark was deleted, or inserted and rejected: they continue in the next paragraph, whose mark, and with it
 * whose properties, remain (ECMA-376-1, 17.13.5.15).
 */
import type { XmlElement } from '../../../../system/xml.js';
import { type Edit, removal } from '../../../xml.js';
import type { EditableDocument } from '../document.js';
import { wordElements } from '../word.js';

const BLOCKS = ['p', 'tbl', 'sdt', 'customXml', 'altChunk'];

/** What an empty paragraph may contain behind its properties. */
const MARKUP_ONLY =
  /^(?:\s|<\/?(?:\w+:)?(?:bookmarkStart|bookmarkEnd|commentRangeStart|commentRangeEnd|proofErr|permStart|permEnd)\b[^<>]*>)*$/;

interface Paragraph {
  readonly element: XmlElement;
  readonly properties: XmlElement | undefined;
  /** The mark to be removed; undefined where the paragraph keeps its own. */
  readonly mark: XmlElement | undefined;
}

/** `dropped`: names of the marks of paragraphs that continue in the next one. */
export async function mergeParagraphs(
  document: EditableDocument,
  part: string,
  dropped: readonly string[],
): Promise<void> {
  const elements = await wordElements(document, part, [...BLOCKS, 'pPr', ...dropped]);
  const merge = new Merge(document.text(part) ?? '', elements, dropped);
  document.change(part, merge.edits());
}

class Merge {
  readonly #properties = new Map<XmlElement, XmlElement>();
  readonly #marks = new Map<XmlElement, XmlElement>();
  /** Blocks by the element that contains them. */
  readonly #blocks = new Map<XmlElement | null, XmlElement[]>();

  constructor(
    private readonly text: string,
    elements: readonly XmlElement[],
    dropped: readonly string[],
  ) {
    for (const element of elements) {
      const { local, parent } = element;
      if (local === 'pPr' && parent?.local === 'p') this.#properties.set(parent, element);
      else if (dropped.includes(local) && parent?.local === 'rPr' && parent.parent?.local === 'pPr')
        this.#marks.set(parent.parent.parent!, element);
      else if (BLOCKS.includes(local)) this.#addBlock(element);
    }
  }

  #addBlock(block: XmlElement): void {
    const siblings = this.#blocks.get(block.parent);
    if (siblings) siblings.push(block);
    else this.#blocks.set(block.parent, [block]);
  }

  edits(): Edit[] {
    return [...this.#blocks.values()].flatMap(blocks => this.#editsOf(blocks));
  }

  /** Each group of paragraphs that become one ends with one that keeps its mark. */
  #editsOf(blocks: readonly XmlElement[]): Edit[] {
    const edits: Edit[] = [];
    let group: Paragraph[] = [];
    for (const [i, block] of blocks.entries()) {
      if (block.local !== 'p') continue;
      const paragraph = { element: block, properties: this.#properties.get(block), mark: this.#marks.get(block) };
      group.push(paragraph);
      const next = blocks[i + 1];
      if (paragraph.mark && next?.local === 'p' && !declaresNames(next)) continue;
      edits.push(...(paragraph.mark && next && this.#isEmpty(group) ? removed(group) : this.#joined(group)));
      group = [];
    }
    return edits;
  }

  /** A table or another block follows. */
  #isEmpty(group: readonly Paragraph[]): boolean {
    return group.every(({ element, properties }) =>
      MARKUP_ONLY.test(this.text.slice(properties?.end ?? element.contentStart, element.contentEnd)),
    );
  }

  #joined(group: readonly Paragraph[]): Edit[] {
    const [first, last] = [group[0]!, group.at(-1)!];
    const own: Edit[] = last.mark ? [removal(last.mark)] : [];
    if (first === last) return own;
    const properties = last.properties ? this.#withoutMark(last) : '';
    const edits = group.flatMap((paragraph): Edit[] => {
      const { element, properties: before } = paragraph;
      const contentStart = before?.end ?? element.contentStart;
      const isEmptyTag = element.contentStart === element.end;
      return [
        paragraph === first
          ? { from: before?.start ?? contentStart, to: contentStart, text: properties }
          : { from: element.start, to: isEmptyTag ? element.end : contentStart, text: '' },
        ...(isEmptyTag ? [] : [{ from: element.contentEnd, to: element.end, text: '' }]),
      ];
    });
    return [...edits, { from: last.element.end, to: last.element.end, text: `</${first.element.name}>` }];
  }

  #withoutMark({ properties, mark }: Paragraph): string {
    const { start, end } = properties!;
    if (!mark) return this.text.slice(start, end);
    return this.text.slice(start, mark.start) + this.text.slice(mark.end, end);
  }
}

function removed(group: readonly Paragraph[]): Edit[] {
  return group.map(({ element }) => removal(element));
}

/** The properties of such a paragraph may need the namespaces that it declares. */
function declaresNames({ attributes }: XmlElement): boolean {
  return attributes.some(({ name }) => name.startsWith('xmlns'));
}
