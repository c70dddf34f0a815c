/** Later revisions that two programs read differently: objects with two entries, and streams whose /Length misses their data. */
import { deflateSync } from 'node:zlib';
import { type FormPdf, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Document, Family } from '../attack.js';
import { clean, retitled } from '../documents.js';
import { attack } from './marks.js';

type Entry = readonly [kind: 0 | 1 | 2, second: number, third: number];
const row = ([kind, second, third]: Entry): Buffer => {
  const bytes = Buffer.alloc(7);
  bytes[0] = kind;
  bytes.writeUInt32BE(second, 1);
  bytes.writeUInt16BE(third, 5);
  return bytes;
};

/** Offsets of two versions of the document information. */
interface Versions {
  readonly first: number;
  readonly second: number;
  /** Number and offset of the cross-reference stream. */
  readonly own: number;
  readonly at: number;
}

/** An update with two versions of one object, and the cross-reference stream that `section` describes. */
function doubled(
  section: (versions: Versions) => { index: string; entries: readonly Entry[]; more?: string },
): () => Document {
  return () => {
    const pdf = clean();
    const writer = pdf.writer.fork();
    const own = writer.size;
    const first = writer.length;
    writer.raw('9 0 obj\n<</Title(A form)>>\nendobj\n');
    const second = writer.length;
    writer.raw('9 0 obj\n<</Title(Another form)>>\nendobj\n');
    const at = writer.length;
    const { index, entries, more = '' } = section({ first, second, own, at });
    const data = deflateSync(Buffer.concat(entries.map(row)));
    const dict = `/Type/XRef/Size ${own + 1}/W[1 4 2]/Index[${index}]/Root 1 0 R/Info 9 0 R/Prev ${pdf.writer.xrefs.at(-1)}${more}/Filter/FlateDecode`;
    writer.raw(`${own} 0 obj\n<</Length ${data.length}${dict}>>\nstream\n`).raw(data).raw('\nendstream\nendobj\n');
    return { bytes: writer.raw(`startxref\n${at}\n%%EOF\n`).bytes };
  };
}

const offset = (at: number): Entry => [1, at, 0];
const FREE: Entry = [0, 0, 1];
const plain = doubled(({ first, own, at }) => ({ index: `9 1 ${own} 1`, entries: [offset(first), offset(at)] }));

type Section = Parameters<typeof doubled>[0];
const STREAMS: readonly (readonly [what: string, section: Section])[] = [
  [
    'two ranges with one object',
    ({ first, second, own, at }) => ({
      index: `9 1 9 1 ${own} 1`,
      entries: [offset(first), offset(second), offset(at)],
    }),
  ],
  [
    'the same entry twice in another order',
    ({ first, second, own, at }) => ({
      index: `${own} 1 9 1 9 1`,
      entries: [offset(at), offset(second), offset(first)],
    }),
  ],
  [
    'overlapping ranges',
    ({ first, second, own, at }) => ({
      index: `9 1 8 2 ${own} 1`,
      entries: [offset(first), offset(clean().writer.offsets.get(8)!), offset(second), offset(at)],
    }),
  ],
  [
    'a free entry after an entry in use',
    ({ first, own, at }) => ({ index: `9 1 9 1 ${own} 1`, entries: [offset(first), FREE, offset(at)] }),
  ],
  [
    'an entry in use after a free one',
    ({ first, own, at }) => ({ index: `9 1 9 1 ${own} 1`, entries: [FREE, offset(first), offset(at)] }),
  ],
  [
    'a range within another one',
    ({ first, second, own, at }) => ({
      index: `9 1 ${own} 1 9 1`,
      entries: [offset(first), offset(at), offset(second)],
    }),
  ],
];

const TABLE = /9 1\n(\d{10}) 00000 n \n/;
/** Edits the table of an update of the document information. */
function retable(edit: (found: string, pdf: FormPdf) => string): () => Document {
  return () => {
    const pdf = retitled();
    const at = pdf.writer.xrefs.at(-1)!;
    const text = pdf.bytes.toString('latin1');
    return {
      bytes: Buffer.from(text.slice(0, at) + text.slice(at).replace(TABLE, found => edit(found, pdf)), 'latin1'),
    };
  };
}
const line = (at: number): string => `${String(at).padStart(10, '0')} 00000 n \n`;
const older = (): number => clean().writer.offsets.get(O.info)!;

const TABLES: readonly (readonly [what: string, attacked: () => Document])[] = [
  ['two subsections with one object', retable(found => `${found}9 1\n${line(older())}`)],
  ['overlapping subsections', retable(found => `${found}8 2\n${line(clean().writer.offsets.get(8)!)}${line(older())}`)],
  ['a free entry after an entry in use', retable(found => `${found}9 1\n0000000000 00001 f \n`)],
  ['an entry in use after a free one', retable(found => `9 1\n0000000000 00001 f \n${found}`)],
];

const doubles =
  (kind: string, twin: () => Document) =>
  ([what, attacked]: readonly [string, () => Document]): Attack =>
    attack({ what: `${kind}: ${what}`, clean, attacked, twin, visible: false, rule: null });

/** Metadata is updated with a /Length that misses its data. */
const DATA = '<x:xmpmeta>second</x:xmpmeta>\nBT (I owe you nothing) Tj ET';
const TYPE = '/Type/Metadata/Subtype/XML';
const lengthOf =
  (stated: string, data = DATA): (() => Document) =>
  () =>
    clean().save(draft => draft.set(O.metadata, stream(data, `/Length ${stated}${TYPE}`)));
const indirect =
  (value: string): (() => Document) =>
  () =>
    clean().save(draft => draft.set(O.metadata, stream(DATA, `/Length ${draft.add(value)} 0 R${TYPE}`)));
const exact = lengthOf(`${DATA.length}`);
const withLineEnd = lengthOf(`${DATA.length + 1}`);
const withoutLineEnd = lengthOf(`${DATA.length}`, `${DATA}\r`);

const LENGTHS: readonly (readonly [what: string, attacked: () => Document, twin: () => Document])[] = [
  ['too short', lengthOf('10'), exact],
  ['too short by three bytes', lengthOf(`${DATA.length - 3}`), withoutLineEnd],
  ['too long by three bytes', lengthOf(`${DATA.length + 4}`), withLineEnd],
  ['too long by far', lengthOf(`${DATA.length + 200}`), withLineEnd],
  ['zero', lengthOf('0'), exact],
  ['negative', lengthOf('-5'), exact],
  ['no number', lengthOf('/Name'), exact],
  [
    'an end of the stream in its data',
    lengthOf('20', `${DATA}\nendstream\nendobj\n${DATA}`),
    lengthOf(`${2 * DATA.length + 17}`, `${DATA}\nendstream\nendobj${DATA}`),
  ],
  ['an object with a wrong number', indirect('10'), indirect(`${DATA.length}`)],
  [
    'an object that is missing',
    () => clean().save(draft => draft.set(O.metadata, stream(DATA, `/Length 99 0 R${TYPE}`))),
    indirect(`${DATA.length}`),
  ],
];

const lengths = ([what, attacked, twin]: (typeof LENGTHS)[number]): Attack =>
  attack({ what: `/Length: ${what}`, clean, attacked, twin, visible: false, rule: null });

export const CROSS_REFERENCES: Family = {
  name: 'updates that two programs read differently',
  clause: 'ISO 32000-2, 7.3.8.2, 7.5.4, 7.5.8',
  attacks: [
    ...STREAMS.map(([what, section]) => doubles('cross-reference stream', plain)([what, doubled(section)])),
    ...TABLES.map(doubles('cross-reference table', retitled)),
    ...LENGTHS.map(lengths),
  ],
};
