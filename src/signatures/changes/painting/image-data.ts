/** Whether all viewers find the same pixels in the data of an image: they fill in what is missing in different ways. */
import {
  isName,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  type PdfStream,
} from '../../../pdf/index.js';

/** Names of the filters, in their order; an empty text for what is no name. Inline images abbreviate the key (8.9.7). */
export function filtersOf(revision: PdfRevision, image: PdfDict | PdfStream): string[] {
  const value = revision.get(image, 'Filter') ?? revision.get(image, 'F');
  return value === null ? [] : revision.items(value).map(item => (item instanceof PdfName ? item.name : ''));
}

/** Bytes. Larger images are not decoded. */
const MAX_DECODED = 48 << 20;

/** `image`: an XObject with a width, height and colour space that all viewers read. */
export function isDataComplete(revision: PdfRevision, image: PdfStream): boolean {
  const [width, height] = ['Width', 'Height'].map(key => revision.getNumber(image, key) ?? 0) as [number, number];
  const isStencil = revision.get(image, 'ImageMask') === true;
  const bits = isStencil ? 1 : (revision.getNumber(image, 'BitsPerComponent') ?? 8);
  const components = isStencil ? 1 : componentsOf(revision, revision.get(image, 'ColorSpace'));
  const size = Math.ceil((width * bits * components) / 8) * height;
  if (size > MAX_DECODED) return false;
  const { bytes, pending, damaged } = revision.decode(image);
  if (pending === null) return !damaged && bytes.length >= size;
  return WHOLE[pending]?.(bytes, { width, height, parameters: lastParameters(revision, image) }) ?? false;
}

/** By the family of the colour space (8.6). */
function componentsOf(revision: PdfRevision, space: PdfObject): number {
  const [family, second] = revision.items(space);
  if (isName(family, 'DeviceRGB') || isName(family, 'CalRGB') || isName(family, 'Lab')) return 3;
  if (isName(family, 'DeviceCMYK')) return 4;
  if (isName(family, 'ICCBased')) return revision.getNumber(second as PdfStream, 'N') ?? 1;
  return isName(family, 'DeviceN') && second instanceof PdfArray ? second.items.length : 1;
}

interface Stated {
  readonly width: number;
  readonly height: number;
  /** Of the last filter. */
  readonly parameters: { readonly get: (key: string) => PdfObject };
}

function lastParameters(revision: PdfRevision, image: PdfStream): Stated['parameters'] {
  const value = revision.get(image, 'DecodeParms');
  const last = value instanceof PdfArray ? revision.resolve(value.items.at(-1)) : value;
  return { get: key => (last instanceof PdfDict ? revision.get(last, key) : null) };
}

/** By the filter whose data is the image: its beginning states the same size, and its end is there. */
const WHOLE: Readonly<Record<string, (bytes: Uint8Array, stated: Stated) => boolean>> = {
  DCTDecode: isWholeJpeg,
  DCT: isWholeJpeg,
  JPXDecode: bytes => startsWith(bytes, JP2) || startsWith(bytes, CODESTREAM),
  CCITTFaxDecode: isWholeFax,
  CCF: isWholeFax,
  JBIG2Decode: isWholeJbig2,
};

const JP2 = [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20];
const CODESTREAM = [0xff, 0x4f, 0xff, 0x51];
const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte);

/** ISO/IEC 10918-1, B.1.1.3: start of image, a frame of this size, end of image. */
function isWholeJpeg(bytes: Uint8Array, { width, height }: Stated): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!startsWith(bytes, [0xff, 0xd8]) || data.lastIndexOf(Buffer.of(0xff, 0xd9)) < 0) return false;
  for (let at = 2; at + 9 <= data.length && data[at] === 0xff; at += 2 + data.readUInt16BE(at + 2)) {
    if (isFrame(data[at + 1]!)) return data.readUInt16BE(at + 5) === height && data.readUInt16BE(at + 7) === width;
  }
  return false;
}

/** SOF0 to SOF15, less DHT, JPG and DAC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** ITU-T T.6 with its end (two end-of-line codes). Viewers decode other encodings, and data without an end, differently. */
function isWholeFax(bytes: Uint8Array, { width, parameters }: Stated): boolean {
  const [k, columns] = [parameters.get('K'), parameters.get('Columns') ?? 1728];
  const end = [...bytes.slice(-8)].map(byte => byte.toString(2).padStart(8, '0')).join('');
  return typeof k === 'number' && k < 0 && columns === width && /0{11}10{11}10{0,16}$/.test(end);
}

const PAGE_INFORMATION = 48;

/** ITU-T T.88, 7.2: the first segment, which states the size of the page. */
function isWholeJbig2(bytes: Uint8Array, { width, height, parameters }: Stated): boolean {
  if (parameters.get('JBIG2Globals') !== null) return bytes.length > 0;
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (data.length < 19 || (data[4]! & 0x3f) !== PAGE_INFORMATION) return false;
  return data.readUInt32BE(11) === width && data.readUInt32BE(15) === height;
}
