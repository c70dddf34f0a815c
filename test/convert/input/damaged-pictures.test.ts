/** Pictures whose data are damaged, in documents of every kind: LibreOffice draws them in part or not at all. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import type { SourceDocument } from '../../../src/convert/input/document.js';
import { blips, isUnreadable } from '../../../src/convert/input/inspect/damage/index.js';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { Warnings } from '../../../src/convert/warnings.js';
import { COLOURED, type ColouredPicture } from '../../helpers/documents/coloured.js';
import { type IllustratedFormat, illustrated } from '../../helpers/documents/illustrated.js';
import { tiff, webp } from '../../helpers/documents/pictures.js';
import { edited } from '../../helpers/documents/with.js';
import { documents, type Fixture, legacy } from '../../helpers/documents.js';
import { colourMeter } from '../../helpers/looks/pdf-looks.js';
import { describeTools } from '../../helpers/requires.js';
import { sharedConverter, temporaryFolder } from '../engine-setup.js';

const converter = sharedConverter();
const folder = await temporaryFolder();

async function damageOf({ bytes, name }: Fixture) {
  const warnings = new Warnings();
  await prepareDocument(bytes, { name, warnings });
  return warnings.list().flatMap(({ code, detail }) => (code === 'picture_damaged' ? [detail] : []));
}

const { png, jpg, gif, bmp, svg, emf, wmf } = COLOURED;

function changed(picture: ColouredPicture, change: (bytes: Buffer) => Buffer): ColouredPicture {
  return { ...picture, bytes: change(Buffer.from(picture.bytes)) };
}

const cut = (picture: ColouredPicture, length: number) => changed(picture, bytes => bytes.subarray(0, length));
const zeroed = (picture: ColouredPicture, from: number, to?: number) =>
  changed(picture, bytes => bytes.fill(0, from, to));
const data = png.bytes.indexOf('IDAT') + 4;
const middle = Math.floor((data + png.bytes.length) / 2);
const noise = new PNG({ width: 61, height: 43 });
for (let i = 0; i < noise.data.length; i++) noise.data[i] = (i * i * 7919) >> 3;

/** 8 by 8 grey pixels in seven passes, whose rows have 79 bytes with those of their filters. */
function interlaced(bytes: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 1]);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([png.bytes.subarray(0, 8), ...chunks]);
}

/** A wrong checksum, and a stream that does not end where the pixels do. */
const overwritten = changed({ ...png, bytes: interlaced(99) }, bytes =>
  bytes.fill(7, bytes.length - 16, bytes.length - 12),
).bytes;

const DAMAGED: readonly (readonly [string, ColouredPicture])[] = [
  ['PNG without its pixels', zeroed(png, data, png.bytes.length - 16)],
  ['PNG without half of its pixels', zeroed(png, middle, png.bytes.length - 16)],
  ['PNG that is cut off', cut(png, middle)],
  ['PNG of many colours that is cut off', { ...png, bytes: PNG.sync.write(noise).subarray(0, 5000) }],
  ['PNG whose data unpack to other pixels', { ...png, bytes: overwritten }],
  ['PNG with a wrong checksum of its header', changed(png, bytes => bytes.fill(7, 29, 33))],
  ['interlaced PNG that lacks a byte', { ...png, bytes: interlaced(78) }],
  ['JPEG that is cut off', cut(jpg, jpg.bytes.length - 4)],
  ['JPEG without pixels', cut(jpg, jpg.bytes.indexOf(Buffer.from([0xff, 0xda])))],
  ['GIF that is cut off', cut(gif, 500)],
  ['BMP that is cut off', cut(bmp, 500)],
  ['SVG that is cut off', cut(svg, svg.bytes.length - 8)],
  ['SVG with another tag', changed(svg, bytes => Buffer.from(bytes.toString().replace('<rect', '<g><rect')))],
  ['EMF that is cut off', cut(emf, 120)],
  ['EMF without content', zeroed(emf, 88)],
  ['WMF that is cut off', cut(wmf, 60)],
  ['WMF without content', zeroed(wmf, 40)],
  ['compressed EMF that is cut off', { ...emf, bytes: gzipSync(emf.bytes).subarray(0, 40) }],
  ['compressed EMF without content', { ...emf, bytes: gzipSync(zeroed(emf, 88).bytes) }],
];

describe('a damaged picture', () => {
  it.each(DAMAGED)('%s', async (_, picture) => {
    const detail = { damaged: 1, first: `word/media/p.${picture.extension}` };
    expect(await damageOf(illustrated('docx', [picture, COLOURED.tiff]))).toEqual([detail]);
  });

  it.each<[IllustratedFormat, string]>([
    ['xlsx', 'xl/media/p.png'],
    ['pptx', 'ppt/media/p.png'],
    ['odt', 'Pictures/p.png'],
    ['rtf', 'picture 2'],
    ['html', 'picture 2'],
  ])('is found in %s', async (format, first) => {
    expect(await damageOf(illustrated(format, [jpg, cut(png, middle)]))).toEqual([{ damaged: 1, first }]);
  });

  it('is found in flat OpenDocument, and as a document', async () => {
    const image = `<draw:frame svg:width="2cm" svg:height="2cm"><draw:image><office:binary-data>${cut(png, middle).bytes.toString('base64')}</office:binary-data></draw:image></draw:frame>`;
    const fodt = documents.fodt();
    const bytes = Buffer.from(
      Buffer.from(fodt.bytes).toString().replace('<text:p', `<text:p>${image}</text:p><text:p`),
    );
    expect(await damageOf({ ...fodt, bytes })).toEqual([{ damaged: 1, first: 'picture 1' }]);
    expect(await damageOf({ ...documents.png(), bytes: cut(png, middle).bytes })).toEqual([
      { damaged: 1, first: 'the document' },
    ]);
  });
});

describe('a picture that is none', () => {
  const none: readonly (readonly [string, ColouredPicture])[] = [
    ['empty', cut(png, 0)],
    ['text', { ...png, bytes: Buffer.from('There is no picture here.') }],
    ['a page', { ...png, bytes: Buffer.from('<!DOCTYPE html><html><body>404</body></html>') }],
    ['JSON', { ...png, bytes: Buffer.from('{"error": "not found"}') }],
  ];
  it.each(none)('%s', async (_, picture) => {
    for (const [format, first] of [
      ['docx', 'word/media/p.png'],
      ['xlsx', 'xl/media/p.png'],
      ['pptx', 'ppt/media/p.png'],
      ['odt', 'Pictures/p.png'],
    ] as const)
      expect(await damageOf(illustrated(format, [picture, jpg]))).toEqual([{ damaged: 1, first }]);
  });

  it.each(none.slice(1))('%s in HTML', async (_, picture) => {
    expect(await damageOf(illustrated('html', [jpg, picture]))).toEqual([{ damaged: 1, first: 'picture 2' }]);
  });

  it('is printed nowhere', async () => {
    const unused = { 'word/media/unused.png': '', 'customXml/a.json': '{}' };
    expect(await damageOf(edited(documents.docx(), unused))).toEqual([]);
  });
});

describe('no damage', () => {
  it.each<IllustratedFormat>(['docx', 'xlsx', 'pptx', 'odt', 'rtf', 'html'])(
    'of pictures of every kind in %s',
    async format => expect(await damageOf(illustrated(format))).toEqual([]),
  );

  it.each<[string, ColouredPicture]>([
    [
      'PNG with a wrong checksum of its pixels',
      changed(png, bytes => bytes.fill(7, bytes.length - 16, bytes.length - 12)),
    ],
    ['PNG without its last chunk', cut(png, png.bytes.length - 12)],
    ['PNG of many colours', { ...png, bytes: PNG.sync.write(noise) }],
    ['interlaced PNG', { ...png, bytes: interlaced(79) }],
    ['picture with more behind its end', changed(jpg, bytes => Buffer.concat([bytes, Buffer.alloc(99)]))],
    ['portable bitmap', { ...png, bytes: Buffer.from('P1\n2 2\n1 0 0 1\n') }],
    ['encapsulated PostScript', { ...png, bytes: Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n') }],
    ['compressed EMF', { ...emf, bytes: gzipSync(emf.bytes) }],
    [
      'SVG with a declaration',
      changed(svg, bytes => Buffer.from(`<?xml version="1.0"?><!-- a --><!DOCTYPE svg>${bytes}`)),
    ],
  ])('%s', async (_, picture) => expect(await damageOf(illustrated('docx', [picture, COLOURED.tiff]))).toEqual([]));

  it('of previews, which are not printed', async () => {
    const thumbnail = {
      'docProps/thumbnail.jpeg': jpg.bytes.subarray(0, 50),
      'Thumbnails/thumbnail.png': png.bytes.subarray(0, 40),
    };
    expect(await damageOf(edited(documents.docx(), thumbnail))).toEqual([]);
  });
});

describeTools('a damaged picture', ['soffice.bin', 'pdftoppm'], () => {
  it.each([
    ['png', zeroed(png, data, png.bytes.length - 16)],
    ['svg', cut(svg, svg.bytes.length - 8)],
    ['emf', cut(emf, 120)],
    ['wmf', cut(wmf, 60)],
  ] as const)('%s is not printed, which the warning says', async (name, picture) => {
    const { pdf, warnings } = await converter.convert(illustrated('docx', [picture, gif]));
    const path = join(folder, `${name}.pdf`);
    await writeFile(path, pdf);
    expect(colourMeter(path)(COLOURED[name].colour)).toBeLessThan(1);
    expect(colourMeter(path)(gif.colour)).toBeGreaterThan(3);
    expect(warnings.map(({ code }) => code)).toEqual(['picture_damaged']);
  });
});

describe('a document that is one picture', () => {
  const page = Buffer.from(tiff());
  /** `at`: writes a number into the entry of the directory with this index. */
  const edited = (file: Buffer, edit: (at: (entry: number, offset: number, value: number) => void) => void) => {
    const copy = Buffer.from(file);
    edit((entry, offset, value) => void copy.writeUInt32LE(value, 8 + 2 + entry * 12 + offset));
    return copy;
  };
  const image = Buffer.from(webp());
  const garbage = Buffer.concat([jpg.bytes.subarray(0, 20), Buffer.from([0, 1, 2]), jpg.bytes.subarray(20)]);
  const scan = jpg.bytes.indexOf(Buffer.from([0xff, 0xda]));

  it.each<[string, Uint8Array, boolean]>([
    ['a BMP', bmp.bytes, false],
    ['a BMP that is cut off', bmp.bytes.subarray(0, -4), true],
    ['a TIFF', page, false],
    ['a TIFF without the end of its pixels', page.subarray(0, -4), true],
    ['a TIFF without its directory', page.subarray(0, 20), true],
    [
      'a TIFF with more numbers than the file has',
      Buffer.from(page).fill(0xff, 8 + 2 + 5 * 12 + 4, 8 + 2 + 5 * 12 + 8),
      true,
    ],
    ['a TIFF whose only strip states too many bytes', edited(page, at => at(8, 8, 0xffffffff)), false],
    ['a TIFF whose resolution lies outside of it', edited(page, at => at(9, 8, 0xfffff0)), false],
    ['a WebP', image, false],
    ['a WebP that is cut off', image.subarray(0, -2), true],
    ['a JPEG', jpg.bytes, false],
    ['a JPEG without its last pixels', jpg.bytes.subarray(0, -10), false],
    ['a JPEG that ends before them', jpg.bytes.subarray(0, scan), true],
    ['a JPEG with other bytes between its segments', garbage, false],
    ['a GIF that is cut off', gif.bytes.subarray(0, 100), false],
  ])('is refused where nothing of it can be read: %s', async (_, bytes, expected) => {
    expect(await isUnreadable(bytes)).toBe(expected);
  });
});

describe('records of pictures in each other', () => {
  /** A record with this type, whose picture has `length` bytes. */
  const record = (type: number, begin: Buffer, length: number) => {
    const bytes = Buffer.alloc(8 + 17 + begin.length);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(17 + length, 4);
    begin.copy(bytes, 25);
    return bytes;
  };

  it.each<[string, number, Buffer]>([
    ['PNG', 0xf01e, png.bytes.subarray(0, 8)],
    ['JPEG', 0xf01d, jpg.bytes.subarray(0, 3)],
  ])('are one picture: %s', (_, type, begin) => {
    const one = (length: number) => record(type, begin, length);
    const stream = Buffer.concat([...Array.from({ length: 50 }, () => one(10_000)), Buffer.alloc(10_000), one(99)]);
    const document = { compound: { stream: (name: string) => (name === 'Pictures' ? stream : null) } };
    const lengths = Array.from(blips(document as unknown as SourceDocument), ({ bytes }) => bytes.length);
    expect(lengths).toEqual([10_000, begin.length]);
  });
});

describeTools('a picture of Office 97', ['soffice.bin'], () => {
  it.each(
    (['doc', 'xls', 'ppt'] as const).flatMap(format => [
      [format, png, 'IDAT'],
      [format, jpg, '\xff\xd9'],
    ]) as [format: 'doc' | 'xls' | 'ppt', picture: ColouredPicture, mark: string][],
  )('in %s is checked', async (format, picture, mark) => {
    const modern = illustrated(`${format}x`, [picture]);
    const { name, bytes } = await legacy({ ...modern, text: `${picture.colour} ${mark}` }, format);
    expect(await damageOf({ name, bytes, text: '' })).toEqual([]);
    const begin = Buffer.from(bytes).indexOf(picture.bytes.subarray(0, 8));
    const overwritten = Buffer.from(bytes);
    overwritten.fill(0, overwritten.indexOf(mark, begin, 'latin1'), begin + picture.bytes.length);
    expect(await damageOf({ name, bytes: overwritten, text: '' })).toEqual([{ damaged: 1, first: 'picture 1' }]);
  });
});
