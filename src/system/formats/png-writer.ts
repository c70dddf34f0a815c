/** Writes a PNG from uncompressed pixels. */
import { crc32, deflateSync } from 'node:zlib';
import { type Png, SIGNATURE } from './png.js';

/** Chunks before the pixels that change how they are drawn. */
const KEPT = ['PLTE', 'tRNS', 'pHYs', 'gAMA', 'sRGB'];

/** `pixels`: rows, each after the number of its filter. `level` of compression; 0: none. */
export function writePng({ header, before }: Png & { header: Buffer }, pixels: Buffer, level: number): Buffer {
  const kept = KEPT.flatMap(type => before.filter(chunk => chunk.type === type).slice(0, 1));
  const chunks = [
    pngChunk('IHDR', header),
    ...kept.map(({ type, content }) => pngChunk(type, content)),
    pngChunk('IDAT', deflateSync(pixels, { level })),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
