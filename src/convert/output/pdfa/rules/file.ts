/** Rules about the bytes of the file: header, trailer, streams, limits. */
import { PdfArray, PdfDict, PdfName, type PdfRevision, type PdfStream, PdfString } from '../../../../pdf/index.js';
import type { Rule } from '../rule.js';

export const FILE_RULES: readonly Rule[] = [
  {
    name: 'header',
    requires: 'the file begins with %PDF-1.n and a comment of four bytes above 127',
    clause: { 1: '6.1.2', 2: '6.1.2' },
    about: 'file',
    isMet: ({ bytes }) => /^%PDF-1\.[0-7]\r?\n?%[\x80-\xff]{4}/.test(latin1(bytes, 0, HEADER_BYTES)),
  },
  {
    name: 'end',
    requires: 'nothing follows %%EOF',
    clause: { 1: '6.1.3', 2: '6.1.3' },
    about: 'file',
    isMet: ({ bytes }) => /%%EOF(?:\r\n?|\n)?$/.test(latin1(bytes, bytes.length - HEADER_BYTES, bytes.length)),
  },
  {
    name: 'identifier',
    requires: 'the trailer has an identifier (/ID)',
    clause: { 1: '6.1.3', 2: '6.1.3' },
    about: 'file',
    isMet: ({ revision }) => {
      const parts = revision.getArray(revision.trailer, 'ID')?.items.map(item => revision.resolve(item)) ?? [];
      return parts.length === 2 && parts.every(part => part instanceof PdfString && part.bytes.length > 0);
    },
  },
  {
    name: 'encryption',
    requires: 'the PDF is not encrypted',
    clause: { 1: '6.1.3', 2: '6.1.3' },
    about: 'file',
    isMet: ({ revision }) => revision.get(revision.trailer, 'Encrypt') === null,
  },
  {
    name: 'objects-readable',
    requires: 'every object is where the cross-reference says, and is not malformed',
    clause: { 1: '6.1.4', 2: '6.1.4' },
    about: 'file',
    isMet: ({ revision: { document } }) => !document.recovered && document.notes.length === 0,
  },
  {
    name: 'no-object-streams',
    requires: 'there are no object streams and cross-reference streams, which PDF 1.4 does not have',
    clause: { 1: '6.1.4' },
    about: 'dictionary',
    isMet: (dictionary, { revision }) => !['ObjStm', 'XRef'].includes(revision.getName(dictionary, 'Type') ?? ''),
  },
  {
    name: 'stream-line-ends',
    requires: "a line end follows 'stream' and precedes 'endstream'",
    clause: { 1: '6.1.7', 2: '6.1.7.1' },
    about: 'stream',
    isMet: ({ data }, { bytes }) =>
      /stream\r?\n$/.test(latin1(bytes, data.start - KEYWORD_BYTES, data.start)) &&
      /^(?:\r\n?|\n)endstream/.test(latin1(bytes, data.end, data.end + KEYWORD_BYTES)),
  },
  {
    name: 'streams-inside',
    requires: 'no stream has its data in another file',
    clause: { 1: '6.1.7', 2: '6.1.7.1' },
    about: 'stream',
    isMet: ({ dict }) => !['F', 'FFilter', 'FDecodeParms'].some(key => dict.has(key)),
  },
  {
    name: 'no-lzw',
    requires: 'no stream is compressed with LZW',
    clause: { 1: '6.1.10', 2: '6.1.7.2' },
    about: 'stream',
    isMet: (stream, { revision }) => !filtersOf(stream, revision).some(name => ['LZWDecode', 'LZW'].includes(name)),
  },
  {
    name: 'no-jpeg-2000',
    requires: 'there is no JPEG 2000, which PDF 1.4 does not have',
    clause: { 1: '6.1.10' },
    about: 'stream',
    isMet: (stream, { revision }) => !filtersOf(stream, revision).includes('JPXDecode'),
  },
  {
    name: 'limits',
    requires:
      'names have at most 127 bytes, strings 65,535 (1b) or 32,767, arrays 8,191 and dictionaries 4,095 entries (1b)',
    clause: { 1: '6.1.12', 2: '6.1.13' },
    about: 'value',
    isMet: (value, { level }) => {
      const first = level === '1b';
      if (value instanceof PdfName) return value.name.length <= 127;
      if (value instanceof PdfString) return value.bytes.length <= (first ? 65_535 : 32_767);
      if (value instanceof PdfArray) return !first || value.items.length <= 8191;
      return !first || !(value instanceof PdfDict) || value.entries.size <= 4095;
    },
  },
];

const HEADER_BYTES = 32;
/** More than the keyword and its line ends. */
const KEYWORD_BYTES = 16;

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.subarray(Math.max(0, from), Math.max(0, to))).toString('latin1');
}

/** Names of the filters of a stream. */
export const filtersOf = (stream: PdfStream, revision: PdfRevision): string[] =>
  revision.items(revision.get(stream, 'Filter')).flatMap(item => (item instanceof PdfName ? [item.name] : []));
