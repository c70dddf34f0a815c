/** Streams and strings that extend over the value of the signature, of which unsigned parts can be written anew. */
import type { Attack, Document, Family } from '../../attack.js';
import { by } from '../../documents.js';
import { attack } from '../marks.js';

/** Bytes reserved for /Contents. */
const SIZE = 3000;
const RANGE = '/ByteRange[0 0000000000 0000000000 0000000000]';
const SIGNATURE = [
  `\n20 0 obj\n<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:20260601110000Z)${RANGE}/Contents `,
  '>>\nendobj\n',
] as const;
/** Where a digit of the value stands. */
const PLACE = 400;
const WIDTH = 7.2;

/** What is written before and after the signature dictionary: an object that may extend over it. */
type Around = (x: string) => readonly [before: string, after: string];

const TEXT = 'BT 0 g /F1 12 Tf 50 600 Td (The price: EUR  000) Tj ET';
const shown = (x: string): string => `${TEXT} q 165 590 7.4 30 re W n BT /F1 12 Tf ${x} 600 Td (`;
const FIVE = '5 0 obj\n';
const END = '\nendstream\nendobj\n';
const over: Around = x => {
  const [data, after] = [shown(x), ') Tj ET Q'];
  const length = data.length + SIGNATURE.join('').length + 2 * SIZE + 2 + after.length;
  return [`${FIVE}<</Length ${length}>>\nstream\n${data}`, `${after}${END}`];
};
/** As above, but neither docconv nor PDFium reads the stream; Poppler and MuPDF use /Length. */
const unterminated: Around = x => {
  const [before, after] = over(x);
  return [before, after.replace('endstream\n', '')];
};
const stringOver: Around = x => [
  `${FIVE}<</Length 6 0 R>>\nstream\n${shown(x)}) Tj ET Q${END}8 0 obj\n(`,
  ')\nendobj\n',
];
const apart: Around = x => {
  const data = `${shown(x)}) Tj ET Q`;
  return [`${FIVE}<</Length ${data.length}>>\nstream\n${data}${END}`, ''];
};

/** Upper case letters of the value are shown as nine, lower case ones as one. */
const FONT =
  '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[65/nine/nine/nine/nine/nine/nine 97/one/one/one/one/one/one]>>>>';

const NOTE = '/Subtype/FreeText/Rect[50 300 550 500]/DA(/Helv 9 Tf 0 g)/F 4';

interface Built {
  readonly text: string;
  /** Of /Contents. */
  readonly start: number;
  readonly end: number;
  /** Of the string in which the value stands. */
  readonly string: number;
}

/** `entries`: of the signature dictionary, which is an annotation then. */
function build(around: Around, x: string, entries: string): Built {
  const offsets = new Map<number, number>();
  let text = '%PDF-1.7\n';
  const add = (num: number, body: string): void => {
    offsets.set(num, text.length);
    text += `${num} 0 obj\n${body}\nendobj\n`;
  };
  add(1, '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[7 0 R]/SigFlags 3>>>>');
  add(2, '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>');
  add(
    3,
    `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>/Annots[7 0 R${entries && ' 20 0 R'}]>>`,
  );
  add(4, FONT);
  add(7, '<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig)/V 20 0 R/Rect[0 0 0 0]/F 132/P 3 0 R>>');
  const [before, after] = around(x);
  offsets.set(5, text.length);
  if (before.includes('8 0 obj')) offsets.set(8, text.length + before.indexOf('8 0 obj'));
  text += before;
  const string = text.length;
  offsets.set(20, text.length + 1);
  text += SIGNATURE[0].replace('/Contents ', `${entries}/Contents `);
  const start = text.length;
  text += `<${'0'.repeat(2 * SIZE)}>${SIGNATURE[1]}${after}`;
  add(6, `${(before.split('stream\n')[1] ?? '').split(END)[0]!.length}`);
  const xref = text.length;
  const lines = [...offsets].map(([num, at]) => `${num} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
  text += `xref\n0 1\n0000000000 65535 f \n${lines.join('')}trailer\n<</Size 21/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`;
  const end = start + 2 * SIZE + 2;
  const range = `/ByteRange[0 ${start} ${end} ${text.length - end}]`.padEnd(RANGE.length);
  return { text: text.replace(RANGE, range), start, end, string };
}

/** A digit of the signed message that is a letter, at PLACE or behind it, and the text moved so that it is seen. */
function signed(around: Around, edit: (hex: string, place: number) => string = hex => hex, entries = ''): Document {
  const first = build(around, '-00000.0', entries);
  const place = PLACE + messageOf(first).slice(PLACE).search(/[a-f]/);
  const x = 165 - WIDTH * (first.start + 1 + place - first.string);
  const built = build(around, `-${(-x).toFixed(1).padStart(7, '0')}`, entries);
  const hex = edit(messageOf(built), place);
  return { bytes: Buffer.from(`${built.text.slice(0, built.start)}<${hex}>${built.text.slice(built.end)}`, 'latin1') };
}

function messageOf({ text, start, end }: Built): string {
  const bytes = Buffer.from(text.slice(0, start) + text.slice(end), 'latin1');
  return Buffer.from(by()(bytes))
    .toString('hex')
    .padEnd(2 * SIZE, '0');
}

const upper = (hex: string, place: number): string =>
  `${hex.slice(0, place)}${hex[place]!.toUpperCase()}${hex.slice(place + 1)}`;

const reading = (what: string, around: Around, visible = true, expected = 'TOTAL_FAILED FORMAT_FAILURE'): Attack =>
  attack({
    what,
    clean: () => signed(apart),
    attacked: () => signed(around, upper),
    twin: () => signed(apart, upper),
    expected,
    rule: 'byte-range-gap',
    visible,
  });

/** The signature dictionary is an annotation as well, which shows /Contents. */
const annotation: Attack = (() => {
  const dual = (text: string) => () =>
    signed(apart, hex => hex.slice(0, -2 * text.length) + Buffer.from(text).toString('hex'), NOTE);
  return attack({
    what: 'an annotation',
    clean: () => signed(apart),
    attacked: dual('Paid 9000'),
    twin: () => signed(apart, upper),
    expected: 'TOTAL_FAILED FORMAT_FAILURE',
    rule: 'byte-range-gap',
    visible: false, // PDFium draws no free text without an appearance
  });
})();

export const GAPS: Family = {
  name: 'objects that extend over the value of the signature',
  clause: 'ISO 32000-2, 12.8.1, ByteRange',
  attacks: [
    reading('content of the page', over),
    reading('content that does not end', unterminated, false, 'INDETERMINATE SIG_CONSTRAINTS_FAILURE'),
    reading('a string', stringOver, false),
    annotation,
  ],
};
