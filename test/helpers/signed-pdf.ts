/**
 * Small PDFs, built revision by revision, with all types of signatures; every call returns a new document.
 *
 *   const signed = blankPdf().sign({ make: bytes => pki.cms('ann', bytes) });
 *   signed.withStore({ certificates, crls }).timestamp(bytes => pki.timestamp('tsa', bytes)).bytes
 *
 * `revise` adds a revision with any objects; `revisions` has the end offset of each.
 */

interface State {
  readonly bytes: Buffer;
  readonly ends: readonly number[];
  readonly xref: number;
  readonly size: number;
  readonly catalog: Readonly<Record<string, string>>;
  /** References of the fields. */
  readonly fields: readonly string[];
}

export interface SignOptions {
  /** Makes /Contents from the bytes of the two ranges. */
  readonly make: (bytes: Buffer) => Uint8Array;
  readonly field?: string;
  /** Default 'ETSI.CAdES.detached'; null omits it. */
  readonly subFilter?: string | null;
  readonly type?: string | null;
  /** Additional entries of the signature dictionary, e.g. { Reason: '(Approved)' }; null omits a default one. */
  readonly entries?: Readonly<Record<string, string | null>>;
  /** Makes it a certification signature with this DocMDP level. */
  readonly docMDP?: 1 | 2 | 3;
  /** Additional objects of this revision, e.g. a changed page. */
  readonly also?: Readonly<Record<number, string>>;
  /** Bytes reserved for /Contents. */
  readonly room?: number;
  /** Changes the byte range before it is written and signed. */
  readonly range?: (range: number[]) => number[];
}

/** Object numbers of the first revision. */
export const OBJECTS = { catalog: 1, pages: 2, page: 3, content: 4, form: 5 } as const;

export class TestPdf {
  constructor(private readonly state: State) {}

  get bytes(): Buffer {
    return this.state.bytes;
  }

  /** End offset of each revision. */
  get revisions(): readonly number[] {
    return this.state.ends;
  }

  /** The next free object number. */
  get next(): number {
    return this.state.size;
  }

  /** Appends a revision with these objects; a Buffer is written unchanged. */
  revise(objects: Readonly<Record<number, string | Buffer>>): TestPdf {
    return new TestPdf(append(this.state, objects));
  }

  /** Appends a revision with a signature field, its widget and its value. */
  sign(options: SignOptions): TestPdf {
    const { state } = this;
    const [field, value] = [state.size, state.size + 1];
    const name = options.field ?? `Signature${state.fields.length + 1}`;
    const fields = [...state.fields, `${field} 0 R`];
    const catalog = options.docMDP ? { ...state.catalog, Perms: `<</DocMDP ${value} 0 R>>` } : state.catalog;
    const prepared = append(
      { ...state, catalog, fields },
      {
        ...(options.docMDP ? { [OBJECTS.catalog]: dictionary(catalog) } : {}),
        [OBJECTS.form]: form(fields),
        [OBJECTS.page]: page(fields),
        [field]: `<</Type/Annot/Subtype/Widget/FT/Sig/T(${name})/V ${value} 0 R/Rect[0 0 0 0]/F 132/P 3 0 R>>`,
        [value]: signatureDictionary(options),
        ...options.also,
      },
    );
    return new TestPdf(fill(prepared, state.bytes.length, options));
  }

  /** Appends a revision with a document timestamp. */
  timestamp(make: SignOptions['make'], options: Partial<SignOptions> = {}): TestPdf {
    return this.sign({ type: 'DocTimeStamp', subFilter: 'ETSI.RFC3161', entries: { M: null }, make, ...options });
  }

  /** Appends a revision with a document security store of these DER values. */
  withStore(store: {
    certificates?: readonly Uint8Array[];
    crls?: readonly Uint8Array[];
    ocsps?: readonly Uint8Array[];
  }) {
    const objects: Record<number, string | Buffer> = {};
    const list = (values: readonly Uint8Array[] = []) =>
      values.map(value => {
        const number = this.state.size + Object.keys(objects).length;
        objects[number] = stream(value);
        return `${number} 0 R`;
      });
    const entries = { Certs: list(store.certificates), CRLs: list(store.crls), OCSPs: list(store.ocsps) };
    const dss = Object.entries(entries).map(([key, refs]) => [key, `[${refs.join(' ')}]`]);
    const catalog = { ...this.state.catalog, DSS: dictionary(Object.fromEntries(dss)) };
    return new TestPdf(append({ ...this.state, catalog }, { ...objects, [OBJECTS.catalog]: dictionary(catalog) }));
  }
}

/** One page with one line of text and a form without fields. */
export function blankPdf(text = 'Hello'): TestPdf {
  const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
  const catalog = { Type: '/Catalog', Pages: '2 0 R', AcroForm: '5 0 R' };
  const empty: State = { bytes: header, ends: [], xref: -1, size: 6, catalog, fields: [] };
  return new TestPdf(
    append(empty, {
      [OBJECTS.catalog]: dictionary(catalog),
      [OBJECTS.pages]: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      [OBJECTS.page]: page([]),
      [OBJECTS.content]: stream(Buffer.from(`BT /F1 12 Tf 50 700 Td (${text}) Tj ET`)),
      [OBJECTS.form]: form([]),
    }),
  );
}

const page = (fields: readonly string[]): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Annots[${fields.join(' ')}]` +
  '/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>';

const form = (fields: readonly string[]): string => `<</Fields[${fields.join(' ')}]/SigFlags 3>>`;

const dictionary = (entries: Readonly<Record<string, string>>): string =>
  `<<${Object.entries(entries)
    .map(([key, value]) => `/${key} ${value}`)
    .join('')}>>`;

const stream = (data: Uint8Array, entries = ''): Buffer =>
  Buffer.concat([Buffer.from(`<</Length ${data.length}${entries}>>\nstream\n`), data, Buffer.from('\nendstream')]);

function append(state: State, objects: Readonly<Record<number, string | Buffer>>): State {
  const numbers = Object.keys(objects).map(Number);
  const parts: Buffer[] = [state.bytes];
  const offsets = new Map<number, number>();
  let end = state.bytes.length;
  const write = (part: string | Buffer) => {
    parts.push(Buffer.from(part));
    end += parts.at(-1)!.length;
  };
  for (const number of numbers) {
    offsets.set(number, end);
    write(Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(objects[number]!), Buffer.from('\nendobj\n')]));
  }
  const xref = end;
  const size = Math.max(state.size, ...numbers.map(number => number + 1));
  write(crossReference(offsets, state.xref < 0));
  const previous = state.xref < 0 ? '' : `/Prev ${state.xref}`;
  write(`trailer\n<</Size ${size}/Root 1 0 R${previous}>>\nstartxref\n${xref}\n%%EOF\n`);
  return { ...state, bytes: Buffer.concat(parts), ends: [...state.ends, end], xref, size };
}

function crossReference(offsets: ReadonlyMap<number, number>, first: boolean): string {
  const lines = [...offsets].sort(([a], [b]) => a - b);
  const sections = lines.map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
  return `xref\n${first ? '0 1\n0000000000 65535 f \n' : ''}${sections.join('')}`;
}

const ROOM = 12_000;
const RANGE = '/ByteRange[0 0000000000 0000000000 0000000000]';

function signatureDictionary({ subFilter, type, entries, docMDP, room }: SignOptions): string {
  const certification = `[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P ${docMDP}/V/1.2>>>>]`;
  const all: Record<string, string | null> = {
    Type: type === null ? null : `/${type ?? 'Sig'}`,
    Filter: '/Adobe.PPKLite',
    SubFilter: subFilter === null ? null : `/${subFilter ?? 'ETSI.CAdES.detached'}`,
    M: '(D:20260601110000Z)',
    ...(docMDP ? { Reference: certification } : {}),
    ...entries,
  };
  const written = Object.entries(all).flatMap(([key, value]) => (value === null ? [] : [`/${key} ${value}`]));
  return `<<${written.join('')}${RANGE}/Contents <${'0'.repeat(2 * (room ?? ROOM))}>>>`;
}

/** Writes the byte range and /Contents of the signature after `from`. */
function fill(state: State, from: number, options: SignOptions): State {
  const bytes = Buffer.from(state.bytes);
  const start = bytes.indexOf('/Contents <0', from) + '/Contents '.length;
  const end = bytes.indexOf('>', start) + 1;
  const range = (options.range ?? (same => same))([0, start, end, bytes.length - end]);
  const text = `/ByteRange[${range.join(' ')}]`;
  bytes.write(text.padEnd(RANGE.length), bytes.indexOf(RANGE, from), 'latin1');
  const signed = pairs(range).map(([offset, length]) => bytes.subarray(offset, offset + length));
  const contents = options.make(Buffer.concat(signed));
  if (2 * contents.length > end - start - 2) throw new Error(`the signature needs ${contents.length} bytes`);
  bytes.write(Buffer.from(contents).toString('hex'), start + 1, 'latin1');
  return { ...state, bytes };
}

const pairs = (range: readonly number[]): [number, number][] =>
  Array.from({ length: range.length >> 1 }, (_, i) => [range[2 * i]!, range[2 * i + 1]!]);

/**
 * The message in the digits of /Contents, without the padding: a SEQUENCE with a length of two bytes, as all messages here
 * are. Its last byte may be 00 as well. Of other digits, all but zeros at the end.
 */
export function messageIn(hex: string): string {
  const length = /^3082([0-9a-f]{4})/.exec(hex);
  return length ? hex.slice(0, 2 * (4 + Number.parseInt(length[1]!, 16))) : hex.replace(/0+$/, '0');
}
