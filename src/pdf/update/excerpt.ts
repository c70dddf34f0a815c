/**
 * A new PDF with some objects of a revision and everything that they refer to, as this reader reads them. Other programs can
 * read the file itself differently (hybrid-reference files, mixed kinds of cross-references, freed objects).
 */
import type { PdfRevision } from '../document/revision.js';
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '../syntax/objects.js';
import { PdfFile } from './file.js';
import { dict, dictWith } from './serialize.js';

interface OwnStream {
  readonly dict: PdfDict;
  readonly content: string;
}

/** Bytes of the streams of one file. */
const MAX_SIZE = 128 << 20;
/** Entries of streams that programs add and viewers do not show. */
const LEFT_OUT = new Set(['Metadata', 'PieceInfo', 'LastModified']);

export class Excerpt {
  readonly #own = new Map<number, PdfObject | OwnStream>();
  #next: number;

  constructor(readonly revision: PdfRevision) {
    this.#next = [...revision.objectNumbers()].reduce((max, num) => Math.max(max, num + 1), 1);
  }

  /** Assigns a number to a new object; `set` sets its value. */
  reserve(): PdfRef {
    return new PdfRef(this.#next++, 0);
  }

  /** A new object, which may refer to objects of the revision. */
  add(value: PdfObject): PdfRef {
    const ref = this.reserve();
    this.set(ref, value);
    return ref;
  }

  /** `content`: latin1 text. */
  addStream(entries: Readonly<Record<string, PdfObject>>, content: string): PdfRef {
    const ref = this.reserve();
    this.#own.set(ref.num, { dict: dict(entries), content });
    return ref;
  }

  set(ref: PdfRef, value: PdfObject): void {
    this.#own.set(ref.num, value);
  }

  /** The complete file, not encrypted; null when it is too large. */
  build(root: PdfRef): Buffer | null {
    const file = new PdfFile();
    const reached = new Set([root.num]);
    const open = [root];
    for (let ref = open.pop(); ref; ref = open.pop()) {
      const follow = (found: PdfRef): void => {
        if (!reached.has(found.num)) open.push(found);
        reached.add(found.num);
      };
      this.#write(file, ref, follow);
      if (file.size > MAX_SIZE) return null;
    }
    return file.finish({ Root: root });
  }

  #write(file: PdfFile, ref: PdfRef, follow: (found: PdfRef) => void): void {
    const own = this.#own.get(ref.num);
    if (own !== undefined && isOwnStream(own)) {
      file.addStream(ref, own.dict, Buffer.from(own.content, 'latin1'));
      return;
    }
    const value = own === undefined ? (this.revision.object(ref.num, ref.gen)?.value ?? null) : own;
    if (value instanceof PdfStream) {
      const entries = withoutEntries(plainEntries(this.revision, value), LEFT_OUT);
      references(entries, follow);
      file.addStream(ref, entries, this.revision.rawStream(value));
    } else if (value !== null) {
      references(value, follow);
      file.add(ref, value);
    }
  }
}

const isOwnStream = (value: PdfObject | OwnStream): value is OwnStream =>
  typeof value === 'object' && value !== null && 'content' in value;

function references(value: PdfObject, follow: (found: PdfRef) => void): void {
  if (value instanceof PdfRef) follow(value);
  else if (value instanceof PdfArray) for (const item of value.items) references(item, follow);
  else if (value instanceof PdfDict) for (const item of value.entries.values()) references(item, follow);
}

const withoutEntries = ({ entries }: PdfDict, keys: ReadonlySet<string>): PdfDict =>
  new PdfDict(new Map([...entries].filter(([key]) => !keys.has(key))), null);

/** The dictionary of a stream for a file that is not encrypted: without /Length, and without the filter Crypt. */
export function plainEntries(revision: PdfRevision, stream: PdfStream): PdfDict {
  const entries = withoutEntries(stream.dict, new Set(['Length']));
  const filters = revision.get(stream, 'Filter');
  const list = filters instanceof PdfArray ? filters.items.map(item => revision.resolve(item)) : [filters];
  const isCrypt = (filter: PdfObject): boolean => filter instanceof PdfName && filter.name === 'Crypt';
  if (!list.some(isCrypt)) return entries;
  const parameters = revision.getArray(stream, 'DecodeParms')?.items ?? [];
  const keep = <T>(items: readonly T[]): T[] => items.filter((_, i) => !isCrypt(list[i] ?? null));
  return dictWith(entries, {
    Filter: new PdfArray(keep(list), null),
    DecodeParms: new PdfArray(keep(list.map((_, i) => parameters[i] ?? null)), null),
  });
}
