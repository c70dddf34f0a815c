/** Later revisions with parts that no cross-reference lists: programs that repair the file by scanning it read them. */
import { OBJECTS as O } from '../../../helpers/form-pdf.js';
import { deflated, type PdfWriter, stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Document, Family } from '../attack.js';
import { clean, retitled } from '../documents.js';
import { attack } from './marks.js';

const TEXT = 'BT /F1 12 Tf 50 700 Td (I owe you nothing.) Tj ET';
const FORGED = `5 0 obj\n<</Length ${TEXT.length}>>\nstream\n${TEXT}\nendstream\nendobj\n`;
const line = (at: number): string => `${String(at).padStart(10, '0')} 00000 n \n`;

interface Update {
  /** Before the object that the update lists. */
  readonly extra?: string;
  /** Further entries of the table, by the offset of `extra`. */
  readonly entries?: (extra: number) => string;
  /** Further entries of the trailer. */
  readonly more?: (extra: number) => string;
  readonly size?: number;
  /** Errors of the offsets in the table, of /Prev and of startxref. */
  readonly entryBy?: number;
  readonly prevBy?: number;
  readonly startBy?: number;
  /** After the trailer; `at`: the offset of the table. */
  readonly tail?: (at: number, extra: number, trailer: string) => string;
}

/** An update of the document information. */
const updated =
  ({
    extra = '',
    entries = () => '',
    more = () => '',
    size = 30,
    entryBy = 0,
    prevBy = 0,
    startBy = 0,
    tail,
  }: Update): (() => Document) =>
  () => {
    const pdf = clean();
    const writer = pdf.writer.fork();
    const first = writer.length;
    const info = writer.raw(extra).length;
    const at = writer.raw('9 0 obj\n<</Title(Second)>>\nendobj\n').length;
    const trailer = `trailer\n<</Size ${size}/Root 1 0 R/Info 9 0 R/Prev ${pdf.writer.xrefs.at(-1)! + prevBy}${more(first)}>>\n`;
    writer.raw(`xref\n${entries(first)}9 1\n${line(info + entryBy)}${trailer}`);
    return { bytes: writer.raw(tail?.(at, first, trailer) ?? `startxref\n${at + startBy}\n%%EOF\n`).bytes };
  };

/** A hybrid-reference update: the table lists the content of the page as before, the stream in this row. */
const hybrid = (row: string): (() => Document) =>
  updated({
    extra: `50 0 obj\n<</Type/XRef/Size 60/W[1 4 2]/Index[5 1]/Filter/ASCIIHexDecode/Length ${row.length + 1}>>\nstream\n${row}>\nendstream\nendobj\n`,
    entries: () => `5 1\n${line(contentAt())}`,
    more: extra => `/XRefStm ${extra}`,
    size: 60,
  });
const contentAt = (): number => clean().writer.offsets.get(O.content)!;
const inUse = (): string => `01${contentAt().toString(16).padStart(8, '0')}0000`;

type Case = readonly [what: string, attacked: () => Document, twin?: () => Document];

const OFFSETS = ['entryBy', 'prevBy', 'startBy'] as const;
const inexact: readonly Case[] = OFFSETS.flatMap(key =>
  [1, -2, 10].map(
    (error): Case => [
      `an unlisted object, ${key} wrong by ${error}`,
      updated({ extra: FORGED, [key]: error }),
      updated({ [key]: error }),
    ],
  ),
);

const inStream = (body: string) => (): Document =>
  clean().save(draft => draft.set(O.metadata, stream(`<x>${body}</x>`, '/Type/Metadata/Subtype/XML')));

/** A revision with an object stream that has one member more than the section lists. */
function memberUnlisted(): Document {
  const body = deflated('9 0 3 20 <</Title(Second)>>  <</Type/Page>>', '/Type/ObjStm/N 2/First 9');
  return withSection(
    writer => writer.size,
    body,
    num => [[9, num, 0]],
  );
}

type Row = readonly [num: number, container: number, index: number];
/** An update by a cross-reference stream: one stream object, and its members. */
function withSection(
  own: (writer: PdfWriter) => number,
  body: ReturnType<typeof deflated>,
  rows: (num: number) => Row[],
) {
  const pdf = clean();
  const writer = pdf.writer.fork();
  const num = own(writer);
  const misplaced = Object.fromEntries(rows(num).map(([member, container, index]) => [member, { container, index }]));
  writer.revision({ objects: { [num]: body }, xref: 'stream', misplaced, trailer: '/Info 9 0 R' });
  return { bytes: writer.bytes };
}
const memberListed = (): Document =>
  withSection(
    writer => writer.size,
    deflated('9 0 <</Title(Second)>>', '/Type/ObjStm/N 1/First 4'),
    num => [[9, num, 0]],
  );

const CASES: readonly Case[] = [
  ...inexact,
  ['an unlisted object', updated({ extra: FORGED })],
  [
    'an unlisted object in a comment',
    updated({ extra: `%${FORGED.replaceAll('\n', ' ')}\n` }),
    updated({ extra: '%obj 5\n' }),
  ],
  ['an object in the data of a stream', inStream(FORGED), inStream('object 5 0')],
  ['a member that no section lists', memberUnlisted, memberListed],
  [
    'a section that a later one skips',
    updated({
      extra: FORGED,
      tail: (at, extra, trailer) => {
        const section = `xref\n5 1\n${line(extra)}${trailer}`;
        const own = at + section.length;
        return `${section}startxref\n${own}\n%%EOF\n`;
      },
    }),
  ],
  ['a second trailer', updated({ tail: (at, _, trailer) => `${trailer}startxref\n${at}\n%%EOF\n` })],
  [
    'a second trailer after a comment',
    updated({ tail: (at, _, trailer) => `${trailer.replace('\n', `%${'x'.repeat(300)}\n`)}startxref\n${at}\n%%EOF\n` }),
    updated({ tail: at => `%trailer\nstartxref\n${at}\n%%EOF\n` }),
  ],
  ['startxref twice', updated({ tail: at => `startxref\n${clean().writer.xrefs[0]}\nstartxref\n${at}\n%%EOF\n` })],
  ['startxref in a comment', updated({ tail: at => `startxref\n${at}\n%startxref ${at}\n%%EOF\n` })],
  ['startxref as the end of another word', updated({ tail: at => `startxref\n${at}\n%xstartxref ${at}\n%%EOF\n` })],
  ['a hybrid-reference stream that frees an object of the table', hybrid('00000000000001'), hybrid(inUse())],
  ['a smaller /Size', updated({ size: 10 }), updated({ size: 31 })],
  ['a /Size below the annotations', updated({ size: 6 }), updated({ size: 100 })],
];

const repaired = ([what, attacked, twin = retitled]: Case): Attack =>
  attack({ what, clean, attacked, twin, visible: false, rule: 'later-revisions-readable' });

export const REPAIRS: Family = {
  name: 'parts of updates that no cross-reference lists',
  clause: 'ISO 32000-2, 7.5.4, 7.5.5, 7.5.6',
  attacks: CASES.map(repaired),
};
