/** Images for visible signatures. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { openEncoder } from '../../src/render/page-images.js';
import { pngChunk } from '../../src/system/formats/png-writer.js';

/** Its left half is red, its right half blue; `alpha` of all pixels. */
export function png(alpha = 255, [width, height]: readonly [number, number] = [40, 20]): Buffer {
  const image = new PNG({ width, height });
  for (let i = 0; i < width * height; i++) {
    const isLeft = i % width < width / 2;
    image.data.set([isLeft ? 255 : 0, 0, isLeft ? 0 : 255, alpha], 4 * i);
  }
  return PNG.sync.write(image);
}

/** Its header states twice the pixels that its only row has. */
export function pngWithoutPixels(): Buffer {
  const image = png(255, [40, 1]);
  image.writeUInt32BE(80, 16);
  image.writeUInt32BE(crc32(image.subarray(12, 29)), 29);
  return image;
}

/** With more than the pixels that its header states, as some programs write it. */
export function pngsWithSurplus(): Record<string, Buffer> {
  const image = png();
  const [start, data, end] = [image.subarray(0, 33), image.subarray(33, -12), image.subarray(-12)];
  const compressed = data.subarray(8, -4);
  const withData = (...pieces: Buffer[]) => Buffer.concat([start, pngChunk('IDAT', Buffer.concat(pieces)), end]);
  return {
    'another row': withData(deflateSync(Buffer.concat([inflateSync(compressed), Buffer.alloc(161)]))),
    'bytes behind the compressed pixels': withData(compressed, Buffer.alloc(9, 7)),
    'bytes behind its end': Buffer.concat([image, Buffer.from('IEND')]),
    'another PNG behind its end': Buffer.concat([image, png(0)]),
  };
}

/** Grey, 8 x 8 pixels. `components` of the frame: 1 is what its data has. */
export function jpeg(components = 1, frame = 0xc0): Buffer {
  const quantization = `ffdb004300${'01'.repeat(64)}`;
  const codes = (kind: string) => `ffc40014${kind}01${'00'.repeat(15)}00`; // one code, of one bit
  return Buffer.from(
    `ffd8${quantization}ff${frame.toString(16)}000b0800080008${components.toString(16).padStart(2, '0')}011100${codes('00')}${codes('10')}ffda0008010100003f003fffd9`,
    'hex',
  );
}

/** As a camera writes it that was turned (Exif 2.32, 4.6.4). */
export function withOrientation(jpeg: Uint8Array, value: number, order: 'II' | 'MM' = 'MM'): Buffer {
  const data = Buffer.concat([Buffer.from('Exif\0\0'), orientationTiff(value, order)]);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, data.length + 2]), data, jpeg.subarray(2)]);
}

function orientationTiff(value: number, order: 'II' | 'MM'): Buffer {
  const short = (number: number) =>
    Buffer.from(order === 'MM' ? [number >> 8, number & 255] : [number & 255, number >> 8]);
  const long = (number: number) => (order === 'MM' ? Buffer.from([0, 0, 0, number]) : Buffer.from([number, 0, 0, 0]));
  const entry = [short(0x112), short(3), long(1), short(value), short(0)];
  return Buffer.concat([Buffer.from(order), short(42), long(8), short(1), ...entry, long(0)]);
}

/** Of orientations: the side at which the first row and the first column of the stored image are seen (Exif 2.32, 4.6.4). */
const SIDES = [
  ['top', 'left'],
  ['top', 'right'],
  ['bottom', 'right'],
  ['bottom', 'left'],
  ['left', 'top'],
  ['right', 'top'],
  ['right', 'bottom'],
  ['left', 'bottom'],
] as const;
/** Of the upright image of 64 x 32 pixels. */
export const CORNERS = {
  top: { left: [255, 0, 0], right: [0, 255, 0] },
  bottom: { left: [0, 0, 255], right: [255, 255, 255] },
};

/** `value` of the tag. */
export async function turnedJpeg(value: number): Promise<Buffer> {
  const encode = await openEncoder('jpg');
  return withOrientation(await encode(turnedPixels(value)), value, byteOrder(value));
}

/** With the tag in front of the pixels or behind them. */
export function turnedPng(value: number): Buffer {
  const { width, height, data } = turnedPixels(value);
  const image = PNG.sync.write(Object.assign(new PNG({ width, height }), { data: Buffer.from(data) }));
  const at = value > 4 ? 33 : image.length - 12;
  const tag = pngChunk('eXIf', orientationTiff(value, byteOrder(value)));
  return Buffer.concat([image.subarray(0, at), tag, image.subarray(at)]);
}

const byteOrder = (value: number) => (value % 2 === 0 ? 'II' : 'MM');

function turnedPixels(value: number) {
  const [rowSide, columnSide] = SIDES[value - 1]!;
  const isSideways = rowSide === 'left' || rowSide === 'right';
  const [width, height] = isSideways ? [32, 64] : [64, 32];
  const data = new Uint8Array(4 * width * height);
  for (let i = 0; i < width * height; i++) {
    const sides = [other(rowSide, Math.floor(i / width) >= height / 2), other(columnSide, i % width >= width / 2)];
    const [vertical, horizontal] = (isSideways ? sides.reverse() : sides) as ['top' | 'bottom', 'left' | 'right'];
    data.set([...CORNERS[vertical][horizontal], 255], 4 * i);
  }
  return { width, height, data };
}

const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;
const other = (side: keyof typeof OPPOSITE, isOther: boolean) => (isOther ? OPPOSITE[side] : side);

/** Shares of ink, 0 to 255. */
const INKS: readonly number[] = [255, 0, 128, 0];

const TRANSFORMED = 2;
/** 8 x 8 pixels of INKS; Adobe writes 0 for full ink, and marks YCCK by its transform (Adobe TN 5116, 18). */
export const CMYK_JPEGS: readonly (readonly [name: string, image: Buffer])[] = [
  ['CMYK without a marker', fourColours(INKS)],
  ['the CMYK of Adobe', fourColours(INKS.map(inverse), 0)],
  ['the YCCK of Adobe', fourColours(luminance(INKS.map(inverse)), TRANSFORMED)],
];

function inverse(value: number): number {
  return 255 - value;
}

/** ITU-T T.871 of the complements of cyan, magenta and yellow. */
function luminance([cyan, magenta, yellow, black]: readonly number[]): number[] {
  const [r, g, b] = [cyan!, magenta!, yellow!].map(inverse) as [number, number, number];
  const y = 0.299 * r + 0.587 * g + 0.114 * b;
  return [y, 128 + 0.564 * (b - y), 128 + 0.713 * (r - y), black!].map(Math.round);
}

/** One block of four components, each of one value. The marker of Adobe is there if `transform` is given. */
function fourColours(values: readonly number[], transform?: number): Buffer {
  const adobe =
    transform === undefined ? '' : `ffee000e${Buffer.from('Adobe').toString('hex')}006400000000${hex(transform)}`;
  const quantization = `ffdb004300${'08'.repeat(64)}`;
  const components = (each: (id: string) => string) => ['01', '02', '03', '04'].map(each).join('');
  const frame = `ffc00014080008000804${components(id => `${id}1100`)}`;
  // differences of up to 8 bits have codes of four bits; the end of a block has one of one bit
  const codes = `ffc4001c0000000009${'00'.repeat(12)}000102030405060708ffc400141001${'00'.repeat(15)}00`;
  const scan = `ffda000e04${components(id => `${id}00`)}003f00`;
  const bits = values.map(value => coded(value - 128)).join('');
  const padded = bits.padEnd(8 * Math.ceil(bits.length / 8), '1');
  const data = padded.match(/.{8}/g)!.map(byte => hex(Number.parseInt(byte, 2)).replace('ff', 'ff00')).join(''); // biome-ignore format: short
  return Buffer.from(`ffd8${adobe}${quantization}${frame}${codes}${scan}${data}ffd9`, 'hex');
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** ITU-T T.81, F.1.2.1. */
function coded(difference: number): string {
  const size = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference));
  const value = difference < 0 ? difference + 2 ** size - 1 : difference;
  const bits = size === 0 ? '' : value.toString(2).padStart(size, '0');
  return `${size.toString(2).padStart(4, '0')}${bits}0`;
}
