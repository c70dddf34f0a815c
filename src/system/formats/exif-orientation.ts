/**
 * How a JPEG or PNG has to be turned or mirrored so that it is upright (Exif 2.32, 4.6.4: tag Orientation; PNG, third edition,
 * 11.3.4.5: eXIf). PDF ignores this tag.
 */
import { jpegSegments } from './jpeg-segments.js';
import { chunksOf, hasPngSignature } from './png.js';

type Matrix = readonly [number, number, number, number, number, number];

export interface Orientation {
  /** Of the unit square with the stored image, as in PDF with its origin at the lower left: to the one with the upright image. */
  readonly matrix: Matrix;
  /** Whether width and height of the stored image are height and width of the upright one. */
  readonly isSideways: boolean;
}

/** By the value of the tag, from 1. */
const MATRICES: readonly Matrix[] = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
];

const UPRIGHT: Orientation = { matrix: MATRICES[0]!, isSideways: false };

/** UPRIGHT also where the tag is absent or damaged. */
export function orientationOf(image: Buffer): Orientation {
  const tiff = hasPngSignature(image) ? tiffOfPng(image) : tiffOfJpeg(image);
  const matrix = MATRICES[tiff ? tagIn(tiff) - 1 : -1];
  return matrix ? { matrix, isSideways: matrix[0] === 0 } : UPRIGHT;
}

const EXIF = Buffer.from('Exif\0\0');
const APP1 = 0xe1;

function tiffOfPng(png: Buffer): Buffer | null {
  for (const { type, content, isIntact } of chunksOf(png)) if (type === 'eXIf' && isIntact) return content;
  return null;
}

function tiffOfJpeg(jpeg: Buffer): Buffer | null {
  for (const { at } of jpegSegments(jpeg)) {
    const data = jpeg.subarray(at + 4, at + 2 + jpeg.readUInt16BE(at + 2));
    if (jpeg[at + 1] === APP1 && data.subarray(0, EXIF.length).equals(EXIF)) return data.subarray(EXIF.length);
  }
  return null;
}

const [TAG, SHORT] = [0x112, 3];

/** 0 where there is none. */
function tagIn(tiff: Buffer): number {
  const isLittle = tiff[0] === 0x49;
  const number = (at: number, size: 2 | 4): number => {
    if (at + size > tiff.length) return 0;
    return isLittle ? tiff.readUIntLE(at, size) : tiff.readUIntBE(at, size);
  };
  if (number(2, 2) !== 42) return 0;
  const directory = number(4, 4);
  const count = number(directory, 2);
  for (let entry = directory + 2; entry < directory + 2 + 12 * count && entry < tiff.length; entry += 12)
    if (number(entry, 2) === TAG) return number(entry + 2, 2) === SHORT ? number(entry + 8, 2) : 0;
  return 0;
}
