/**
 * An incremental update (ISO 32000-2, 7.5.6): new and changed objects are appended, so that earlier signatures stay
 * intact. Its cross-reference is a table or a stream, as in the file.
 */
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { PdfRevision } from '../document/revision.js';
import { PdfArray, type PdfDict, PdfName, type PdfObject, PdfRef, PdfString, partsOf } from '../syntax/objects.js';
import { dict, dictWith, serialize } from './serialize.js';

interface Written {
  ref: PdfRef;
  offset: number;
}

export class Update {
  readonly #bodies = new Map<number, { ref: PdfRef; body: string }>();
  /** The trailer of a program that renumbers (PDFBox) can name an object that does not exist, which a new one must not become. */
  readonly #named: ReadonlySet<number>;
  #next: number;

  constructor(readonly revision: PdfRevision) {
    const size = revision.getNumber(revision.trailer, 'Size') ?? 0;
    this.#next = [...revision.objectNumbers()].reduce((max, num) => Math.max(max, num + 1), size);
    const named = [...revision.trailer.entries.values()].flatMap(value => [value, ...partsOf(value)]);
    this.#named = new Set(named.flatMap(value => (value instanceof PdfRef ? [value.num] : [])));
  }

  /** Assigns a number to a new object; `replace` sets its value. */
  reserve(): PdfRef {
    while (this.#named.has(this.#next)) this.#next++;
    return new PdfRef(this.#next++, 0);
  }

  add(value: PdfObject): PdfRef {
    const ref = this.reserve();
    this.replace(ref, value);
    return ref;
  }

  replace(ref: PdfRef, value: PdfObject): void {
    this.replaceRaw(
      ref,
      serialize(value, bytes => this.revision.document.encryptString(bytes, ref)),
    );
  }

  /** Replaces entries of the document catalog; null removes one. */
  replaceInCatalog(entries: Readonly<Record<string, PdfObject>>): void {
    const { root, trailer } = this.revision;
    this.replace(trailer.get('Root') as PdfRef, dictWith(root as PdfDict, entries));
  }

  addStream(entries: PdfDict, data: Uint8Array): PdfRef {
    const ref = this.reserve();
    this.replaceStream(ref, entries, data);
    return ref;
  }

  addCompressed(entries: PdfDict, data: Uint8Array): PdfRef {
    const ref = this.reserve();
    this.replaceCompressed(ref, entries, data);
    return ref;
  }

  replaceCompressed(ref: PdfRef, entries: PdfDict, data: Uint8Array): void {
    this.replaceStream(ref, dictWith(entries, { Filter: new PdfName('FlateDecode') }), deflateSync(data));
  }

  /** `data` is encoded as `entries` say; /Length is added. In an encrypted document it is encrypted: not metadata (7.6.2). */
  replaceStream(ref: PdfRef, entries: PdfDict, data: Uint8Array): void {
    const { document } = this.revision;
    const encrypted = Buffer.from(document.encryptStream(data, ref));
    const head = serialize(dictWith(entries, { Length: encrypted.length }), bytes =>
      document.encryptString(bytes, ref),
    );
    this.replaceRaw(ref, `${head}\nstream\n${encrypted.toString('latin1')}\nendstream`);
  }

  /** Latin1 text, already encrypted where necessary. */
  replaceRaw(ref: PdfRef, body: string): void {
    this.#bodies.set(ref.num, { ref, body });
  }

  /** Returns the file with the update appended; the same bytes where it has none. `trailer` replaces entries of the trailer. */
  appendTo(file: Uint8Array, trailer: Readonly<Record<string, PdfObject>> = {}): Buffer {
    if (this.#bodies.size === 0 && Object.keys(trailer).length === 0) return Buffer.from(file);
    const endsLine = file.at(-1) === 0x0a || file.at(-1) === 0x0d;
    const start = file.length + (endsLine ? 0 : 1) - this.revision.base; // as other offsets in the file count
    let text = '';
    const written: Written[] = [];
    for (const { ref, body } of [...this.#bodies.values()].sort((a, b) => a.ref.num - b.ref.num)) {
      written.push({ ref, offset: start + text.length });
      text += `${ref.num} ${ref.gen} obj\n${body}\nendobj\n`;
    }
    const tail = Buffer.from(text, 'latin1');
    const section = this.#usesStream(file)
      ? this.#xrefStream(written, start + tail.length, trailer)
      : this.#xrefTable(written, trailer);
    const end = `startxref\n${start + tail.length}\n%%EOF\n`;
    return Buffer.concat([file, Buffer.from(endsLine ? '' : '\n'), tail, section, Buffer.from(end)]);
  }

  /** 7.5.8.1: a table begins with 'xref', a stream with an object number. */
  #usesStream(file: Uint8Array): boolean {
    const { xrefOffset } = this.revision;
    return !Buffer.from(file.subarray(xrefOffset, xrefOffset + 32))
      .toString('latin1')
      .trimStart()
      .startsWith('xref');
  }

  #xrefTable(written: readonly Written[], changed: Readonly<Record<string, PdfObject>>): Buffer {
    const sections = subsections(written).map(run => {
      const lines = run.map(({ ref, offset }) => `${pad(offset, 10)} ${pad(ref.gen, 5)} n \n`);
      return `${run[0]!.ref.num} ${run.length}\n${lines.join('')}`;
    });
    const trailer = serialize(dict({ ...this.#trailer(), ...changed }), bytes => bytes);
    return Buffer.from(`xref\n${sections.join('')}trailer\n${trailer}\n`, 'latin1');
  }

  /** 7.5.8.2: type 1 entries with 6 bytes of offset and 2 of generation; never encrypted. */
  #xrefStream(written: readonly Written[], offset: number, changed: Readonly<Record<string, PdfObject>>): Buffer {
    const ref = this.reserve();
    const runs = subsections([...written, { ref, offset }]);
    const rows = runs.flat().map(entry => {
      const row = Buffer.alloc(9, 1);
      row.writeUIntBE(entry.offset, 1, 6);
      row.writeUInt16BE(entry.ref.gen, 7);
      return row;
    });
    const index = runs.flatMap(run => [run[0]!.ref.num, run.length]);
    const entries = dict({
      Type: new PdfName('XRef'),
      W: new PdfArray([1, 6, 2], null),
      Index: new PdfArray(index, null),
      Length: rows.length * 9,
      ...this.#trailer(),
      ...changed,
    });
    const head = `${ref.num} ${ref.gen} obj\n${serialize(entries, bytes => bytes)}\nstream\n`;
    return Buffer.concat([Buffer.from(head, 'latin1'), ...rows, Buffer.from('\nendstream\nendobj\n')]);
  }

  #trailer(): Record<string, PdfObject> {
    const { trailer, xrefOffset, base } = this.revision;
    const kept = [...trailer.entries].filter(([name]) => !OF_SECTION.has(name));
    return { Size: this.#next, ...Object.fromEntries(kept), ID: this.#identifiers(), Prev: xrefOffset - base };
  }

  /** 14.4: the first stays, the second changes with every update. */
  #identifiers(): PdfArray {
    const fresh = new PdfString(randomBytes(16), true, null);
    const first = this.revision.resolve(this.revision.getArray(this.revision.trailer, 'ID')?.items[0]);
    return new PdfArray([first instanceof PdfString ? first : fresh, fresh], null);
  }
}

/**
 * Entries that describe the section, or its stream, in which they are (7.5.5, 7.5.8.2), and the digest with which
 * LibreOffice detects changes of the bytes before a trailer. The trailer of an update has all others of the previous one
 * (7.5.6), also those of writers, such as the original document of LibreOffice's hybrid PDFs.
 */
const OF_SECTION: ReadonlySet<string> = new Set([
  ...['Size', 'Prev', 'XRefStm', 'ID', 'DocChecksum'],
  ...['Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms', 'F', 'FFilter', 'FDecodeParms', 'DL'],
]);

/** Runs of consecutive object numbers. */
function subsections(written: readonly Written[]): Written[][] {
  const runs: Written[][] = [];
  for (const entry of written) {
    const run = runs.at(-1);
    if (run && run.at(-1)!.ref.num + 1 === entry.ref.num) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

const pad = (number: number, width: number): string => String(number).padStart(width, '0');
