/** The frame header of a JPEG (ITU-T T.81, B.2.2), as a PDF has to state it. */
import { asBuffer } from '../bytes.js';
import { jpegSegments } from './jpeg-segments.js';

export interface JpegFrame {
  /** In pixels; never 0. */
  readonly width: number;
  readonly height: number;
  /** Null: the filter DCTDecode of a PDF does not support this kind of JPEG. */
  readonly components: 1 | 3 | 4 | null;
  /** Adobe writes CMYK, also as YCCK, with 0 for full ink. */
  readonly isInverted: boolean;
}

const BEGIN = Buffer.from('ffd8', 'hex');
const END = Buffer.from('ffd9', 'hex');
/** Baseline, extended and progressive (ITU-T T.81, table B.1). */
const SUPPORTED = [0xc0, 0xc1, 0xc2];

export const isJpeg = (bytes: Uint8Array): boolean => asBuffer(bytes).subarray(0, 2).equals(BEGIN);

/** Null: it is no JPEG, or a damaged one. Its pixels are not decoded, but their end has to be there. */
export function readJpeg(data: Uint8Array): JpegFrame | null {
  const bytes = asBuffer(data);
  if (!isJpeg(bytes)) return null;
  let isAdobe = false;
  let frame: JpegFrame | null = null;
  for (const { at, isFrame, isScan } of jpegSegments(bytes)) {
    if (at + 10 > bytes.length) return null;
    if (bytes[at + 1] === 0xee && bytes.toString('latin1', at + 4, at + 9) === 'Adobe') isAdobe = true;
    if (isFrame) frame = frameAt(bytes, at);
    if (isScan && frame && bytes.includes(END, at)) return { ...frame, isInverted: isAdobe && frame.components === 4 };
  }
  return null;
}

function frameAt(bytes: Buffer, at: number): JpegFrame | null {
  const [height, width, components] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7), bytes[at + 9]!];
  if (width === 0 || height === 0) return null;
  const isSupported = SUPPORTED.includes(bytes[at + 1]!) && bytes[at + 4] === 8 && [1, 3, 4].includes(components);
  return { width, height, components: isSupported ? (components as 1 | 3 | 4) : null, isInverted: false };
}
