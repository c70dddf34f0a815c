/** Fonts and images that all viewers draw alike. What the renderer leaves out of others, another viewer may show. */
import {
  area,
  boxOf,
  IDENTITY,
  numbersOf,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfStream,
} from '../../../pdf/index.js';
import { glyphText } from '../field-looks/fonts/glyph-names.js';
import { filtersOf, isDataComplete } from './image-data.js';

/** The renderer has no font for composite ones that are not embedded, and few glyphs beyond the Latin ones for simple ones. */
export function isFontRendered(revision: PdfRevision, font: PdfDict): boolean {
  const subtype = revision.getName(font, 'Subtype');
  // without an encoding, some viewers take StandardEncoding and others draw no glyph (9.6.4)
  if (subtype === 'Type3') return revision.get(font, 'Encoding') !== null;
  const composite = subtype === 'Type0';
  const described = composite ? revision.resolve(revision.getArray(font, 'DescendantFonts')?.items[0]) : font;
  const descriptor = described instanceof PdfDict ? revision.getDict(described, 'FontDescriptor') : null;
  if (isEmbedded(revision, descriptor)) return true;
  return !composite && isSubstituted(revision, font, descriptor);
}

function isEmbedded(revision: PdfRevision, descriptor: PdfDict | null): boolean {
  return ['FontFile', 'FontFile2', 'FontFile3'].some(key => {
    const program = revision.get(descriptor, key);
    return program instanceof PdfStream && revision.rawStream(program).length > 0;
  });
}

/** Fonts with symbols that every viewer has (9.6.2.2). */
const STANDARD_SYMBOLS = /^(?:Symbol|ZapfDingbats)$/;
const SYMBOLIC = 4;

function isSubstituted(revision: PdfRevision, font: PdfDict, descriptor: PdfDict | null): boolean {
  if (STANDARD_SYMBOLS.test(revision.getName(font, 'BaseFont') ?? '')) return true;
  if (((revision.getNumber(descriptor, 'Flags') ?? 0) & SYMBOLIC) !== 0) return false;
  const encoding = revision.get(font, 'Encoding');
  if (!(encoding instanceof PdfDict)) return !isExpert(encoding);
  const differences = revision.getArray(encoding, 'Differences')?.items.map(item => revision.resolve(item)) ?? [];
  return (
    !isExpert(revision.get(encoding, 'BaseEncoding')) &&
    differences.every(item => !(item instanceof PdfName) || item.name === '.notdef' || isLatin(item.name))
  );
}

const isExpert = (encoding: PdfObject): boolean => encoding instanceof PdfName && encoding.name === 'MacExpertEncoding';

/** The last character of Latin Extended-A. */
const LAST_LATIN = 0x17f;

/** A name that says its code point is a glyph that few fonts have, unless it is Latin. */
function isLatin(name: string): boolean {
  const text = glyphText(name);
  return text !== undefined && (!/^u(?:ni)?[0-9A-F]{4}/.test(name) || text.codePointAt(0)! <= LAST_LATIN);
}

const MAX_SIDE = 1 << 15;
/** Filters of images, with their abbreviations in inline images (8.9.7). */
const FILTERS = new Set(
  `ASCIIHexDecode AHx ASCII85Decode A85 LZWDecode LZW FlateDecode Fl RunLengthDecode RL CCITTFaxDecode CCF JBIG2Decode DCTDecode
  DCT JPXDecode Crypt`.split(/\s+/),
);
/** Their data states the number of bits, or it is always 1. */
const STATES_BITS = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'CCITTFaxDecode', 'CCF', 'JBIG2Decode']);
const BITS = new Set<PdfObject>([1, 2, 4, 8, 16]);

/** Of an appearance: also its data and masks, which are not read for the content of pages. */
export const isMarkImageRendered = (
  revision: PdfRevision,
  image: PdfDict | PdfStream,
  spaces: PdfDict | null,
): boolean =>
  isImageRendered(revision, image, spaces) &&
  (!(image instanceof PdfStream) || (isDataComplete(revision, image) && areMasksAlike(revision, image)));

/** `spaces`: /ColorSpace of the resources, for inline images. */
export function isImageRendered(
  revision: PdfRevision,
  image: PdfDict | PdfStream,
  spaces: PdfDict | null = null,
): boolean {
  const dict = image instanceof PdfStream ? image.dict : image;
  const entry = (key: string, short: string): PdfObject => revision.get(dict, key) ?? revision.get(dict, short);
  const sides = [entry('Width', 'W'), entry('Height', 'H')];
  if (!sides.every(side => Number.isInteger(side) && (side as number) > 0 && (side as number) <= MAX_SIDE))
    return false;
  const filters = filtersOf(revision, image);
  if (!filters.every(filter => FILTERS.has(filter))) return false;
  const bits = entry('BitsPerComponent', 'BPC');
  if (entry('ImageMask', 'IM') === true) return bits === null || bits === 1;
  if (!BITS.has(bits) && !(bits === null && STATES_BITS.has(filters.at(-1) ?? ''))) return false;
  const space = entry('ColorSpace', 'CS');
  const isSpaceKnown =
    filters.at(-1) === 'JPXDecode' && space === null ? true : isSpaceRendered(revision, space, spaces);
  const masks = [revision.get(dict, 'Mask'), revision.get(dict, 'SMask')].filter(mask => mask instanceof PdfStream);
  return isSpaceKnown && masks.every(mask => isMaskRendered(revision, mask));
}

/** Masks have no masks of their own (8.9.5.4, 11.6.5.2). */
const isMaskRendered = (revision: PdfRevision, mask: PdfStream): boolean =>
  !mask.dict.has('Mask') && !mask.dict.has('SMask') && isImageRendered(revision, mask);

/** A stencil in /Mask, complete masks, and ranges of colours that exist (8.9.6). */
function areMasksAlike(revision: PdfRevision, image: PdfStream): boolean {
  const [mask, soft] = [revision.get(image, 'Mask'), revision.get(image, 'SMask')];
  if (!isDecodeAlike(revision, image)) return false;
  if (mask instanceof PdfArray && !isRangeAlike(revision, image, mask)) return false;
  if (mask instanceof PdfStream && revision.get(mask, 'ImageMask') !== true) return false;
  return [mask, soft].every(
    one => !(one instanceof PdfStream) || (isDataComplete(revision, one) && isDecodeAlike(revision, one)),
  );
}

/** Of stencils: [0 1] or [1 0] (8.9.6.2). */
function isDecodeAlike(revision: PdfRevision, image: PdfStream): boolean {
  const value = revision.get(image, 'Decode');
  if (value === null || revision.get(image, 'ImageMask') !== true) return true;
  const numbers = numbersOf(revision, value, 2);
  return numbers !== null && numbers[0]! + numbers[1]! === 1 && numbers[0]! * numbers[1]! === 0;
}

function isRangeAlike(revision: PdfRevision, image: PdfStream, range: PdfArray): boolean {
  const most = 2 ** (revision.getNumber(image, 'BitsPerComponent') ?? 8) - 1;
  const numbers = numbersOf(revision, range);
  return numbers?.every(number => Number.isInteger(number) && number >= 0 && number <= most) ?? false;
}

const DEVICE_SPACES = new Set(['DeviceGray', 'G', 'DeviceRGB', 'RGB', 'DeviceCMYK', 'CMYK']);
const COMPONENTS = new Set<PdfObject>([1, 3, 4]);
/** Nesting of colour spaces: /Indexed, its base, its alternate space. */
const MAX_NESTING = 4;

function isSpaceRendered(revision: PdfRevision, space: PdfObject, spaces: PdfDict | null, depth = 0): boolean {
  if (depth > MAX_NESTING) return false;
  if (space instanceof PdfName)
    return (
      DEVICE_SPACES.has(space.name) ||
      (spaces?.has(space.name) === true && isSpaceRendered(revision, revision.get(spaces, space.name), null, depth + 1))
    );
  if (!(space instanceof PdfArray)) return false;
  const [family, first, second, third] = space.items.map(item => revision.resolve(item));
  const isRendered = (inner: PdfObject | undefined): boolean =>
    isSpaceRendered(revision, inner ?? null, spaces, depth + 1);
  switch (family instanceof PdfName ? family.name : '') {
    case 'DeviceGray':
    case 'DeviceRGB':
    case 'DeviceCMYK':
      return true;
    case 'CalGray':
    case 'CalRGB':
    case 'Lab':
      return first instanceof PdfDict && numbersOf(revision, first.get('WhitePoint'), 3) !== null;
    case 'ICCBased':
      return first instanceof PdfStream && COMPONENTS.has(revision.get(first, 'N'));
    case 'Indexed':
    case 'I':
      return isRendered(first) && Number.isInteger(second) && third !== undefined && third !== null;
    case 'Separation':
    case 'DeviceN':
      return isRendered(second) && third !== undefined && third !== null;
    default:
      return false;
  }
}

/** In the space of the pattern. Larger cells take too much memory. */
const MAX_CELL = 5_000;

/** A tiling pattern as Table 74 requires it: of others, the renderer draws nothing and another viewer the cell. */
export function isPatternRendered(revision: PdfRevision, pattern: PdfStream): boolean {
  const number = (key: string): number | null => revision.getNumber(pattern, key);
  const [box, matrix] = [boxOf(revision, pattern.dict.get('BBox')), pattern.dict.get('Matrix')];
  const [a, b, c, d] = (matrix === undefined ? IDENTITY : numbersOf(revision, matrix, 6)) ?? [0, 0, 0, 0];
  const isCell = box !== null && area(box) > 0 && Math.max(box.right - box.left, box.top - box.bottom) <= MAX_CELL;
  return (
    isCell &&
    number('PatternType') === 1 &&
    (number('PaintType') === 1 || number('PaintType') === 2) &&
    [number('XStep'), number('YStep')].every(step => step !== null && step !== 0) &&
    a! * d! !== b! * c!
  );
}
