/** Animated WebP pictures (RFC 9649, 2.7.1), which LibreOffice does not open: the first frame becomes the picture. */
import { asBuffer } from '../../../../system/bytes.js';
import type { DocumentEdit } from '../document.js';

interface Chunk {
  readonly name: string;
  /** With its head and padding. */
  readonly whole: Buffer;
  readonly data: Buffer;
}

const HEAD = 12;
const CHUNK_HEAD = 8;
/** Of a frame: its place, size, duration and flags. */
const FRAME_HEAD = 16;
const ALPHA = 0x10;

export const keepFirstFrame: DocumentEdit = async document => {
  document.whole = firstFrameOf(asBuffer(document.whole)) ?? document.whole;
};

/** Null where the picture has no frames. */
export function firstFrameOf(bytes: Buffer): Buffer | null {
  const frame = chunksOf(bytes.subarray(HEAD)).find(({ name }) => name === 'ANMF')?.data;
  if (!frame || frame.length < FRAME_HEAD) return null;
  const chunks = chunksOf(frame.subarray(FRAME_HEAD)).filter(({ name }) => /^(?:ALPH|VP8[ L])$/.test(name));
  const pixels = Buffer.concat(chunks.map(({ whole }) => whole));
  const hasAlpha = chunks.some(({ name }) => name === 'ALPH');
  const content = hasAlpha ? Buffer.concat([extended(frame.subarray(6, 12)), pixels]) : pixels;
  const head = Buffer.from('RIFF????WEBP');
  head.writeUInt32LE(4 + content.length, 4);
  return Buffer.concat([head, content]);
}

/** The chunk of a picture with an alpha channel. `size`: width and height less 1, 24 bits each. */
function extended(size: Buffer): Buffer {
  return Buffer.concat([Buffer.from('VP8X'), Buffer.from([10, 0, 0, 0, ALPHA, 0, 0, 0]), size]);
}

function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at + CHUNK_HEAD <= bytes.length; ) {
    const from = at + CHUNK_HEAD;
    const end = from + bytes.readUInt32LE(at + 4);
    const next = end + (end % 2);
    chunks.push({
      name: bytes.toString('latin1', at, at + 4),
      whole: bytes.subarray(at, next),
      data: bytes.subarray(from, end),
    });
    at = next;
  }
  return chunks;
}
