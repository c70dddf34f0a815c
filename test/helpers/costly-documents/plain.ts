/** RTF, text, CSV and images. */
import { crc32, deflateSync } from 'node:zlib';
import { type CostlyDocument, fill, numbered, plain } from './document.js';

const rtf = (name: string, content: (size: number) => string) =>
  plain('rtf', name, size => Buffer.from(`{\\rtf1 ${content(size)}}`, 'latin1'));
const jpeg = (name: string, segments: (size: number) => string) =>
  plain('jpg', name, size => Buffer.from(`\xff\xd8${segments(size)}\xff\xd9`, 'latin1'));
const FRAME = '\xff\xc0\0\x11\x08\0\x10\0\x10\x03\x01\x22\0\x02\x11\x01\x03\x11\x01';

function pngChunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** Of one colour, 8 bits a pixel of grey. */
export function pngOf(width: number, height: number, more: readonly Uint8Array[] = []): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export const PLAIN: readonly CostlyDocument[] = [
  rtf('\\b', size => fill(size, '\\b')),
  rtf('\\b and text', size => fill(size, '\\b x')),
  rtf('\\cell', size => fill(Math.min(size, 1_000_000), '\\cell')),
  rtf('\\page', size => fill(Math.min(size, 100_000), '\\page ')),
  rtf('\\bin', size => fill(size, '\\bin1 }')),
  rtf('\\bin with a long number', size => fill(size, '\\bin000000000000000000000000 ')),
  rtf('one long word', size => `\\b${'b'.repeat(size)}`),
  rtf('characters by code', size => fill(size, "\\'e4")),
  rtf('backslashes', size => fill(size, '\\\\')),
  rtf('groups', size => fill(size, '{}')),
  rtf('groups with destinations', size => fill(size, '{\\*\\itap1 x}')),
  rtf('a picture', size => `{\\pict\\pngblip ${fill(size, '89504e470d0a1a0a')}}`),
  rtf('pictures', size => fill(size, '{\\pict\\pngblip 89504e470d0a1a0a0000000d49484452000000100000001008}')),
  plain('txt', 'empty lines', size => fill(size, '\n')),
  plain('txt', 'lines', size => fill(size, 'Lorem ipsum dolor sit amet\r\n')),
  plain('txt', 'form feeds', size => fill(Math.min(size, 15_000), '\f')),
  plain('txt', 'characters of four bytes', size => fill(size / 2, '\u{1f600}\n')),
  plain('txt', 'UTF-16', size => Buffer.from(`\ufeff${fill(size / 2, 'a\n')}`, 'utf16le')),
  plain('txt', 'UTF-8 that ends in a wrong byte', size =>
    Buffer.concat([Buffer.from(fill(size, 'ä\n')), Buffer.of(0xff)]),
  ),
  plain('csv', 'separators', size => fill(Math.min(size, 4_900_000), ',')),
  plain('csv', 'empty lines', size => fill(Math.min(size, 4_900_000), '\n')),
  plain('csv', 'quotes', size => fill(size, '"\n')),
  plain('csv', 'an open quote', size => `"${fill(size, 'a;,|\t\n')}`),
  plain('tsv', 'rows', size => numbered(size, i => `${i}\tx\r\n`)),
  jpeg('fill bytes', size => `${fill(size, '\xff')}\xda`),
  jpeg('empty segments', size => fill(size, '\xff\xe0\0\x02')),
  jpeg('frames', size => fill(size, FRAME)),
  jpeg('segments of length 0', size => fill(size, '\xff\xe0\0\0')),
  plain('png', 'text chunks', size =>
    pngOf(
      16,
      16,
      Array.from({ length: Math.ceil(size / 20) }, () => pngChunk('tEXt', Buffer.from('a\0b'))),
    ),
  ),
];
