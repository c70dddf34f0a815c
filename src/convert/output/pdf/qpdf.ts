/** qpdf, compiled to WebAssembly. An instance works on one PDF, in a file system of its own; no shell is involved. */
import { createRequire } from 'node:module';
import type { QpdfInstance } from '@neslinesli93/qpdf-wasm';
import { DocconvError } from '../../../errors.js';

interface Qpdf {
  callMain: QpdfInstance['callMain'];
  FS: { readFile(path: string): Uint8Array; writeFile(path: string, data: Uint8Array | string): void };
  /** Lines that qpdf printed. */
  output: string[];
}

/** Loads the WebAssembly module with the first call: importing this file costs nothing. */
async function startQpdf(): Promise<Qpdf> {
  const require = createRequire(import.meta.url);
  const load = require('@neslinesli93/qpdf-wasm') as (settings: object) => Promise<Omit<Qpdf, 'output'>>;
  const output: string[] = [];
  const print = (line: string) => void output.push(line);
  const { callMain, FS } = await load({
    locateFile: () => require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'),
    noInitialRun: true,
    print,
    printErr: print,
    thisProgram: 'qpdf',
  });
  return { callMain, FS, output };
}

/** qpdf's exit codes: 0 is success, 3 success with warnings. */
const SUCCESS = [0, 3];

const INPUT = '/in.pdf';
const OUTPUT = '/out.pdf';

/**
 * One revision of what had several. PDF/A requires a line end before 'endstream' (ISO 19005-1, 6.1.7). Throws ENGINE_FAILED with
 * what qpdf printed.
 */
export async function rewrite(pdf: Uint8Array, args: readonly string[]): Promise<Uint8Array> {
  const { callMain, FS, output } = await startQpdf();
  FS.writeFile(INPUT, pdf);
  const status = callMain([...args, '--newline-before-endstream', INPUT, OUTPUT]);
  if (SUCCESS.includes(status)) return withoutDigest(FS.readFile(OUTPUT));
  throw new DocconvError('ENGINE_FAILED.completing-pdf', {}, { cause: new Error(output.join('\n')) });
}

/**
 * Without /DocChecksum, the digest with which LibreOffice detects changes of the bytes before the trailer: qpdf keeps the
 * entry but writes other bytes. Spaces in its place leave the offsets as they are.
 */
function withoutDigest(pdf: Uint8Array): Uint8Array {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
  const end = bytes.lastIndexOf('startxref');
  const section = Number.parseInt(bytes.toString('latin1', end + 'startxref'.length), 10);
  const at = bytes.indexOf(DIGEST, section);
  if (at === -1) return pdf;
  const value = /^\/\w+/.exec(bytes.toString('latin1', at + DIGEST.length, at + DIGEST.length + MAX_NAME_BYTES));
  return value ? bytes.fill(' ', at, at + DIGEST.length + value[0].length) : pdf;
}

const DIGEST = '/DocChecksum ';
/** ISO 32000-2, annex C: of a name. */
const MAX_NAME_BYTES = 128;
