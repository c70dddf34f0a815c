/** PNG pictures of which libpng reports an error, which ends the WASM engine: they are repaired in documents of every kind. */
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { BLANK_PNG, repairedPng } from '../../../src/convert/input/edit/pictures/png.js';
import { COLOURED } from '../../helpers/documents/coloured.js';
import { type IllustratedFormat, illustrated } from '../../helpers/documents/illustrated.js';
import { documents, legacy } from '../../helpers/documents.js';
import { describeWith, program } from '../../helpers/requires.js';
import { embedded, sharedConverter } from '../engine-setup.js';

const converter = sharedConverter();
const [WIDTH, HEIGHT] = [40, 30];

function chunk(type: string, content: Buffer = Buffer.alloc(0), isIntact = true): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(isIntact ? crc32(body) : 1);
  return Buffer.concat([length, body, checksum]);
}

function header(width = WIDTH, bits = 8, colour = 2, interlacing = 0): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width);
  content.writeUInt32BE(HEIGHT, 4);
  content.set([bits, colour, 0, 0, interlacing], 8);
  return content;
}

/** Red, green and blue of each pixel are 90. */
const rows = (count = HEIGHT, filter = 0, samples = 3) =>
  Buffer.concat(Array.from({ length: count }, () => Buffer.from([filter, ...Array(WIDTH * samples).fill(90)])));
const png = (...chunks: Buffer[]) => Buffer.concat([COLOURED.png.bytes.subarray(0, 8), ...chunks]);

const [first, end] = [chunk('IHDR', header()), chunk('IEND')];
const data = deflateSync(rows());
const pixels = chunk('IDAT', data);
const palette = chunk('PLTE', Buffer.from([1, 2, 3]));
const indices = chunk('IDAT', deflateSync(rows(HEIGHT, 0, 1)));
const withChecksum = (value: number) => Buffer.concat([data.subarray(0, -4), Buffer.alloc(4, value)]);

const SOUND: readonly (readonly [string, Buffer])[] = [
  ['of red, green and blue', png(first, pixels, end)],
  ['with a wrong checksum of its text', png(first, chunk('tEXt', Buffer.from('a\0b'), false), pixels, end)],
  ['with a profile that cannot be read', png(first, chunk('iCCP', Buffer.from('a\0\0junk')), pixels, end)],
  ['with more behind its end', png(first, pixels, end, Buffer.alloc(99, 3))],
  ['with colours beyond its palette', png(chunk('IHDR', header(WIDTH, 8, 3)), palette, indices, end)],
  ['of pngjs', COLOURED.png.bytes],
];

/** All pixels can be read. */
const COMPLETE: readonly (readonly [string, Buffer])[] = [
  ['with a wrong checksum of its pixels', png(first, chunk('IDAT', data, false), end)],
  ['with a wrong checksum of its data', png(first, chunk('IDAT', withChecksum(7)), end)],
  ['without its last chunk', png(first, pixels)],
  ['with text that is cut off', png(first, pixels, chunk('tEXt', Buffer.alloc(99))).subarray(0, -50)],
  ['with an unknown chunk', png(first, chunk('ABCD'), pixels, end)],
  ['with two headers', png(first, first, pixels, end)],
];

const PARTIAL: readonly (readonly [string, Buffer])[] = [
  ['with half of its rows', png(first, chunk('IDAT', deflateSync(rows(15))), end)],
  ['with an unknown filter', png(first, chunk('IDAT', deflateSync(Buffer.concat([rows(15), rows(15, 9)]))), end)],
  [
    'with an error in its data',
    png(
      first,
      chunk('IDAT', Buffer.concat([deflateSync(rows(), { level: 0 }).subarray(0, 1900), Buffer.alloc(20, 7)])),
    ),
  ],
];

const UNREADABLE: readonly (readonly [string, Buffer])[] = [
  ['with a wrong checksum of its header', png(chunk('IHDR', header(), false), pixels, end)],
  ['of no width', png(chunk('IHDR', header(0)), pixels, end)],
  ['with five bits', png(chunk('IHDR', header(WIDTH, 5)), pixels, end)],
  ['without its palette', png(chunk('IHDR', header(WIDTH, 8, 3)), indices, end)],
  ['of data that are no pixels', png(first, chunk('IDAT', Buffer.alloc(60, 7)), end)],
  ['without pixels', png(first, end)],
  ['that is its header only', png(first)],
  ['that is its signature only', png()],
];

/** Rows whose pixels are those of rows(). */
function rowsOf(bytes: Buffer): number {
  const { data: read } = PNG.sync.read(bytes);
  return Array.from({ length: HEIGHT }, (_, row) => read[4 * WIDTH * row] === 90).lastIndexOf(true) + 1;
}

describe('a PNG', () => {
  it.each(SOUND)('%s stays as it is', async (_, bytes) => expect(await repairedPng(bytes)).toBe(bytes));

  it.each(COMPLETE)('%s keeps all of its pixels', async (_, bytes) => {
    const repaired = (await repairedPng(bytes))!;
    expect(rowsOf(repaired)).toBe(HEIGHT);
    expect(await repairedPng(repaired)).toBe(repaired);
  });

  it.each(PARTIAL)('%s keeps those that can be read', async (_, bytes) => {
    const repaired = (await repairedPng(bytes))!;
    expect(rowsOf(repaired)).toBe(15);
    expect(await repairedPng(repaired)).toBe(repaired);
  });

  it.each(UNREADABLE)('%s has none', async (_, bytes) => expect(await repairedPng(bytes)).toBeNull());

  it('in seven passes is completed', async () => {
    const interlaced = png(chunk('IHDR', header(WIDTH, 8, 2, 1)), chunk('IDAT', deflateSync(Buffer.alloc(500))), end);
    const repaired = (await repairedPng(interlaced))!;
    expect(PNG.sync.read(repaired)).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(await repairedPng(repaired)).toBe(repaired);
  });

  it('is blank where none can be read', async () => expect(await repairedPng(BLANK_PNG)).toBe(BLANK_PNG));
});

const unreadable = { ...COLOURED.png, bytes: png(first) };
const cut = png(first, chunk('IDAT', data.subarray(0, 20)), end);
const svgWith = (bytes: Buffer) => ({
  ...COLOURED.svg,
  bytes: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><image width="60" height="60" href="data:image/png;base64,${bytes.toString('base64')}"/></svg>`,
  ),
});
const FORMATS: readonly IllustratedFormat[] = ['docx', 'xlsx', 'pptx', 'odt', 'rtf', 'html'];

function flat() {
  const image = `<draw:frame svg:width="2cm" svg:height="2cm"><draw:image><office:binary-data>${cut.toString('base64')}</office:binary-data></draw:image></draw:frame>`;
  const fodt = documents.fodt();
  return {
    ...fodt,
    bytes: Buffer.from(Buffer.from(fodt.bytes).toString().replace('<text:p', `<text:p>${image}</text:p><text:p`)),
  };
}

const binary = (bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`{\\rtf1 before {\\pict\\pngblip\\picw40\\pich30\\bin${bytes.length} `),
    bytes,
    Buffer.from('} behind}'),
  ]);

/** The first PNG of a document that is not compressed has no pixels. */
function withoutPixels(document: Uint8Array): Buffer {
  const bytes = Buffer.from(document);
  const begin = bytes.indexOf(COLOURED.png.bytes.subarray(0, 8));
  expect(begin).toBeGreaterThan(0);
  const data = bytes.indexOf('IDAT', begin, 'latin1');
  return bytes.fill(7, data + 4, data + 24);
}

describeWith('a damaged PNG with wasm', [embedded, program('soffice.bin')], () => {
  it.each([
    ...FORMATS.map(format => [format, illustrated(format, [unreadable, COLOURED.jpg])] as const),
    ['fodt', flat()] as const,
    ['rtf, as bytes', { ...documents.rtf(), bytes: binary(cut) }] as const,
    ['png', { ...documents.png(), bytes: cut }] as const,
    ['svg', { ...documents.svg(), bytes: svgWith(cut).bytes }] as const,
    ['SVG in docx', illustrated('docx', [svgWith(cut), COLOURED.jpg])] as const,
  ])(
    'does not end it in %s',
    async (_, document) => {
      const { warnings } = await converter.convert(document, { engine: 'wasm', timeoutMs: 180_000 });
      expect(warnings.map(({ code }) => code)).toContain('picture_damaged');
    },
    200_000,
  );

  it.each([
    ['doc', 'docx'],
    ['xls', 'xlsx'],
    ['ppt', 'pptx'],
  ] as const)(
    'does not end it in %s, nor changes the next document',
    async (format, modern) => {
      const source = illustrated(modern, [COLOURED.png, COLOURED.jpg]);
      const sound = await legacy({ ...source, text: `${format} of a damaged PNG` }, format);
      const options = { engine: 'wasm', timeoutMs: 180_000 } as const;
      const alone = await converter.convert(sound, options);
      expect(alone.warnings.map(({ code }) => code)).not.toContain('picture_damaged');
      const { warnings } = await converter.convert({ ...sound, bytes: withoutPixels(sound.bytes) }, options);
      expect(warnings.map(({ code }) => code)).toContain('picture_damaged');
      const next = await converter.convert(sound, options);
      expect(next.pdf.length).toBe(alone.pdf.length);
    },
    500_000,
  );

  it('is refused as a document where no pixel can be read', async () => {
    const converted = converter.convert({ ...documents.png(), bytes: png(first) }, { engine: 'wasm' });
    await expect(converted).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT' });
  });
});
