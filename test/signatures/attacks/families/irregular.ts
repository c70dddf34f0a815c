/**
 * Updates that are written in a way that some programs do not accept. They scan the file for objects instead, and find
 * others in what was signed: one that no cross-reference lists, or that a cross-reference before signing replaced.
 */
import { deflateSync } from 'node:zlib';
import { type Draft, FormPdf, formPdf, OBJECTS as O, signatureDictionary } from '../../../helpers/form-pdf.js';
import { deflated, PdfWriter, stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Document, Family } from '../attack.js';
import { by } from '../documents.js';
import { attack } from './marks.js';

const FORGED = 'BT /F1 12 Tf 50 700 Td (I owe you nothing.) Tj ET';
const OTHER_PAGE = '<</Type/Page/Parent 2 0 R/Contents 8 0 R/Resources<</Font<</F1 7 0 R>>>>>>';
const INFO = { trailer: '/Info 9 0 R' };

/** Signed in a field without a widget, so that the page is not written again. */
const signedFrom = (base: FormPdf): FormPdf =>
  base.save({
    prepare(draft: Draft) {
      const field = draft.add(`<</FT/Sig/T(S)/V ${draft.add(signatureDictionary({}))} 0 R>>`);
      draft.append(O.form, 'Fields', `${field} 0 R`);
    },
    make: by(),
  });

/** The document with what `add` writes before it is signed. */
const hiding = (add: (writer: PdfWriter) => PdfWriter) => (): FormPdf => {
  const base = formPdf();
  return signedFrom(new FormPdf(add(base.writer.fork()), base.objects));
};
/** An object is replaced, and its first version restored. */
const replacing = (num: number, objects: Parameters<PdfWriter['revision']>[0]) =>
  hiding(writer => {
    const offset = writer.offsets.get(num)!;
    return writer.revision(objects).revision({ objects: {}, misplaced: { [num]: offset }, ...INFO });
  });

const plain = hiding(writer => writer);
const unlisted = hiding(writer =>
  writer.raw(`5 0 obj\n<</Length ${FORGED.length}>>\nstream\n${FORGED}\nendstream\nendobj\n`),
);
const HIDDEN: readonly (readonly [what: string, pdf: () => FormPdf])[] = [
  ['an object that is not listed', unlisted],
  ['an object that was replaced', replacing(O.content, { objects: { [O.content]: stream(FORGED) }, ...INFO })],
  [
    'a member of an object stream that is not listed',
    hiding(writer =>
      writer.revision({ objects: { 50: deflated(`3 0 ${OTHER_PAGE} `, '/Type/ObjStm/N 1/First 4') }, ...INFO }),
    ),
  ],
  [
    'a member of an object stream that was replaced',
    replacing(O.page, { objects: { [O.page]: OTHER_PAGE }, packed: [O.page], xref: 'stream', ...INFO }),
  ],
];

const line = (at: number): string => `${String(at).padStart(10, '0')} 00000 n \n`;
const start = (at: number): string => `startxref\n${at}\n%%EOF\n`;

interface Form {
  readonly xref?: string;
  readonly head?: string;
  readonly subsections?: (info: number) => string;
  readonly size?: string;
  readonly prevBy?: number;
  readonly more?: string;
  readonly end?: (at: number) => string;
}

/** An update of the document information by a table. */
const byTable = (form: Form) => (pdf: FormPdf) => {
  const { xref = 'xref\n', head = '9 1\n', size = '60', prevBy = 0, more = '', end = start } = form;
  const writer = pdf.writer.fork();
  const info = writer.length;
  const at = writer.raw('9 0 obj\n<</Title(Second)>>\nendobj\n').length;
  const rows = form.subsections?.(info) ?? `${head}${line(info)}`;
  const prev = pdf.writer.xrefs.at(-1)! + prevBy;
  writer.raw(`${xref}${rows}trailer\n<</Size ${size}/Root 1 0 R/Info 9 0 R/Prev ${prev}${more}>>\n${end(at)}`);
  return { bytes: writer.bytes };
};

interface StreamForm extends Pick<Form, 'size' | 'prevBy' | 'more' | 'end'> {
  readonly type?: string;
  readonly widths?: string;
  readonly index?: string;
  readonly own?: number;
  readonly kind?: number;
  /** /Prev is written as a real number. */
  readonly real?: boolean;
}

/** The same by a cross-reference stream. */
const byStream = (form: StreamForm) => (pdf: FormPdf) => {
  const { type = '/Type/XRef', widths = '1 4 2', index = '', own = 59, kind = 0, size = '60', end = start } = form;
  const writer = pdf.writer.fork();
  const info = writer.length;
  const at = writer.raw('9 0 obj\n<</Title(Second)>>\nendobj\n').length;
  const rows = [info, at, kind].map((value, i) => {
    const row = Buffer.alloc(7);
    row[0] = i < 2 ? 1 : kind;
    row.writeUInt32BE(i < 2 ? value : 0, 1);
    return row;
  });
  const data = deflateSync(Buffer.concat(rows));
  const prev = `${pdf.writer.xrefs.at(-1)! + (form.prevBy ?? 0)}${form.real ? '.0' : ''}`;
  const dict = `${type}/Size ${size}/W[${widths}]/Index[9 1 ${own} 1 58 1${index}]/Root 1 0 R/Info 9 0 R/Prev ${prev}`;
  writer.raw(`${own} 0 obj\n<</Length ${data.length}${dict}/Filter/FlateDecode${form.more ?? ''}>>\nstream\n`);
  return { bytes: writer.raw(data).raw(`\nendstream\nendobj\n${end(at)}`).bytes };
};

type Update = (pdf: FormPdf) => Document;
const blank = (length: number): string => ' '.repeat(length);

const ENDS: readonly (readonly [what: string, end: (at: number) => string])[] = [
  ['startxref without white space', at => `startxref${at}\n%%EOF\n`],
  ['startxref with a form feed', at => `startxref\f${at}\n%%EOF\n`],
  ['startxref with much white space', at => `startxref\n${blank(2000)}${at}\n%%EOF\n`],
  ['a long comment after startxref', at => `startxref\n${at}\n%${'x'.repeat(3000)}\n%%EOF\n`],
  ['much white space at the end', at => `${start(at)}${blank(2000)}`],
];

const FORMS: readonly (readonly [what: string, update: Update])[] = [
  ...[1, -2, 10].map(error => [`/Prev wrong by ${error}`, byTable({ prevBy: error })] as const),
  ['/Prev of a stream wrong by 1', byStream({ prevBy: 1 })],
  ...ENDS.flatMap(([what, end]) => [
    [`${what}, table`, byTable({ end })] as const,
    [`${what}, stream`, byStream({ end })] as const,
  ]),
  ['a comment after xref', byTable({ xref: 'xref %x\n' })],
  ['a comment before a subsection', byTable({ head: '%x\n9 1\n' })],
  ['two spaces in a subsection', byTable({ head: '9  1\n' })],
  ['a tab in a subsection', byTable({ head: '9\t1\n' })],
  ['a comment in a subsection', byTable({ head: '9 %x\n1\n' })],
  ['no subsection', byTable({ subsections: () => '' })],
  ['an empty subsection far away', byTable({ head: '99999999 0\n9 1\n' })],
  ['a free object far away', byTable({ subsections: info => `9 1\n${line(info)}99999999 1\n0000000000 00000 f \n` })],
  ['a number beyond /Size', byTable({ subsections: info => `9 1\n${line(info)}70 1\n0000000000 00000 f \n` })],
  ...['0', '-60', '60.0', '9 0 R', '(60)', 'null', '99999999'].flatMap(size => [
    [`/Size ${size}, table`, byTable({ size })] as const,
    [`/Size ${size}, stream`, byStream({ size })] as const,
  ]),
  ...['0', '/Name', '9 0 R'].map(value => [`/XRefStm ${value}`, byTable({ more: `/XRefStm ${value}` })] as const),
  ['a reference to an unknown object', byTable({ more: '/X 99 0 R' })],
  ['a reference with another generation', byStream({ more: '/X 9 9 R' })],
  ['a stream without /Type', byStream({ type: '' })],
  ['a stream with another /Type', byStream({ type: '/Type/Xref' })],
  ['a stream with /Type as a reference', byStream({ type: '/Type 58 0 R' })],
  ['real numbers in /W', byStream({ widths: '1.0 4.0 2.0' })],
  ['a real number as /Prev', byStream({ real: true })],
  ['an empty range far away', byStream({ index: ' 99999999 0' })],
  ['an entry of unknown type', byStream({ kind: 3 })],
  ['a stream with the number 0', byStream({ own: 0 })],
  ['a stream with data elsewhere', byStream({ more: '/F(x)' })],
];

const irregular = (what: string, update: Update, pdf: () => FormPdf): Attack =>
  attack({
    what,
    clean: pdf,
    attacked: () => update(pdf()),
    twin: () => update(plain()),
    visible: false,
    rule: 'later-revisions-readable',
  });

const JUNK = 600;

/** 'startxref' leads to a section if counted from the start of the file, and to `other` if counted from the header. */
const behindJunk = (other: string) => (): Document => {
  const { objects } = formPdf();
  const header = `${'x'.repeat(JUNK - 1)}\n%PDF-1.7\n`;
  const pdf = signedFrom(new FormPdf(new PdfWriter(header).revision({ objects, ...INFO }), objects));
  let length = 0;
  const update = byTable({ end: at => `${blank(JUNK - length)}${other}${start(at)}` });
  const { bytes } = byTable({ end: at => `#${at}` })(pdf);
  length = bytes.lastIndexOf('#') - Number(bytes.toString('latin1', bytes.lastIndexOf('#') + 1));
  return update(pdf);
};
const SECTION =
  '58 0 obj\n<</Type/XRef/Size 60/W[1 4 2]/Index[9 0]/Root 1 0 R/Length 0>>\nstream\n\nendstream\nendobj\n';
const AMBIGUOUS = attack({
  what: 'startxref that leads to two sections',
  clean: plain,
  attacked: behindJunk(SECTION),
  twin: behindJunk('% no section\n'),
  visible: false,
  rule: 'later-revisions-readable',
});

export const IRREGULAR: Family = {
  name: 'updates for which some programs scan the file',
  clause: 'ISO 32000-2, 7.5.4, 7.5.5, 7.5.8; Annex H.3',
  attacks: [
    ...HIDDEN.map(([what, pdf]) =>
      irregular(`${what}, and startxref is wrong by 1`, byTable({ end: at => start(at + 1) }), pdf),
    ),
    ...FORMS.map(([what, update]) => irregular(`an object that is not listed, and ${what}`, update, unlisted)),
    AMBIGUOUS,
  ],
};
