/** What `convert` reads and writes, with --merge or without. */
import type { Context } from '../../context.js';
import { readPipe } from '../../input/documents.js';
import type { Input } from '../../input/inputs.js';
import type { ConvertibleInput } from './outputs.js';

export function isConvertible(input: Input): input is ConvertibleInput {
  return input.kind === 'file' || input.kind === 'stream';
}

export async function sourceOf(input: ConvertibleInput, context: Context) {
  return input.kind === 'file' ? { path: input.path } : { bytes: await readPipe(input, context) };
}

export function writeStdout(bytes: Uint8Array, { terminal }: Context): Promise<void> {
  return new Promise((resolve, reject) => {
    terminal.stdout.write(bytes, error => (error ? reject(error) : resolve()));
  });
}
