/** What poppler sees of the stamps of a PDF. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  contentOperations,
  isName,
  openPdf,
  PdfArray,
  PdfDict,
  type PdfStream,
  pageList,
} from '../../../src/pdf/index.js';

export interface Word {
  readonly text: string;
  /** In points of the page as a viewer shows it, from its upper left corner. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The words of each page. */
export function wordsOfPages(pdf: Uint8Array): Word[][] {
  return inFile(pdf, path => {
    const html = execFileSync('pdftotext', ['-bbox', '-cropbox', path, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 });
    return html
      .split('<page ')
      .slice(1)
      .map(page => {
        const found = page.matchAll(/xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g);
        return [...found].map(([, left, top, right, bottom, text]) => ({
          text: text!,
          left: Number(left),
          top: Number(top),
          right: Number(right),
          bottom: Number(bottom),
        }));
      });
  });
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of a pixel; the first row is the upper one. */
  at(x: number, y: number): readonly [number, number, number];
}

/** A page, one pixel for each point. */
export function draw(pdf: Uint8Array, page = 1): Picture {
  return inFile(pdf, path => {
    const ppm = execFileSync('pdftoppm', ['-cropbox', '-r', '72', '-f', `${page}`, '-l', `${page}`, path], {
      maxBuffer: 1 << 28,
    });
    const [header, width, height] = /^P6\s(\d+) (\d+)\s255\s/.exec(ppm.toString('latin1', 0, 50))!;
    const at = (x: number, y: number) => {
      const [red, green, blue] = ppm.subarray(header!.length + 3 * (y * Number(width) + x));
      return [red!, green!, blue!] as const;
    };
    return { width: Number(width), height: Number(height), at };
  });
}

/** The smallest rectangle around the pixels that `wanted` accepts, and their number. */
export function extentOf(picture: Picture, wanted: (red: number, green: number, blue: number) => boolean) {
  const extent = { left: picture.width, top: picture.height, right: 0, bottom: 0, pixels: 0 };
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      if (!wanted(...picture.at(x, y))) continue;
      extent.left = Math.min(extent.left, x);
      extent.right = Math.max(extent.right, x);
      extent.top = Math.min(extent.top, y);
      extent.bottom = Math.max(extent.bottom, y);
      extent.pixels++;
    }
  }
  return extent;
}

/** Whether qpdf finds no problem; its warnings are problems. */
export function isSound(pdf: Uint8Array): boolean {
  return inFile(pdf, path => spawnSync('qpdf', ['--check', path]).status === 0);
}

/** /Subtype of the artifacts of each page (ISO 32000-2, 14.8.2.2.2). */
export async function artifactsOf(pdf: Uint8Array): Promise<string[][]> {
  const { latest } = await openPdf(pdf);
  return pageList(latest)!.pages.map(({ dict }) => {
    const contents = latest.get(dict, 'Contents');
    const streams = contents instanceof PdfArray ? contents.items.map(item => latest.resolve(item)) : [contents];
    const bytes = streams.map(stream => latest.decode(stream as PdfStream).bytes);
    return [...contentOperations(Buffer.concat(bytes))].flatMap(({ operator, operands: [tag, properties] }) => {
      const isStamp = operator === 'BDC' && isName(tag, 'Artifact') && properties instanceof PdfDict;
      return isStamp ? (latest.getName(properties, 'Subtype') ?? []) : [];
    });
  });
}

function inFile<Result>(pdf: Uint8Array, use: (path: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-stamp-'));
  try {
    const path = join(folder, 'a.pdf');
    writeFileSync(path, pdf);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
