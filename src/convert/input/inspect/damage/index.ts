/**
 * Whether the data of a picture are damaged, by their structure: a picture that is cut off or overwritten is drawn in part or
 * not at all, and LibreOffice reports neither. What is not checked counts as undamaged: other formats, pictures above the
 * limits, and data that are valid but not those of the author.
 */
import { gunzipSync } from 'node:zlib';
import { asBuffer } from '../../../../system/bytes.js';
import { isBrokenPng } from '../../../../system/formats/png.js';
import { readElements, XmlDepthError } from '../../../../system/xml.js';
import { encodedPictures, LARGEST_PICTURE } from './encoded.js';
import { isBrokenEmf, isBrokenGif, isBrokenJpeg, isBrokenWmf, isCutBmp, isCutWebp, isHeadOfJpeg } from './lengths.js';
import { isCutTiff } from './tiff.js';

export { blips, drawingsOf, PICTURE_STREAMS, picturesIn } from './blips.js';
export { type EncodedPicture, encodedPictures, LARGEST_PICTURE } from './encoded.js';

/** Of SVG, which takes more time for each byte. */
const LARGEST_SVG = 4 * 1024 ** 2;
const MAX_DEPTH = 400;
/** Bytes of pixels of all PNG pictures of a document. */
const PIXEL_BUDGET = 256 * 1024 ** 2;

interface Kind {
  /** The first bytes, in hexadecimal digits. */
  readonly magic: RegExp;
  isDamaged(bytes: Buffer, check: PictureCheck): boolean | Promise<boolean>;
  /** Where LibreOffice reads nothing of some damaged pictures: of which. It reads a part of the others. */
  readonly isUnreadable?: (bytes: Buffer) => boolean;
}

const KINDS: readonly Kind[] = [
  { magic: /^89504e47/, isDamaged: (bytes, check) => isBrokenPng(bytes, check.budget) },
  { magic: /^ffd8ff/, isDamaged: isBrokenJpeg, isUnreadable: isHeadOfJpeg },
  { magic: /^474946383[79]61/, isDamaged: isBrokenGif },
  { magic: /^424d.{24}(?:28|6c|7c)/, isDamaged: isCutBmp, isUnreadable: isCutBmp },
  { magic: /^52494646.{8}57454250/, isDamaged: isCutWebp, isUnreadable: isCutWebp },
  { magic: /^(?:49492a00|4d4d002a)/, isDamaged: isCutTiff, isUnreadable: isCutTiff },
  { magic: /^01000000.{72}20454d46/, isDamaged: isBrokenEmf },
  { magic: /^(?:d7cdc69a|0[12]0009000[0-9a-f]0[13])/, isDamaged: isBrokenWmf },
  { magic: /^1f8b08/, isDamaged: isBrokenArchive },
];
const MAGIC_LENGTH = 48;
const SVG: Kind = {
  // each alternative matches in one way only: otherwise many comments take exponential time
  magic:
    /^(?:\xef\xbb\xbf)?\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->).)*-->\s*|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>\s*)*<(?:[\w.-]+:)?svg[\s>]/s,
  isDamaged: isBrokenSvg,
};
const SVG_HEAD = 4096;

export function hasStructure(head: Uint8Array): boolean {
  return kindOf(head) !== undefined;
}

/** Bytes that tell text from a picture. */
const TEXT_HEAD = 16;
const PAGE = /^<(?:!doctype html|html|head|body)/i;
/** XML, PBM, XBM, XPM, EPS and PDF, SVM, GIF, WebP, DXF. */
const TEXTUAL = /^\s*(?:<|P[1-7]\s|#define|\/\*|%|VCLMTF|GIF8|RIFF|BM|II\*|0\s|999\s|\d+\s+\d+\s)/;

/** `head`: the first bytes. Whether there are none, or they are text: such as a page that a server sent in place of a picture. */
export function isNoPicture(head: Uint8Array): boolean {
  const text = asBuffer(head.subarray(0, TEXT_HEAD)).toString('latin1');
  return /^[\t\n\r -~]*$/.test(text) && (PAGE.test(text) || !TEXTUAL.test(text));
}

/** Whether LibreOffice does not open this picture, which is the whole document. */
export function isUnreadable(bytes: Uint8Array): Promise<boolean> {
  return orCutOff(() => kindOf(bytes)?.isUnreadable?.(asBuffer(bytes)));
}

/** What a check says; true for a picture that is cut off within a number. */
async function orCutOff(check: () => boolean | undefined | Promise<boolean>): Promise<boolean> {
  try {
    return (await check()) ?? false;
  } catch (thrown) {
    if (thrown instanceof RangeError) return true;
    throw thrown;
  }
}

/** For the pictures of one document. */
export class PictureCheck {
  /** Bytes of pixels that may still be unpacked. */
  readonly budget = { bytes: PIXEL_BUDGET };

  async isDamaged(bytes: Uint8Array): Promise<boolean> {
    return bytes.length <= LARGEST_PICTURE && orCutOff(() => kindOf(bytes)?.isDamaged(asBuffer(bytes), this));
  }
}

function kindOf(bytes: Uint8Array): Kind | undefined {
  const magic = asBuffer(bytes.subarray(0, MAGIC_LENGTH)).toString('hex');
  return isSvg(bytes) ? SVG : KINDS.find(kind => kind.magic.test(magic));
}

export function isSvg(bytes: Uint8Array): boolean {
  return SVG.magic.test(asBuffer(bytes.subarray(0, SVG_HEAD)).toString('latin1'));
}

/** EMZ, WMZ and SVGZ are these formats in a gzip file. */
async function isBrokenArchive(bytes: Buffer, check: PictureCheck): Promise<boolean> {
  let content: Buffer;
  try {
    content = gunzipSync(bytes, { maxOutputLength: LARGEST_PICTURE });
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE';
  }
  return content[0] !== 0x1f && check.isDamaged(content);
}

/** LibreOffice draws nothing of an image that is not well-formed. Other pictures may be in it. */
async function isBrokenSvg(bytes: Buffer, check: PictureCheck): Promise<boolean> {
  if (bytes.length > LARGEST_SVG || bytes.includes(0)) return false;
  for (const picture of encodedPictures(bytes, { container: 'svg', name: 'svg' }))
    if (await check.isDamaged(picture.bytes)) return true;
  return readElements(bytes.toString(), [], MAX_DEPTH, 1).then(
    () => false,
    thrown => !(thrown instanceof XmlDepthError),
  );
}
