/** qpdf, compiled to WebAssembly: one start for each PDF, with a file system of its own. */
import { createRequire } from 'node:module';
import type { QpdfInstance } from '@neslinesli93/qpdf-wasm';
import { DocconvError } from '../../errors.js';

export interface Qpdf {
  callMain: QpdfInstance['callMain'];
  FS: { readFile(path: string): Uint8Array; writeFile(path: string, data: Uint8Array | string): void };
  /** What qpdf said, by lines. */
  words: string[];
}

export async function startQpdf(): Promise<Qpdf> {
  const require = createRequire(import.meta.url);
  const load = require('@neslinesli93/qpdf-wasm') as (settings: object) => Promise<Omit<Qpdf, 'words'>>;
  const words: string[] = [];
  const keep = (line: string) => void words.push(line);
  const locateFile = () => require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm');
  const { callMain, FS } = await load({
    locateFile,
    noInitialRun: true,
    print: keep,
    printErr: keep,
    thisProgram: 'qpdf',
  });
  return { callMain, FS, words };
}

/** qpdf: 0 is done, 3 is done with warnings. */
const DONE = [0, 3];

/** Throws ENGINE_FAILED with what qpdf said. */
export function run({ callMain, words }: Qpdf, args: string[]): void {
  if (DONE.includes(callMain(args))) return;
  throw new DocconvError('ENGINE_FAILED', 'The PDF was made, but could not be finished (encryption, title, pages).', {
    cause: new Error(words.join('\n')),
  });
}
