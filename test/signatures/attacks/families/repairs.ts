/** Later revisions with parts that no cross-reference lists: programs that repair the file by scanning it read them. */
import { FormPdf, formPdf, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { deflated, type PdfWriter, stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Document, Family } from '../attack.js';
import { clean, retitled, signed } from '../documents.js';
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
  readonly root?: string;
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
    root = '1 0 R',
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
    const trailer = `trailer\n<</Size ${size}/Root ${root}/Info 9 0 R/Prev ${pdf.writer.xrefs.at(-1)! + prevBy}${more(first)}>>\n`;
    writer.raw(`xref\n${entries(first)}9 1\n${line(info + entryBy)}${trailer}`);
    return { bytes: writer.raw(tail?.(at, first, trailer) ?? `startxref\n${at + startBy}\n%%EOF\n`).bytes };
  };

/** A hybrid-reference update: the table lists the content of the page as before or as `listed`, the stream in this row. */
const hybrid = (row: string, listed = (): string => line(contentAt())): (() => Document) =>
  updated({
    extra: `50 0 obj\n<</Type/XRef/Size 60/W[1 4 2]/Index[5 1]/Filter/ASCIIHexDecode/Length ${row.length + 1}>>\nstream\n${row}>\nendstream\nendobj\n`,
    entries: () => `5 1\n${listed()}`,
    more: extra => `/XRefStm ${extra}`,
    size: 60,
  });
const contentAt = (): number => clean().writer.offsets.get(O.content)!;
const FREE = '0000000000 00001 f \n';
const inUse = (): string => `01${contentAt().toString(16).padStart(8, '0')}0000`;

type Case = readonly [what: string, attacked: () => Document, twin?: () => Document];

const signedSize = (): number =>
  Number(
    clean()
      .bytes.toString('latin1')
      .match(/(?<=\/Size )\d+/g)!
      .at(-1),
  );

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

const BODY = FORGED.slice('5 0 obj'.length);
const headers: readonly Case[] = [
  ['glued', '5 0 obj', BODY.trimStart()],
  ['with a comment', '5 %x\n0 obj', BODY],
  ['with two comments', '5 %x\n0 %y\nobj', BODY],
  ['with a long comment after the number', `5 %${'x'.repeat(500)}\n0 obj`, BODY],
  ['with a long comment before obj', `5 0 %${'x'.repeat(500)}\nobj`, BODY],
  ['with signs', '+5 +0 obj', BODY],
  ['with fractions', '5.0 0.0 obj', BODY],
  ['with zeros', '005 00 obj', BODY],
  ['with another generation', '5 7 obj', BODY],
  ['with NUL bytes', '5\x000\x00obj', BODY],
].map(([what, header, body]) => [
  `an unlisted object whose header is written ${what}`,
  updated({ extra: `${header}${body}`, startBy: 1 }),
]);

const CASES: readonly Case[] = [
  ...inexact,
  ...headers,
  [
    'an unlisted stream with the entries of a trailer',
    updated({ extra: '50 0 obj\n<</Type/XRef/Root 60 0 R/W[1 1 1]/Size 60/Length 0>>\nstream\n\nendstream\nendobj\n' }),
    updated({ extra: '50 0 obj\n<</Type/Example/Root 60 0 R/Size 60/Length 0>>\nendobj\n' }),
  ],
  [
    'a catalog that is no reference',
    updated({
      root: '<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/Metadata 18 0 R/StructTreeRoot 19 0 R/MarkInfo<</Marked true>>>>',
    }),
  ],
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
  ['a hybrid-reference table that frees an object of its stream', hybrid(inUse(), () => FREE), hybrid(inUse())],
  ['a smaller /Size', updated({ size: 10 }), updated({ size: 31 })],
  ['a /Size below the annotations', updated({ size: 6 }), updated({ size: 100 })],
  // nothing is greater than the number of the last object (7.5.5); all readers of the tests show it
  ['a /Size two too small', updated({ size: signedSize() - 2 }), updated({ size: signedSize() - 1 })],
];

const repaired = ([what, attacked, twin = retitled]: Case): Attack =>
  attack({ what, clean, attacked, twin, visible: false, rule: 'later-revisions-readable' });

/** The unlisted object is part of what was signed; a later error of one byte makes it count. */
const PREPARED: Attack = attack({
  what: 'an unlisted object in the signed revision',
  clean: () => prepared(),
  attacked: () => withStart(prepared(), 1),
  twin: () => withStart(clean(), 1),
  visible: false,
  rule: 'later-revisions-readable',
});

function prepared(): FormPdf {
  const { writer, objects } = formPdf();
  return signed({}, new FormPdf(writer.fork().raw(FORGED), objects));
}

/** An update whose startxref is wrong by `error`. */
function withStart(pdf: FormPdf, error: number): Document {
  const { bytes, writer } = pdf.save(draft => draft.set(O.info, '<</Title(Second)>>'));
  const at = writer.xrefs.at(-1)!;
  const text = bytes
    .toString('latin1')
    .replace(new RegExp(`startxref\\n${at}\\n%%EOF\\n$`), `startxref\n${at + error}\n%%EOF\n`);
  return { bytes: Buffer.from(text, 'latin1') };
}

export const REPAIRS: Family = {
  name: 'parts of updates that no cross-reference lists',
  clause: 'ISO 32000-2, 7.5.4, 7.5.5, 7.5.6',
  attacks: [...CASES.map(repaired), PREPARED],
};
