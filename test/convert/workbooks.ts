/** Conversions of workbooks, which not every LibreOffice can load as a library: by soffice unless a test says otherwise. */
import type { EngineName } from '../../src/convert/index.js';
import type { PdfOptions } from '../../src/convert/options.js';
import type { SheetSpec97 } from '../helpers/documents/excel-97.js';
import { wordsOf } from '../helpers/pdf-text.js';
import { sharedConverter } from './engine-setup.js';

export interface Source {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export async function convertWorkbook(
  source: Source,
  { to, ...pdf }: PdfOptions = {},
  engine: EngineName = 'soffice',
): Promise<Uint8Array> {
  return (await sharedConverter().convert(source, { pdf, engine, ...(to && { to }) })).pdf;
}

/** The number of rows of numberedRows() in a PDF. */
export async function rowsOf(pdf: Uint8Array): Promise<number> {
  return (await wordsOf(pdf)).match(/row \d+\./g)?.length ?? 0;
}

/** Width and height of each page in points. */
export function boxesOf(pdf: Uint8Array): (readonly [width: number, height: number])[] {
  const found = Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/\/Type\s*\/Page\b[^>]*?\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g);
  return [...found].map(([, width, height]) => [Number(width), Number(height)] as const);
}

/** For workbooks of Excel 5 and 97: the hidden sheets stand before and between the others. */
export const MIXED_97: readonly SheetSpec97[] = [
  { name: 'Hidden one', cells: ['S1'], hidden: true },
  { name: 'First', cells: ['F'] },
  { name: 'Hidden', cells: ['S2'], hidden: true, printArea: true },
  { name: 'Second', cells: ['B', 'N'], printArea: true },
  { name: 'Größe', cells: ['C'] },
];
