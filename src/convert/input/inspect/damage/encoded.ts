/** Pictures in the text of a document: Base64 of HTML, SVG and flat OpenDocument, hexadecimal digits or bytes of RTF. */
import { asBuffer } from '../../../../system/bytes.js';
import type { Format } from '../../../formats.js';

/** Bytes: larger pictures are not checked. */
export const LARGEST_PICTURE = 32 * 1024 ** 2;

export interface EncodedPicture {
  readonly bytes: Buffer;
  /** Where its text stands in the document. */
  readonly from: number;
  readonly end: number;
  readonly encoding: 'base64' | 'hex';
}

/** In the order of the document. Pictures that are too large to be checked are left out. */
export function* encodedPictures(
  bytes: Uint8Array,
  { container, name }: Pick<Format, 'container' | 'name'>,
): Iterable<EncodedPicture> {
  const text = asBuffer(bytes);
  if (name === 'rtf') yield* between(text, RTF);
  else if (container === 'flat-odf') yield* between(text, FLAT);
  else if (container === 'html' || container === 'svg') yield* between(text, DATA_URL);
}

interface Encoding {
  /** Before the data; `skip` is what follows it. */
  readonly mark: string;
  readonly skip: RegExp;
  /** Bytes in which `skip` has to match. */
  readonly head: number;
  /** One of them ends the data. */
  readonly ends: readonly number[];
  readonly encoding: EncodedPicture['encoding'];
}

const DATA_URL: Encoding = {
  mark: 'data:image/',
  skip: /^[\w.+-]{1,40};base64,/,
  head: 60,
  ends: [0x22, 0x27, 0x29, 0x3e],
  encoding: 'base64',
};
const FLAT: Encoding = { mark: '<office:binary-data>', skip: /^/, head: 0, ends: [0x3c], encoding: 'base64' };
/** Control words, and groups with properties of the picture. */
const RTF: Encoding = {
  mark: '{\\pict',
  skip: /^(?:[^{}]|\{[^{}]*\})*?\\(?:png|jpeg|emf)blip(?:\\[a-z]+-?\d*|\s|\{[^{}]*\})*/,
  head: 4096,
  ends: [0x7d],
  encoding: 'hex',
};

function* between(text: Buffer, { mark, skip, head, ends, encoding }: Encoding): Iterable<EncodedPicture> {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at)) {
    at += mark.length;
    const skipped = skip.exec(text.toString('latin1', at, at + head));
    if (!skipped) continue;
    const from = at + skipped[0].length;
    const raw = encoding === 'hex' ? rawPicture(text, from, skipped[0]) : null;
    if (raw) {
      if (raw.bytes.length <= LARGEST_PICTURE) yield raw;
      at = raw.end;
      continue;
    }
    let end = from;
    while (end < text.length && !ends.includes(text[end]!)) end++;
    // Node ends hexadecimal digits at white space
    const digits = () => text.toString('latin1', from, end).replace(/\s/g, '');
    if (end - from <= 2 * LARGEST_PICTURE) yield { bytes: Buffer.from(digits(), encoding), from, end, encoding };
    at = end;
  }
}

/** Bytes of Rich Text that stand there as they are, behind \bin and their number: digits may take the place of both. */
function rawPicture(text: Buffer, behind: number, skipped: string): EncodedPicture | null {
  const found = /\\bin(\d{1,9})\s?$/.exec(skipped);
  if (!found) return null;
  const end = Math.min(text.length, behind + Number(found[1]));
  return { bytes: text.subarray(behind, end), from: behind - found[0].length, end, encoding: 'hex' };
}
