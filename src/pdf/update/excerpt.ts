/**
 * A new PDF with some objects of a revision and everything that they refer to, as this reader reads them. Other programs can
 * read the file itself differently (hybrid-reference files, mixed kinds of cross-references, freed objects).
 */
import type { PdfRevision } from '../document/revision.js';
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '../syntax/objects.js';
import { dict, dictWith, serialize } from './serialize.js';

interface OwnStream {
  readonly dict: PdfDict;
  readonly content: string;
}

/** Bytes of the streams of one file. */
const MAX_SIZE = 128 << 20;
/** Entries of streams that programs add and viewers do not show. */
const LEFT_OUT = new Set(['Metadata', 'PieceInfo', 'LastModified', 'Length']);

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
    const file = new File();
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
    return file.finish(root);
  }

  #write(file: File, ref: PdfRef, follow: (found: PdfRef) => void): void {
    const own = this.#own.get(ref.num);
    if (own !== undefined && isOwnStream(own)) {
      file.addStream(ref, own.dict, Buffer.from(own.content, 'latin1'));
      return;
    }
    const value = own === undefined ? (this.revision.object(ref.num, ref.gen)?.value ?? null) : own;
    if (value instanceof PdfStream) {
      const entries = this.#plain(value);
      references(entries, follow);
      file.addStream(ref, entries, this.revision.rawStream(value));
    } else if (value !== null) {
      references(value, follow);
      file.add(ref, value);
    }
  }

  /** The dictionary of a stream without its encryption. */
  #plain(stream: PdfStream): PdfDict {
    const entries = new PdfDict(new Map([...stream.dict.entries].filter(([key]) => !LEFT_OUT.has(key))), null);
    const filters = this.revision.get(stream, 'Filter');
    const list = filters instanceof PdfArray ? filters.items.map(item => this.revision.resolve(item)) : [filters];
    const isCrypt = (filter: PdfObject): boolean => filter instanceof PdfName && filter.name === 'Crypt';
    if (!list.some(isCrypt)) return entries;
    const parameters = this.revision.getArray(stream, 'DecodeParms')?.items ?? [];
    const keep = <T>(items: readonly T[]): T[] => items.filter((_, i) => !isCrypt(list[i] ?? null));
    return dictWith(entries, {
      Filter: new PdfArray(keep(list), null),
      DecodeParms: new PdfArray(keep(list.map((_, i) => parameters[i] ?? null)), null),
    });
  }
}

const isOwnStream = (value: PdfObject | OwnStream): value is OwnStream =>
  typeof value === 'object' && value !== null && 'content' in value;

function references(value: PdfObject, follow: (found: PdfRef) => void): void {
  if (value instanceof PdfRef) follow(value);
  else if (value instanceof PdfArray) for (const item of value.items) references(item, follow);
  else if (value instanceof PdfDict) for (const item of value.entries.values()) references(item, follow);
}

const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

/** Collects the objects of a file and their offsets. */
class File {
  readonly #parts: Uint8Array[] = [HEADER];
  readonly #entries = new Map<number, string>();
  size = HEADER.length;

  add(ref: PdfRef, value: PdfObject): void {
    this.#begin(ref);
    this.#append(`${serialize(value, bytes => bytes)}\nendobj\n`);
  }

  addStream(ref: PdfRef, entries: PdfDict, data: Uint8Array): void {
    this.#begin(ref);
    this.#append(`${serialize(dictWith(entries, { Length: data.length }), bytes => bytes)}\nstream\n`);
    this.#append(data);
    this.#append('\nendstream\nendobj\n');
  }

  finish(root: PdfRef): Buffer {
    const start = this.size;
    const rows = [...this.#entries].map(([num, entry]) => `${num} 1\n${entry}`).join('');
    const size = [...this.#entries.keys()].reduce((max, num) => Math.max(max, num), 0) + 1;
    this.#append(`xref\n0 1\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root ${root}>>\n`);
    this.#append(`startxref\n${start}\n%%EOF\n`);
    return Buffer.concat(this.#parts);
  }

  #begin({ num, gen }: PdfRef): void {
    this.#entries.set(num, `${String(this.size).padStart(10, '0')} ${String(gen).padStart(5, '0')} n \n`);
    this.#append(`${num} ${gen} obj\n`);
  }

  #append(data: string | Uint8Array): void {
    const part = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
    this.#parts.push(part);
    this.size += part.length;
  }
}
