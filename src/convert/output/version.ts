/** The PDF version in the header (ISO 32000-2, 7.5.2). */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { DocconvError } from '../../errors.js';
import type { OutgoingBlob } from '../../isolation/worker.js';

/** In '%PDF-1.6'. */
const START = 5;
const LENGTH = 3;

/**
 * LibreOffice 7.4 does not know 1.7 and writes 1.6 without a word. What it writes is valid as 1.7 as well: only the header
 * differs. Throws OPTION_UNSUPPORTED for a PDF of a later version than the wanted one.
 */
export function requireVersion(pdf: OutgoingBlob, wanted: string): void {
  const written = readVersion(pdf);
  if (written < wanted) writeVersion(pdf, wanted);
  if (written <= wanted) return;
  const message = `--pdf-version ${wanted} does not work with this LibreOffice, which writes ${written}.`;
  throw new DocconvError('OPTION_UNSUPPORTED', message, { detail: { option: 'pdfVersion' } });
}

function readVersion(pdf: OutgoingBlob): string {
  const bytes = Buffer.alloc(LENGTH);
  if (pdf instanceof Uint8Array) bytes.set(pdf.subarray(START, START + LENGTH));
  else withFile(pdf.path, 'r', file => readSync(file, bytes, 0, LENGTH, START));
  return bytes.toString('latin1');
}

function writeVersion(pdf: OutgoingBlob, version: string): void {
  const bytes = Buffer.from(version);
  if (pdf instanceof Uint8Array) pdf.set(bytes, START);
  else withFile(pdf.path, 'r+', file => writeSync(file, bytes, 0, LENGTH, START));
}

function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags);
  try {
    use(file);
  } finally {
    closeSync(file);
  }
}
