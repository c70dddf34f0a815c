/**
 * Writes PDFs revision by revision with full control over every byte. Objects are given in PDF syntax with their numbers.
 *
 *   const file = new PdfWriter()
 *     .revision({ objects: { 1: '<</Type/Catalog/Pages 2 0 R>>', 2: ..., 4: stream('BT ET') } })
 *     .revision({ objects: { 4: stream('other') }, xref: 'stream', packed: [5] });
 *   file.bytes; file.offsets (object number -> offset of its newest version); file.ends (end of each revision)
 */
import { deflateSync } from 'node:zlib';

export interface StreamBody {
  readonly dict: string;
  readonly data: Uint8Array;
}
/** null frees the object. */
export type Body = string | StreamBody | null;

export interface RevisionSpec {
  readonly objects: Readonly<Record<number, Body>>;
  readonly xref?: 'table' | 'stream' | 'hybrid';
  /** Objects to write into an object stream; requires `xref` 'stream' or 'hybrid'. */
  readonly packed?: readonly number[];
  /** Trailer entries other than /Size, /Root and /Prev, e.g. '/Info 9 0 R'. */
  readonly trailer?: string;
  readonly root?: number;
  /** A wrong value for /Prev; null omits it. */
  readonly prev?: number | null;
  /** Wrong cross-reference entries: object number -> offset, or position in an object stream. */
  readonly misplaced?: Readonly<Record<number, number | Packed>>;
  /** Omit cross-reference, startxref and %%EOF. */
  readonly unfinished?: boolean;
  readonly eof?: string;
}

export function stream(data: string | Uint8Array, dict = ''): StreamBody {
  return { dict, data: typeof data === 'string' ? Buffer.from(data, 'latin1') : data };
}

export function deflated(data: string | Uint8Array, dict = ''): StreamBody {
  return { dict: `/Filter/FlateDecode${dict}`, data: deflateSync(data) };
}

interface Packed {
  readonly container: number;
  readonly index: number;
}
type Place = { offset: number } | Packed | null;

export class PdfWriter {
  readonly #parts: Buffer[] = [];
  #length = 0;
  #previous: number | null = null;
  #size = 1;
  /** Offset of the newest version of each object that is not in an object stream. */
  readonly offsets = new Map<number, number>();
  /** Just after the line end that follows each %%EOF. */
  readonly ends: number[] = [];
  readonly xrefs: number[] = [];

  constructor(header = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n') {
    this.raw(header);
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  get length(): number {
    return this.#length;
  }

  /** The next free object number. */
  get size(): number {
    return this.#size;
  }

  /** A copy to which other revisions can be appended. */
  fork(): PdfWriter {
    const copy = new PdfWriter('');
    copy.#parts.push(this.bytes);
    copy.#length = this.#length;
    copy.#previous = this.#previous;
    copy.#size = this.#size;
    for (const [num, offset] of this.offsets) copy.offsets.set(num, offset);
    copy.ends.push(...this.ends);
    copy.xrefs.push(...this.xrefs);
    return copy;
  }

  /** Overwrites existing bytes, like a signature in its placeholder. */
  patch(offset: number, text: string): this {
    const whole = this.bytes;
    whole.write(text, offset, 'latin1');
    this.#parts.splice(0, this.#parts.length, whole);
    return this;
  }

  raw(text: string | Uint8Array): this {
    const part = typeof text === 'string' ? Buffer.from(text, 'latin1') : Buffer.from(text);
    this.#parts.push(part);
    this.#length += part.length;
    return this;
  }

  revision(spec: RevisionSpec): this {
    const first = this.#size;
    const places = new Map<number, Place>();
    // a hybrid-reference update hides new objects only: others would be missing for programs that read its table
    const isNew = (num: number): boolean => num >= first;
    const packed = new Set((spec.packed ?? []).filter(num => spec.xref !== 'hybrid' || isNew(num)));
    for (const [key, body] of Object.entries(spec.objects)) {
      const num = Number(key);
      this.#size = Math.max(this.#size, num + 1);
      if (body === null) places.set(num, null);
      else if (!packed.has(num)) places.set(num, { offset: this.#object(num, body) });
    }
    if (packed.size > 0) this.#pack([...packed], spec.objects, places);
    for (const [num, place] of Object.entries(spec.misplaced ?? {})) {
      places.set(Number(num), typeof place === 'number' ? { offset: place } : place);
    }
    if (!spec.unfinished) this.#finish(spec, places);
    return this;
  }

  #object(num: number, body: string | StreamBody): number {
    const offset = this.#length;
    this.offsets.set(num, offset);
    this.raw(`${num} 0 obj\n`);
    if (typeof body === 'string') this.raw(body);
    else {
      const length = body.dict.includes('/Length') ? '' : `/Length ${body.data.length}`;
      this.raw(`<<${length}${body.dict}>>\nstream\n`).raw(body.data).raw('\nendstream');
    }
    this.raw('\nendobj\n');
    return offset;
  }

  #pack(numbers: readonly number[], objects: RevisionSpec['objects'], places: Map<number, Place>): void {
    const container = this.#size++;
    const bodies = numbers.map(num => `${objects[num] as string} `);
    let at = 0;
    const header = numbers.map((num, i) => {
      const pair = `${num} ${at} `;
      at += bodies[i]!.length;
      return pair;
    });
    const first = header.join('').length;
    const dict = `/Type/ObjStm/N ${numbers.length}/First ${first}`;
    const body = deflated(Buffer.from(header.join('') + bodies.join(''), 'latin1'), dict);
    places.set(container, { offset: this.#object(container, body) });
    for (const [index, num] of numbers.entries()) places.set(num, { container, index });
  }

  #finish(spec: RevisionSpec, places: Map<number, Place>): void {
    const previous = spec.prev === undefined ? this.#previous : spec.prev;
    if (this.#previous === null) places.set(0, null);
    const entries = `/Root ${spec.root ?? 1} 0 R${previous === null ? '' : `/Prev ${previous}`}${spec.trailer ?? ''}`;
    const hidden = spec.xref === 'hybrid' ? this.#hiddenSection(places, entries) : '';
    const offset =
      spec.xref === 'stream' ? this.#xrefStream(places, entries) : this.#xrefTable(places, entries + hidden);
    this.raw(`startxref\n${offset}\n${spec.eof ?? '%%EOF\n'}`);
    this.#previous = offset;
    this.xrefs.push(offset);
    this.ends.push(this.#length);
  }

  #xrefTable(places: Map<number, Place>, entries: string): number {
    const offset = this.#length;
    this.raw('xref\n');
    for (const run of runs(places)) {
      this.raw(`${run[0]} ${run.length}\n`);
      for (const num of run) this.raw(tableEntry(num, places.get(num)!));
    }
    this.raw(`trailer\n<</Size ${this.#size}${entries}>>\n`);
    return offset;
  }

  #xrefStream(places: Map<number, Place>, entries: string): number {
    const num = this.#size++;
    const offset = this.#length;
    places.set(num, { offset });
    const index = runs(places).map(run => `${run[0]} ${run.length}`);
    const rows = runs(places).flatMap(run => run.map(member => streamEntry(places.get(member)!)));
    const dict = `/Type/XRef/Size ${this.#size}/W[1 4 2]/Index[${index.join(' ')}]${entries}`;
    this.#object(num, deflated(Buffer.concat(rows), dict));
    return offset;
  }

  /** In a hybrid-reference file, objects in object streams are free in the table and listed in the stream of /XRefStm. */
  #hiddenSection(places: Map<number, Place>, entries: string): string {
    const packed = new Map([...places].filter(([, place]) => place && 'container' in place));
    const offset = this.#xrefStream(packed, entries);
    for (const num of packed.keys()) places.set(num, null);
    return `/XRefStm ${offset}`;
  }
}

function runs(places: Map<number, Place>): number[][] {
  const found: number[][] = [];
  for (const num of [...places.keys()].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last?.at(-1) === num - 1) last.push(num);
    else found.push([num]);
  }
  return found;
}

function tableEntry(num: number, place: Place): string {
  if (place && 'offset' in place) return `${String(place.offset).padStart(10, '0')} 00000 n \n`;
  return `0000000000 ${num === 0 ? '65535' : '00001'} f \n`;
}

function streamEntry(place: Place): Buffer {
  const row = Buffer.alloc(7);
  if (place && 'offset' in place) {
    row[0] = 1;
    row.writeUInt32BE(place.offset, 1);
  } else if (place) {
    row[0] = 2;
    row.writeUInt32BE(place.container, 1);
    row.writeUInt16BE(place.index, 5);
  }
  return row;
}
