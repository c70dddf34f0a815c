/** Pictures of one colour each, so that a rendered page shows which of them are there; all bitmaps have different sizes. */
import { PNG } from 'pngjs';
import { tiff, u16, u32 } from './pictures.js';

type Colour = readonly [red: number, green: number, blue: number];

export interface ColouredPicture {
  readonly extension: string;
  readonly mediaType: string;
  readonly colour: Colour;
  /** Whether a PDF has it as an image: others are drawn as lines and areas. */
  readonly isBitmap: boolean;
  readonly bytes: Buffer;
}

type Row = readonly [mediaType: string, colour: Colour, isBitmap: boolean, make: (colour: Colour) => Uint8Array];

const ROWS = {
  png: ['image/png', [200, 30, 30], true, png],
  jpg: ['image/jpeg', [30, 160, 30], true, jpg],
  gif: ['image/gif', [30, 30, 200], true, gif],
  bmp: ['image/bmp', [200, 150, 0], true, bmp],
  tiff: ['image/tiff', [0, 150, 150], true, colour => tiff([colour])],
  svg: ['image/svg+xml', [160, 0, 120], false, svg],
  emf: ['image/x-emf', [110, 60, 20], false, emf],
  wmf: ['image/x-wmf', [90, 110, 160], false, wmf],
} as const satisfies Record<string, Row>;

export type PictureName = keyof typeof ROWS;

const entries = Object.entries(ROWS) as [PictureName, Row][];

export const COLOURED = Object.fromEntries(
  entries.map(([extension, [mediaType, colour, isBitmap, make]]) => [
    extension,
    { extension, mediaType, colour, isBitmap, bytes: Buffer.from(make(colour)) },
  ]),
) as Record<PictureName, ColouredPicture>;

/** Ends behind the header, which states its size. */
export function damaged(name: 'png' | 'jpg' | 'gif'): ColouredPicture {
  const { bytes } = COLOURED[name];
  const header = { png: 33, jpg: bytes.indexOf(Buffer.from([0xff, 0xda])), gif: 13 };
  return { ...COLOURED[name], bytes: bytes.subarray(0, header[name]) };
}

function png([red, green, blue]: Colour): Uint8Array {
  const picture = new PNG({ width: 40, height: 30 });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([red, green, blue, 255], at);
  return PNG.sync.write(picture);
}

/** 48 by 32 pixels of the colour in the table, by mozjpeg. */
function jpg(): Uint8Array {
  return Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCEAAMDAwMDAwQEBAQFBQUFBQcHBgYHBwsICQgJCAsRCwwLCwwLEQ8SDw4PEg8bFRMTFRsfGhkaHyYiIiYw' +
      'LTA+PlQBAwMDAwMDBAQEBAUFBQUFBwcGBgcHCwgJCAkICxELDAsLDAsRDxIPDg8SDxsVExMVGx8aGRofJiIiJjAtMD4+VP/AABEIACAAMAMB' +
      'EQACEQEDEQH/xABNAAEBAAAAAAAAAAAAAAAAAAAABhABAAAAAAAAAAAAAAAAAAAAAAEBAQEAAAAAAAAAAAAAAAAAAAcIEQEAAAAAAAAAAAAA' +
      'AAAAAAAA/9oADAMBAAIRAxEAPwCEQxm8AAAAAAAAAAAAAAAAAAAAAAB//9k=',
    'base64',
  );
}

/** 24 by 24 pixels. Codes of 8 bits throughout: the table is cleared before it needs longer ones (GIF89a, appendix F). */
function gif(colour: Colour): Uint8Array {
  const [side, clear, end, run] = [24, 0x80, 0x81, 96];
  const palette = Buffer.alloc(128 * 3);
  for (let at = 0; at < palette.length; at += 3) palette.set(colour, at);
  const blocks = Array.from({ length: (side * side) / run }, () =>
    Buffer.concat([Buffer.from([run + 1, clear]), Buffer.alloc(run)]),
  );
  return Buffer.concat([
    Buffer.from('GIF89a'),
    u16(side, side),
    Buffer.from([0xf6, 0, 0]),
    palette,
    Buffer.from([0x2c, 0, 0, 0, 0, side, 0, side, 0, 0, 7]),
    ...blocks,
    Buffer.from([1, end, 0, 0x3b]),
  ]);
}

/** 32 by 36 pixels, 24 bits each. */
function bmp([red, green, blue]: Colour): Uint8Array {
  const [width, height] = [32, 36];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 3) pixels.set([blue, green, red], at);
  const header = [u32(40, width, height), u16(1, 24), u32(0, pixels.length, 2835, 2835, 0, 0)];
  return Buffer.concat([Buffer.from('BM'), u32(54 + pixels.length, 0, 54), ...header, pixels]);
}

function svg(colour: Colour): Uint8Array {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60" fill="rgb(${colour})"/></svg>`,
  );
}

function colourRef([red, green, blue]: Colour): number {
  return red + (green << 8) + (blue << 16);
}

/** A rectangle filled by a brush ([MS-EMF] 2.3.7.1 and 2.3.5.34). */
function emf(colour: Colour): Uint8Array {
  const box = [0, 0, 100, 100];
  const records = [
    u32(39, 24, 1, 0, colourRef(colour), 0), // EMR_CREATEBRUSHINDIRECT
    u32(37, 12, 1), // EMR_SELECTOBJECT
    u32(43, 24, ...box), // EMR_RECTANGLE
    u32(14, 20, 0, 16, 20), // EMR_EOF
  ];
  const size = 88 + records.reduce((sum, { length }) => sum + length, 0);
  const header = u32(1, 88, ...box, 0, 0, 2500, 2500, 0x464d4520, 0x10000, size, 5, 2, 0, 0, 0, 1600, 1200, 400, 300);
  return Buffer.concat([header, ...records]);
}

/** A rectangle filled by a brush ([MS-WMF] 2.3.4.1 and 2.3.3.17). */
function wmf(colour: Colour): Uint8Array {
  const record = (type: number, ...params: number[]) =>
    Buffer.concat([u32(3 + params.length), u16(type), u16(...params)]);
  const reference = colourRef(colour);
  const records = [
    record(0x020b, 0, 0), // META_SETWINDOWORG
    record(0x020c, 1000, 1000), // META_SETWINDOWEXT
    record(0x02fc, 0, reference & 0xffff, reference >>> 16, 0), // META_CREATEBRUSHINDIRECT
    record(0x012d, 0), // META_SELECTOBJECT
    record(0x041b, 1000, 1000, 0, 0), // META_RECTANGLE
    record(0),
  ];
  const size = 9 + records.reduce((sum, { length }) => sum + length / 2, 0);
  const placeable = u16(0xcdd7, 0x9ac6, 0, 0, 0, 1000, 1000, 1000, 0, 0);
  const checksum = [...Array(10).keys()].reduce((sum, i) => sum ^ placeable.readUInt16LE(2 * i), 0);
  return Buffer.concat([placeable, u16(checksum), u16(1, 9, 0x0300), u32(size), u16(1), u32(8), u16(0), ...records]);
}
