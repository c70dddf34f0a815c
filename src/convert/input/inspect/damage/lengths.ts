/** JPEG, GIF, BMP, WebP and Windows metafiles: their data go on to the end that their structure states. */
import { jpegSegments } from '../../../../system/formats/jpeg-segments.js';

const EOI = Buffer.from([0xff, 0xd9]);

/** A frame, a scan, and the end of the image behind it (ITU-T T.81, B.2.1). */
export function isBrokenJpeg(bytes: Buffer): boolean {
  let hasFrame = false;
  for (const { at, isFrame, isScan } of jpegSegments(bytes)) {
    if (isScan) return !hasFrame || bytes.lastIndexOf(EOI) < at;
    hasFrame ||= isFrame;
  }
  return true;
}

/** The file ends within the segments before the image; what else may be wrong with them is not known. */
export function isHeadOfJpeg(bytes: Buffer): boolean {
  let end = 2;
  for (const { at, isScan } of jpegSegments(bytes)) {
    if (isScan) return false;
    end = at + 2 + bytes.readUInt16BE(at + 2);
  }
  return end + 4 > bytes.length;
}

/** An image whose blocks of data end (GIF89a, 15 and 20 to 23). */
export function isBrokenGif(bytes: Buffer): boolean {
  let at = 13 + tableLength(bytes.readUInt8(10));
  while (bytes.readUInt8(at) === 0x21) at = behindBlocks(bytes, at + 2);
  if (bytes[at] !== 0x2c) return true;
  return behindBlocks(bytes, at + 11 + tableLength(bytes.readUInt8(at + 9))) > bytes.length;
}

function tableLength(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Throws a RangeError where they do not end. */
function behindBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes.readUInt8(at) > 0) at += bytes.readUInt8(at) + 1;
  return at + 1;
}

const UNCOMPRESSED = [0, 3];

/** Rows of uncompressed pixels, each a multiple of four bytes. */
export function isCutBmp(bytes: Buffer): boolean {
  if (!UNCOMPRESSED.includes(bytes.readUInt32LE(30))) return false;
  const row = Math.ceil((bytes.readInt32LE(18) * bytes.readUInt16LE(28)) / 32) * 4;
  return bytes.readUInt32LE(10) + row * Math.abs(bytes.readInt32LE(22)) > bytes.length;
}

/** RFC 9649, 2.4. */
export function isCutWebp(bytes: Buffer): boolean {
  return 8 + bytes.readUInt32LE(4) > bytes.length;
}

const EMF_END = 14;
const WMF_END = 0;
const PLACEABLE = 0x9ac6cdd7;

/** The records go on to the one that ends the file ([MS-EMF] 2.3.4.1, [MS-WMF] 2.3.2.1). */
export function isBrokenEmf(bytes: Buffer): boolean {
  for (let at = 0; at + 8 <= bytes.length; ) {
    if (bytes.readUInt32LE(at) === EMF_END) return false;
    const size = bytes.readUInt32LE(at + 4);
    if (size < 8) return true;
    at += size;
  }
  return true;
}

/** Some writers leave the last record out, and LibreOffice does not need it: the header states the length. */
export function isBrokenWmf(bytes: Buffer): boolean {
  const header = bytes.readUInt32LE(0) === PLACEABLE ? 22 : 0;
  let at = header + 18;
  while (at + 6 <= bytes.length) {
    const size = 2 * bytes.readUInt32LE(at);
    if (size < 6) return true;
    if (bytes.readUInt16LE(at + 4) === WMF_END) return false;
    at += size;
  }
  return at !== bytes.length || at < header + 2 * bytes.readUInt32LE(header + 6);
}
