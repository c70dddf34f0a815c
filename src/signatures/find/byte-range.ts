/** Compares /ByteRange with the file, the /Contents token and the revisions (ISO 32000-2, 12.8.1). */
import { isCount, type PdfDict, type PdfRevision, PdfString, type RandomAccess } from '../../pdf/index.js';
import type { Coverage } from '../result.js';

export interface Range {
  readonly offset: number;
  readonly length: number;
}

export interface RangeFacts {
  /** The ranges as stated, for the digest; null: not pairs of numbers. */
  readonly ranges: readonly Range[] | null;
  /** Exactly four integers, the first 0, in order, inside the file. */
  readonly wellFormed: boolean;
  /** The excluded bytes are exactly the `<hex>` token of this dictionary's /Contents. */
  readonly gapIsContents: boolean;
  /** The end offset of the last range. */
  readonly end: number | null;
  readonly coverage: Coverage;
  /** The revision that ends where the range ends. */
  readonly signed: PdfRevision | null;
  /** The bytes of /Contents; null: missing, empty, or all zeros. */
  readonly contents: Uint8Array | null;
}

export function observeRange(revision: PdfRevision, signature: PdfDict | null): RangeFacts {
  const { source } = revision.document;
  const numbers = readNumbers(revision, signature);
  const ranges = numbers && pairs(numbers);
  const wellFormed = ranges !== null && isWellFormed(ranges, source.size);
  const token = signature?.get('Contents');
  const contents = revision.getString(signature, 'Contents');
  const gapIsContents = wellFormed && token instanceof PdfString && token.hex && isGap(token, ranges);
  const end = ranges?.length ? ranges.at(-1)!.offset + ranges.at(-1)!.length : null;
  const coversFile = end !== null && isBlank(source, end, source.size);
  const signed = gapIsContents && end !== null ? revisionEndingAt(revision, end, coversFile) : null;
  return {
    ranges,
    wellFormed,
    gapIsContents,
    end,
    coverage: coverageOf(gapIsContents, coversFile, signed),
    signed,
    contents: contents?.bytes.some(byte => byte !== 0) ? contents.bytes : null,
  };
}

/** Well-formed files have four. */
const MAX_NUMBERS = 64;

function readNumbers(revision: PdfRevision, signature: PdfDict | null): number[] | null {
  const items = revision.getArray(signature, 'ByteRange')?.items;
  if (!items || items.length === 0 || items.length > MAX_NUMBERS) return null;
  const numbers = items.map(item => revision.resolve(item)).filter(item => isCount(item));
  return numbers.length === items.length ? numbers : null;
}

function pairs(numbers: readonly number[]): Range[] | null {
  if (numbers.length % 2 !== 0) return null;
  return Array.from({ length: numbers.length / 2 }, (_, i) => ({
    offset: numbers[2 * i]!,
    length: numbers[2 * i + 1]!,
  }));
}

function isWellFormed(ranges: readonly Range[], size: number): boolean {
  const [first, second] = ranges;
  if (ranges.length !== 2 || !first || !second) return false;
  return (
    first.offset === 0 && first.length > 0 && second.offset > first.length && second.offset + second.length <= size
  );
}

const isGap = (token: PdfString, ranges: readonly Range[]): boolean =>
  token.span?.start === ranges[0]!.length && token.span.end === ranges[1]!.offset;

/** The range may exclude the end of line after %%EOF, or include further white space. */
function revisionEndingAt(revision: PdfRevision, end: number, coversFile: boolean): PdfRevision | null {
  const { document } = revision;
  if (coversFile) return document.latest;
  const found = document.revisionWithin(end);
  return found && found.eofOffset <= end && end <= found.endOffset ? found : null;
}

function coverageOf(gapIsContents: boolean, coversFile: boolean, signed: PdfRevision | null): Coverage {
  if (!gapIsContents) return 'unclear';
  if (coversFile) return 'file';
  return signed ? 'revision' : 'from-start';
}

/** The length in bytes, from the start of the file, of what a complete revision covers; null: it is none. */
export const sizeOfRevision = ({ coverage, end }: RangeFacts): number | null =>
  coverage === 'file' || coverage === 'revision' ? end : null;

const MAX_BLANK = 4096;

/** Only white space (7.2.3, Table 1) between two offsets. */
export function isBlank(source: RandomAccess, from: number, to: number): boolean {
  if (to - from > MAX_BLANK) return false;
  return from >= to || source.read(from, to - from).every(byte => WHITE_SPACE.has(byte));
}

const WHITE_SPACE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
