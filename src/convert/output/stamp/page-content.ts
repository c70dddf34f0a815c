/** Adds content to the pages of a PDF behind their own, together with the resources that it uses. */
import { DocconvError } from '../../../errors.js';
import {
  arrayOf,
  contentOperations,
  dict,
  dictWith,
  inheritedEntry,
  inheritedValue,
  PdfArray,
  PdfDict,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  type Update,
  wholeContent,
} from '../../../pdf/index.js';
import { StampResources } from './resources.js';

export interface StampedPage {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  /** See readContent(); only of pages that are changed. Absent: an engine wrote the content. */
  readonly read?: () => Content;
}

interface Content {
  /** Operators that end what the content leaves open: text, marked content, saved graphics states (ISO 32000-2, 8.4.2). */
  readonly end: string;
  readonly bytes: Uint8Array;
  /** The bytes are not those of the page's own streams. */
  readonly isChanged: boolean;
  /** Without operators. */
  readonly isEmpty: boolean;
}

export class PageEditor {
  /** What the added content uses: complete before the first page is changed, each of which gets all of it. */
  readonly resources: StampResources;
  readonly #revision: PdfRevision;
  /** What precedes the content of pages: saves the graphics state that they start with. */
  readonly #starts = new Map<string, PdfRef>();
  /** By the resources of pages: those with additions. Pages share them. */
  readonly #resources = new Map<PdfObject, PdfObject>();

  constructor(
    readonly update: Update,
    pages: readonly Pick<StampedPage, 'dict'>[],
  ) {
    this.#revision = update.revision;
    this.resources = new StampResources(update, freePrefix(update.revision, pages));
  }

  /** `content`: operators in Latin-1, in the coordinates of the page; `before`: those that apply to the page's own content. */
  append({ ref, dict: page, read }: StampedPage, content: string, before = ''): void {
    const own = read?.();
    const streams = own?.isChanged ? [this.update.addStream(dict({}), own.bytes)] : this.#streamsOf(page, own);
    const added = this.update.addStream(dict({}), Buffer.from(`\n${own?.end ?? ''}Q\n${content}\n`, 'latin1'));
    this.update.replace(
      ref,
      dictWith(page, {
        Contents: arrayOf([this.#start(before), ...streams, added]),
        Resources: this.#withAdditions(inheritedEntry(this.#revision, page, 'Resources') ?? null),
      }),
    );
  }

  /** Not those of an empty page: poppler 25.03 ends the content of a page at a stream without bytes. */
  #streamsOf(page: PdfDict, own: Content | undefined): readonly PdfObject[] {
    if (own?.isEmpty) return [];
    const contents = this.#revision.get(page, 'Contents');
    const entry = page.get('Contents');
    return contents instanceof PdfArray ? contents.items : entry instanceof PdfRef ? [entry] : [];
  }

  #start(before: string): PdfRef {
    const start = this.#starts.get(before) ?? this.update.addStream(dict({}), Buffer.from(`q ${before}\n`));
    this.#starts.set(before, start);
    return start;
  }

  /** Object numbers identify references, which are not read as the same object each time. */
  #withAdditions(resources: PdfObject): PdfObject {
    const key = resources instanceof PdfRef ? resources.num : resources;
    const known = this.#resources.get(key);
    if (known !== undefined) return known;
    const all = this.#revision.resolve(resources);
    const own = all instanceof PdfDict ? all : dict({});
    const categories = [...this.resources.added].map(([category, members]) => {
      const existing = this.#revision.getDict(own, category) ?? dict({});
      return [category, dictWith(existing, Object.fromEntries(members))] as const;
    });
    const extended = this.update.add(dictWith(own, Object.fromEntries(categories)));
    this.#resources.set(key, extended);
    return extended;
  }
}

/** A prefix that no name of the pages' resources has. */
function freePrefix(revision: PdfRevision, pages: readonly Pick<StampedPage, 'dict'>[]): string {
  const seen = new Set<PdfDict>();
  const names = new Set<string>();
  for (const { dict: page } of pages) {
    const resources = inheritedValue(revision, page, 'Resources');
    if (!(resources instanceof PdfDict) || seen.has(resources)) continue;
    seen.add(resources);
    for (const category of resources.entries.values()) {
      const members = revision.resolve(category);
      if (members instanceof PdfDict)
        for (const name of members.entries.keys()) names.add(/^Stamp\d+/.exec(name)?.[0] ?? '');
    }
  }
  let number = 1;
  while (names.has(`Stamp${number}`)) number++;
  return `Stamp${number}`;
}

/** More than LibreOffice writes for any page. */
const MAX_OPERATIONS = 20_000_000;

/** See balancedContent(). Throws CORRUPT_DOCUMENT for content that cannot be read, and LIMIT_EXCEEDED. */
export function readContent(revision: PdfRevision, page: PdfDict, number: number): Content {
  const content = balancedContent(revision, page);
  if (!content?.isSound) throw notStampable(number);
  return content;
}

/**
 * Without the operations that restore more than was saved, which PDFium and MuPDF ignore: behind content that saves
 * the state they would restore it. `isSound`: false for content of which only a part could be read, and whose rest is as
 * it was. Null: it cannot be decoded. Throws LIMIT_EXCEEDED.
 */
export function balancedContent(revision: PdfRevision, page: PdfDict): (Content & { isSound: boolean }) | null {
  const { bytes, isComplete } = wholeContent(revision, page);
  if (!isComplete) return null;
  const open = { states: 0, marks: 0, text: 0 };
  const surplus: [start: number, end: number][] = [];
  let start = 0;
  let isSound = true;
  for (const { operator, end } of contentOperations(bytes, MAX_OPERATIONS)) {
    revision.budget.step();
    if (operator === 'q') open.states++;
    else if (operator === 'Q' && open.states === 0) surplus.push([start, end]);
    else if (operator === 'Q') open.states--;
    else if (operator === 'BDC' || operator === 'BMC') open.marks++;
    else if (operator === 'EMC') open.marks = Math.max(0, open.marks - 1);
    else if (operator === 'BT') open.text = 1;
    else if (operator === 'ET') open.text = 0;
    if (operator === null) isSound = false;
    start = end;
  }
  const ends = 'ET '.repeat(open.text) + 'EMC '.repeat(open.marks) + 'Q '.repeat(open.states);
  const isChanged = surplus.length > 0;
  return {
    end: isSound ? ends : '',
    bytes: isChanged ? blanked(bytes, surplus) : bytes,
    isChanged,
    isEmpty: start === 0,
    isSound,
  };
}

function blanked(bytes: Uint8Array, ranges: readonly [start: number, end: number][]): Uint8Array {
  const copy = new Uint8Array(bytes);
  for (const [start, end] of ranges) copy.fill(SPACE, start, end);
  return copy;
}

const SPACE = 0x20;

function notStampable(page: number): DocconvError {
  return new DocconvError('CORRUPT_DOCUMENT.page-content', { page }, { detail: { page } });
}
