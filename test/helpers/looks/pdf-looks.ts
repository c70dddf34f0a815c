/** What the pages of a PDF show, by poppler. */
import { execFileSync } from 'node:child_process';

type Colour = readonly [red: number, green: number, blue: number];

const DPI = 36;
/** JPEG images are not exact. */
const TOLERANCE = 8;

/** Counts square centimetres of a colour on all pages. */
export function colourMeter(path: string): (colour: Colour) => number {
  const pages = pixelsOf(execFileSync('pdftoppm', ['-r', String(DPI), path], { maxBuffer: 1 << 28 }));
  return colour => {
    let count = 0;
    for (const pixels of pages) {
      for (let at = 0; at < pixels.length; at += 3)
        if (colour.every((value, i) => Math.abs(pixels[at + i]! - value) <= TOLERANCE)) count++;
    }
    return count * (2.54 / DPI) ** 2;
  };
}

/** Of images in the format PPM, one after the other. */
function pixelsOf(images: Buffer): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; at < images.length; ) {
    const header = images.toString('latin1', at, at + 40);
    const [line = '', width, height] = /^P6\s(\d+)\s(\d+)\s255\s/.exec(header) ?? [];
    const start = at + line.length;
    at = start + Number(width) * Number(height) * 3;
    pages.push(images.subarray(start, at));
  }
  return pages;
}

/** Different images, without masks. */
export function countImages(path: string): number {
  const rows = execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' }).split('\n').slice(2);
  const images = rows.map(row => row.trim().split(/\s+/)).filter(([, , type]) => type === 'image');
  return new Set(images.map(row => row[10])).size;
}
