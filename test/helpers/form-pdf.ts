/**
 * A form of two pages, to be edited object by object and saved revision by revision.
 *
 *   const signed = formPdf().save(sign({ docMDP: 2 }));
 *   const filled = signed.save(draft => draft.edit(OBJECTS.name, body => body.replace('(Ann)', '(Bob)')));
 *
 * Each call returns a new document. An edit modifies a draft; `save` appends the draft as a revision.
 */
import { type Body, PdfWriter, type RevisionSpec, stream } from './pdf-writer.js';

export const OBJECTS = {
  catalog: 1,
  pages: 2,
  page: 3,
  secondPage: 4,
  content: 5,
  form: 6,
  font: 7,
  secondContent: 8,
  info: 9,
  name: 10,
  amount: 11,
  agree: 12,
  approval: 13,
  nameAppearance: 14,
  amountAppearance: 15,
  agreeYes: 16,
  agreeOff: 17,
  metadata: 18,
  structure: 19,
  link: 20,
  document: 21,
} as const;

const BASE: Readonly<Record<number, Body>> = {
  1: '<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/Metadata 18 0 R/StructTreeRoot 19 0 R/MarkInfo<</Marked true>>>>',
  2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 595 842]>>',
  3: '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]>>',
  4: '<</Type/Page/Parent 2 0 R/Contents 8 0 R/Resources<</Font<</F1 7 0 R>>>>>>',
  5: stream('BT /F1 12 Tf 50 700 Td (I owe you the amount below.) Tj ET'),
  6: '<</Fields[10 0 R 11 0 R 12 0 R 13 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>',
  7: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  8: stream('BT /F1 12 Tf 50 700 Td (Second page.) Tj ET'),
  9: '<</Title(A form)/ModDate(D:20260601100000Z)>>',
  10: textField('Name', '(Ann)', 500, 14),
  11: textField('Amount', '(100)', 460, 15),
  12: '<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/V/Off/AS/Off/Rect[50 420 70 440]/P 3 0 R/F 4/AP<</N<</Yes 16 0 R/Off 17 0 R>>>>>>',
  13: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect[50 100 250 150]/P 3 0 R/F 4>>',
  14: textAppearance('Ann'),
  15: textAppearance('100'),
  16: appearanceStream('0 0 m 20 20 l S'),
  17: appearanceStream('n'),
  18: stream('<x:xmpmeta xmlns:x="adobe:ns:meta/">first</x:xmpmeta>', '/Type/Metadata/Subtype/XML'),
  19: '<</Type/StructTreeRoot/K[21 0 R]/ParentTree<</Nums[]>>/ParentTreeNextKey 0>>',
  20: '<</Subtype/Link/Rect[400 20 500 40]/Dest[4 0 R/Fit]>>',
  21: '<</Type/StructElem/S/Document/P 19 0 R/Pg 3 0 R/K[0]>>',
};

function textField(name: string, value: string, bottom: number, appearanceNumber: number): string {
  const rect = `[50 ${bottom} 250 ${bottom + 20}]`;
  return `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name})/V${value}/Rect${rect}/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)/AP<</N ${appearanceNumber} 0 R>>>>`;
}

export function appearanceStream(content: string, resources = '<</Font<</Helv 7 0 R>>>>'): Body {
  return stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources${resources}`);
}

export function textAppearance(text: string): Body {
  return appearanceStream(`/Tx BMC q BT /Helv 12 Tf 2 5 Td (${text}) Tj ET Q EMC`);
}

export class Draft {
  readonly changed: Record<number, Body> = {};

  constructor(
    readonly objects: Readonly<Record<number, Body>>,
    private free: number,
  ) {}

  get(num: number): Body {
    return this.changed[num] === undefined ? (this.objects[num] ?? null) : this.changed[num];
  }

  text(num: number): string {
    const body = this.get(num);
    if (typeof body !== 'string') throw new Error(`object ${num} is a stream or null`);
    return body;
  }

  set(num: number, body: Body): this {
    this.changed[num] = body;
    return this;
  }

  /** Throws when the edit changes nothing. */
  edit(num: number, change: (body: string) => string): this {
    const body = change(this.text(num));
    if (body === this.text(num)) throw new Error(`the edit of object ${num} changes nothing`);
    return this.set(num, body);
  }

  /** Appends entries to a dictionary. */
  enter(num: number, entries: string): this {
    return this.edit(num, body => `${body.slice(0, -2)}${entries}>>`);
  }

  add(body: Body): number {
    this.changed[this.free] = body;
    return this.free++;
  }

  get next(): number {
    return this.free;
  }

  /** Appends to the array `key`, which must exist as a direct object. */
  append(num: number, key: string, item: string): this {
    return this.edit(num, body => body.replace(new RegExp(`/${key}\\[([^\\]]*)\\]`), `/${key}[$1 ${item}]`));
  }
}

export type Edit = (draft: Draft) => void;
export type SaveOptions = Partial<Omit<RevisionSpec, 'objects'>>;

export class FormPdf {
  constructor(
    readonly writer: PdfWriter,
    readonly objects: Readonly<Record<number, Body>>,
  ) {}

  get bytes(): Buffer {
    return this.writer.bytes;
  }

  /** `options` may depend on what the edit changed. */
  save(edit: Edit | Signing, options: SaveOptions | ((draft: Draft) => SaveOptions) = {}): FormPdf {
    const draft = new Draft(this.objects, this.writer.size);
    const signing = typeof edit === 'function' ? null : edit;
    if (typeof edit === 'function') edit(draft);
    else edit.prepare(draft);
    const writer = this.writer.fork();
    const start = writer.length;
    const chosen = typeof options === 'function' ? options(draft) : options;
    writer.revision({ objects: draft.changed, trailer: '/Info 9 0 R', ...chosen });
    if (signing) fill(writer, start, signing.make);
    return new FormPdf(writer, { ...this.objects, ...draft.changed });
  }
}

export function formPdf(options: SaveOptions = {}, changes: Readonly<Record<number, Body>> = {}): FormPdf {
  const objects = { ...BASE, ...changes };
  return new FormPdf(new PdfWriter().revision({ objects, trailer: '/Info 9 0 R', ...options }), objects);
}

export interface Signing {
  prepare(draft: Draft): void;
  make(bytes: Buffer): Uint8Array;
}

export interface SigningOptions {
  /** Default: a new, invisible field. */
  readonly field?: string;
  /** Signs this field instead of a new one. */
  readonly existing?: number;
  readonly rect?: string;
  /** /P of the certification, also one that the standard does not define. */
  readonly docMDP?: number | string;
  /** Transform parameters of FieldMDP, e.g. '/Action/Include/Fields[(Name)]'. */
  readonly fieldMDP?: string;
  readonly timestamp?: boolean;
  /** Additional entries of the signature dictionary. */
  readonly entries?: string;
  readonly make?: (bytes: Buffer) => Uint8Array;
}

/** Bytes reserved for /Contents. */
const CONTENTS_SIZE = 9000;
const RANGE = '/ByteRange[0 0000000000 0000000000 0000000000]';
/** Placeholder for tests that do not verify the signature. */
const NO_SIGNATURE = (): Uint8Array => Uint8Array.of(0x30, 0x00);

export function sign(options: SigningOptions = {}): Signing {
  return { prepare: draft => prepare(draft, options), make: options.make ?? NO_SIGNATURE };
}

function prepare(draft: Draft, options: SigningOptions): void {
  const value = draft.add(signatureDictionary(options));
  if (options.docMDP !== undefined) draft.enter(OBJECTS.catalog, `/Perms<</DocMDP ${value} 0 R>>`);
  if (options.existing !== undefined) {
    draft.enter(options.existing, `/V ${value} 0 R`);
    return;
  }
  const name = options.field ?? `Signature${value}`;
  const rect = options.rect ?? '[0 0 0 0]';
  const field = draft.add(`<</Type/Annot/Subtype/Widget/FT/Sig/T(${name})/V ${value} 0 R/Rect${rect}/F 132/P 3 0 R>>`);
  draft.append(OBJECTS.form, 'Fields', `${field} 0 R`).append(OBJECTS.page, 'Annots', `${field} 0 R`);
}

/** With placeholders for /ByteRange and /Contents, which `fill` writes. */
export function signatureDictionary({ docMDP, fieldMDP, timestamp, entries = '' }: SigningOptions): string {
  const transform = (method: string, parameters: string) =>
    `<</Type/SigRef/TransformMethod/${method}/TransformParams<</Type/TransformParams/V/1.2${parameters}>>>>`;
  const references = [
    ...(docMDP !== undefined ? [transform('DocMDP', `/P ${docMDP}`)] : []),
    ...(fieldMDP ? [transform('FieldMDP', fieldMDP)] : []),
  ];
  const kind = timestamp
    ? '/Type/DocTimeStamp/SubFilter/ETSI.RFC3161'
    : '/Type/Sig/SubFilter/ETSI.CAdES.detached/M(D:20260601110000Z)';
  const reference = references.length > 0 ? `/Reference[${references.join('')}]` : '';
  return `<<${kind}/Filter/Adobe.PPKLite${reference}${entries}${RANGE}/Contents <${'0'.repeat(2 * CONTENTS_SIZE)}>>>`;
}

/** Signs the revision that starts at `from`. */
export function fill(writer: PdfWriter, from: number, make: (bytes: Buffer) => Uint8Array): void {
  const { bytes } = writer;
  const start = bytes.indexOf('/Contents <0', from) + '/Contents '.length;
  const end = bytes.indexOf('>', start) + 1;
  const range = `/ByteRange[0 ${start} ${end} ${bytes.length - end}]`;
  writer.patch(bytes.indexOf(RANGE, from), range.padEnd(RANGE.length));
  const signed = writer.bytes;
  const contents = make(Buffer.concat([signed.subarray(0, start), signed.subarray(end)]));
  if (contents.length > CONTENTS_SIZE) throw new Error(`the signature needs ${contents.length} bytes`);
  writer.patch(start + 1, Buffer.from(contents).toString('hex'));
}
