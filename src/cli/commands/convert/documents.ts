/** What `convert` reads and writes, with --merge or without. */
import type { Context } from '../../context.js';
import { readPipe } from '../../input/documents.js';
import type { Input } from '../../input/inputs.js';
import { type ConvertibleInput, withoutPdfs } from './outputs.js';
import type { ConvertReport } from './report.js';

export function isConvertible(input: Input): input is ConvertibleInput {
  return input.kind === 'file' || input.kind === 'stream';
}

/** Those to be converted each for itself: a PDF among them is skipped, unless `takesPdfs`. */
export async function singleDocuments(
  inputs: readonly Input[],
  report: ConvertReport,
  takesPdfs: boolean,
): Promise<ConvertibleInput[]> {
  if (takesPdfs) return inputs.filter(isConvertible);
  const { documents, pdfs } = await withoutPdfs(inputs.filter(isConvertible));
  for (const { name } of pdfs) report.skipped(name, 'it is a PDF already');
  return documents;
}

/** Those to be merged: none where one cannot be read, which was reported already. */
export function mergedDocuments(inputs: readonly Input[], report: ConvertReport): ConvertibleInput[] {
  const documents = inputs.filter(isConvertible);
  if (documents.length === inputs.length) return documents;
  for (const { name } of documents) report.skipped(name, 'since nothing was merged');
  return [];
}

export async function sourceOf(input: ConvertibleInput, context: Context) {
  return input.kind === 'file' ? { path: input.path } : { bytes: await readPipe(input, context) };
}

export function writeStdout(bytes: Uint8Array, { terminal }: Context): Promise<void> {
  return new Promise((resolve, reject) => {
    terminal.stdout.write(bytes, error => (error ? reject(error) : resolve()));
  });
}
