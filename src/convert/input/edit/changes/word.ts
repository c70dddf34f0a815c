/**
 * Tracked changes of WordprocessingML (ECMA-376-1, 17.13.5), part by part: insertions and deletions of runs, rows, cells,
 * formulas and paragraph marks, moves, and former properties.
 */

import { attributeOf, type XmlElement } from '../../../../system/xml.js';
import { escapeXml } from '../../../../text.js';
import { type Edit, enclosing, removal } from '../../../xml.js';
import type { DocumentEdit, EditableDocument } from '../document.js';
import { wordElements } from '../word.js';
import { mergeParagraphs } from './word-paragraphs.js';
import { PROPERTIES, PROPERTY_CHANGES, restoreProperties } from './word-properties.js';

/** The version of the text that remains. */
type Version = 'final' | 'original';

const MARKS = ['ins', 'del', 'moveFrom', 'moveTo'] as const;
const CELL_MARKS = ['cellIns', 'cellDel', 'cellMerge'] as const;
const DROPPED: Readonly<Record<Version, readonly string[]>> = {
  final: ['del', 'moveFrom', 'cellDel'],
  original: ['ins', 'moveTo', 'cellIns'],
};
/** Deleted text and field codes have names of their own (17.3.3.7, 17.16.13). */
const DELETED_TEXT: Readonly<Record<string, string>> = { delText: 't', delInstrText: 'instrText' };
const RANGE_MARKS = 'moveFrom moveTo customXmlIns customXmlDel customXmlMoveFrom customXmlMoveTo'
  .split(' ')
  .flatMap(name => [`${name}RangeStart`, `${name}RangeEnd`]);

const ELEMENTS = [
  ...[...MARKS, ...CELL_MARKS, ...RANGE_MARKS, ...PROPERTY_CHANGES.keys(), ...PROPERTIES],
  ...[...Object.keys(DELETED_TEXT), 'numberingChange', 'tbl', 'tr', 'tc'],
];

/** For document, headers, footers, notes, comments, styles and numbering. `contentType`: in lower case. */
function decodesAsWord(contentType: string): boolean {
  return /^application\/vnd\.(openxmlformats-officedocument\.wordprocessingml|ms-word)\.[\w.-]+\+xml$/.test(
    contentType,
  );
}

/** Accepts (final) or rejects (original) all changes, so that the engine reads one version. */
export const resolveWordChanges: DocumentEdit = async (document, { options }) => {
  const version = options.changes === 'original' ? 'original' : 'final';
  for (const part of document.parts)
    if (decodesAsWord(await document.contentType(part))) await resolvePart(document, part, version);
};

async function resolvePart(document: EditableDocument, part: string, version: Version): Promise<void> {
  const elements = await wordElements(document, part, ELEMENTS);
  const text = document.text(part) ?? '';
  const resolved = new Resolution(version, text, elements).edits();
  document.change(part, resolved);
  const marks = elements.filter(element => isParagraphMark(element) && DROPPED[version].includes(element.local));
  if (marks.length > 0) await mergeParagraphs(document, part, DROPPED[version]);
}

/** The edits of one part, except for paragraph marks: paragraphs are merged when all else is resolved. */
class Resolution {
  readonly #removedCells = new Set<XmlElement>();
  readonly #removedRows = new Set<XmlElement>();

  constructor(
    private readonly version: Version,
    private readonly text: string,
    private readonly elements: readonly XmlElement[],
  ) {}

  edits(): Edit[] {
    // first: of edits with the same offset, the first one counts
    const restored = this.version === 'original' ? restoreProperties(this.text, this.elements) : [];
    const edits = this.elements.flatMap(element => this.#editsOf(element));
    return [...restored, ...edits, ...this.#removedTables()];
  }

  #editsOf(element: XmlElement): Edit[] {
    const { local } = element;
    if (isMark(element)) return this.#mark(element);
    if (local in DELETED_TEXT) return this.version === 'original' ? rename(element, DELETED_TEXT[local]!) : [];
    if (local === 'cellIns' || local === 'cellDel') return this.#cell(element);
    if (local === 'cellMerge') return [this.#cellMerge(element)];
    const isNoted = PROPERTY_CHANGES.has(local) || RANGE_MARKS.includes(local) || local === 'numberingChange';
    return isNoted ? [removal(element)] : [];
  }

  #mark(element: XmlElement): Edit[] {
    const isDropped = DROPPED[this.version].includes(element.local);
    const parent = element.parent?.local;
    if (parent === 'trPr') return this.#row(element, isDropped);
    if (parent === 'numPr') return [removal(isDropped ? element.parent! : element)];
    if (parent === 'rPr') return isDropped && isParagraphMark(element) ? [] : [removal(element)];
    // m:ctrlPr: the change is of the formula's element around its properties (22.1.2.23)
    if (parent === 'ctrlPr' && isDropped) return [removal(element.parent?.parent?.parent ?? element)];
    return isDropped ? [removal(element)] : unwrap(element);
  }

  #row(mark: XmlElement, isDropped: boolean): Edit[] {
    const row = mark.parent!.parent;
    if (isDropped && row?.local === 'tr') this.#removedRows.add(row);
    return [removal(mark)];
  }

  #cell(mark: XmlElement): Edit[] {
    const cell = mark.parent?.parent;
    if (DROPPED[this.version].includes(mark.local) && cell?.local === 'tc') this.#removedCells.add(cell);
    return [removal(mark)];
  }

  /** A cell that was merged or divided names its state before and after (17.13.5.4). */
  #cellMerge(mark: XmlElement): Edit {
    const state = attributeOf(mark, this.version === 'final' ? 'vMerge' : 'vMergeOrig', mark.uri);
    const prefix = mark.name.slice(0, -'cellMerge'.length);
    const value = escapeXml(state === 'rest' ? 'restart' : 'continue');
    return { ...removal(mark), text: state ? `<${prefix}vMerge ${prefix}val="${value}"/>` : '' };
  }

  /** A row without cells and a table without rows are not permitted (17.4.78, 17.4.37). */
  #removedTables(): Edit[] {
    const rows = this.#emptied('tr', 'tc', this.#removedCells);
    for (const row of rows) this.#removedRows.add(row);
    const tables = this.#emptied('tbl', 'tr', this.#removedRows);
    return [...tables, ...this.#removedRows, ...this.#removedCells].map(removal);
  }

  /** The elements whose children of that name are all removed. */
  #emptied(name: string, child: string, removed: ReadonlySet<XmlElement>): XmlElement[] {
    if (removed.size === 0) return [];
    const kept = new Set<XmlElement | null>();
    const touched = new Set<XmlElement>();
    for (const element of this.elements.filter(({ local }) => local === child)) {
      const holder = enclosing(element, name);
      if (!removed.has(element)) kept.add(holder);
      else if (holder) touched.add(holder);
    }
    return [...touched].filter(holder => !kept.has(holder));
  }
}

const isMark = ({ local }: XmlElement): boolean => (MARKS as readonly string[]).includes(local);

/** w:p/w:pPr/w:rPr/w:ins (17.13.5.20) and its like. */
function isParagraphMark(element: XmlElement): boolean {
  return isMark(element) && element.parent?.local === 'rPr' && element.parent.parent?.local === 'pPr';
}

/** Without its tags; what it contains stays. */
function unwrap({ start, contentStart, contentEnd, end }: XmlElement): Edit[] {
  return [
    { from: start, to: contentStart, text: '' },
    { from: contentEnd, to: end, text: '' },
  ];
}

function rename({ name, start, contentEnd, contentStart, end }: XmlElement, local: string): Edit[] {
  const renamed = name.slice(0, name.indexOf(':') + 1) + local;
  const tags = [{ from: start + 1, to: start + 1 + name.length, text: renamed }];
  return contentStart === end ? tags : [...tags, { from: contentEnd, to: end, text: `</${renamed}>` }];
}
