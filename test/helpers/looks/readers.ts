/** Page 1 of a PDF as several readers show it: poppler, MuPDF, Ghostscript and PDFium. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';

/** Levels of grey, one pixel per point. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly levels: Uint8Array;
}

/** What writes page 1 of a file to its standard output, in the format PGM. */
const COMMANDS = {
  poppler: file => ['pdftoppm', '-r', '72', '-gray', '-f', '1', '-l', '1', file],
  mupdf: file => ['mutool', 'draw', '-q', '-r', '72', '-c', 'gray', '-F', 'pgm', '-o', '-', file, '1'],
  ghostscript: file =>
    `gs -q -dSAFER -dBATCH -dNOPAUSE -sDEVICE=pgmraw -r72 -dTextAlphaBits=4 -dGraphicsAlphaBits=4 -dFirstPage=1 -dLastPage=1 -sstdout=%stderr -sOutputFile=-`
      .split(' ')
      .concat(file),
} as const satisfies Record<string, (file: string) => readonly string[]>;

export type ReaderName = keyof typeof COMMANDS | 'pdfium';
export const READER_NAMES = ['pdfium', 'poppler', 'mupdf', 'ghostscript'] as const satisfies readonly ReaderName[];
/** The program of each reader that is not a part of this package. */
export const PROGRAMS = ['pdftoppm', 'mutool', 'gs'];

/** Null: the reader shows no page. */
export async function pageShownBy(reader: ReaderName, bytes: Uint8Array): Promise<Pixels | null> {
  if (reader === 'pdfium') return byPdfium(bytes);
  const folder = mkdtempSync(join(tmpdir(), 'readers-'));
  try {
    const file = join(folder, 'page.pdf');
    writeFileSync(file, bytes);
    const [command, ...parameters] = COMMANDS[reader](file);
    return pixelsOf(spawnSync(command!, parameters, { timeout: 20_000, maxBuffer: 1 << 26 }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function pixelsOf(image: Buffer): Pixels | null {
  const header = /^P5\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(image.toString('latin1', 0, 100));
  if (!header) return null;
  const [line, width, height] = [header[0], Number(header[1]), Number(header[2])];
  return { width, height, levels: image.subarray(line.length, line.length + width * height) };
}

let library: Promise<PDFiumLibrary> | null = null;

async function byPdfium(bytes: Uint8Array): Promise<Pixels | null> {
  library ??= PDFiumLibrary.init();
  let document: PDFiumDocument | null = null;
  try {
    document = await (await library).loadDocument(bytes);
    const image = await document.getPage(0).render({ scale: 1, render: 'bitmap', renderFormFields: true });
    const levels = Uint8Array.from({ length: image.width * image.height }, (_, i) =>
      Math.round(0.114 * image.data[4 * i]! + 0.587 * image.data[4 * i + 1]! + 0.299 * image.data[4 * i + 2]!),
    );
    return { width: image.width, height: image.height, levels };
  } catch {
    return null;
  } finally {
    document?.destroy();
  }
}
