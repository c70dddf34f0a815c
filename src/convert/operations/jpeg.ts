/** The frame header of a JPEG (ITU-T T.81, B.2.2), as a PDF has to state it. */
import { jpegSegments } from '../../system/formats/jpeg-segments.js';

export interface JpegFrame {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3 | 4;
  /** Adobe writes CMYK with 0 for full ink. */
  readonly isInverted: boolean;
}

const BEGIN = 0xffd8;

/** Null: it is no JPEG, or has no frame that a PDF can contain. */
export function readJpeg(data: Uint8Array): JpegFrame | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== BEGIN) return null;
  let isAdobe = false;
  for (const { at, isFrame } of jpegSegments(bytes)) {
    if (bytes[at + 1] === 0xee && bytes.toString('latin1', at + 4, at + 9) === 'Adobe') isAdobe = true;
    if (!isFrame || at + 10 > bytes.length) continue;
    const [height, width, components] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7), bytes[at + 9]!];
    if (bytes[at + 4] !== 8 || !width || !height || ![1, 3, 4].includes(components)) return null;
    return { width, height, components: components as 1 | 3 | 4, isInverted: isAdobe && components === 4 };
  }
  return null;
}
