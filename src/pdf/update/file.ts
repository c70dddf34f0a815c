/** Writes a new PDF that is not encrypted: collects its objects and their offsets. */
import { type PdfDict, type PdfObject, PdfRef } from '../syntax/objects.js';
import { dict, dictWith, serialize } from './serialize.js';

export class PdfFile {
  readonly #parts: Uint8Array[] = [];
  readonly #entries = new Map<number, string>();
  #next = 1;
  /** In bytes, so far. */
  size = 0;

  /** `requireSize` gets the size after each object, and throws when it is too large. */
  constructor(
    version = '1.7',
    private readonly requireSize: (bytes: number) => void = () => {},
  ) {
    this.#append(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`);
  }

  /** Assigns a number to a new object. */
  reserve(): PdfRef {
    return new PdfRef(this.#next++, 0);
  }

  add(ref: PdfRef, value: PdfObject): PdfRef {
    this.#begin(ref);
    this.#append(`${serialize(value, bytes => bytes)}\nendobj\n`);
    this.requireSize(this.size);
    return ref;
  }

  /** `data`: encoded as the filters of the dictionary say. */
  addStream(ref: PdfRef, entries: PdfDict, data: Uint8Array): PdfRef {
    this.#begin(ref);
    this.#append(`${serialize(dictWith(entries, { Length: data.length }), bytes => bytes)}\nstream\n`);
    this.#append(data);
    this.#append('\nendstream\nendobj\n');
    this.requireSize(this.size);
    return ref;
  }

  /** `trailer`: all entries but /Size. */
  finish(trailer: Readonly<Record<string, PdfObject>>): Buffer {
    const start = this.size;
    const rows = [...this.#entries].map(([num, entry]) => `${num} 1\n${entry}`).join('');
    const size = [...this.#entries.keys()].reduce((max, num) => Math.max(max, num), 0) + 1;
    const entries = serialize(dict({ Size: size, ...trailer }), bytes => bytes);
    this.#append(`xref\n0 1\n0000000000 65535 f \n${rows}trailer\n${entries}\n`);
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
