/** `docconv timestamp`: adds a document timestamp to PDFs. */
import type { Command } from 'commander';
import { timestamp } from '../../../sign/index.js';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { type AuthorityOptions, addAuthorityOptions, levelSettings } from './authority.js';
import { addBatchOptions, addPrintOptions, type BatchOptions, listInputs, runBatch } from './batch.js';

const SUFFIX = '.timestamped';

export function define(command: Command, context: Context): void {
  command.argument('<files...>', "PDFs: files, folders, glob patterns, URLs, or '-' for stdin");
  addAuthorityOptions(command);
  addBatchOptions(command, SUFFIX);
  addPrintOptions(command);
  command.action((files: string[], options: AuthorityOptions & BatchOptions) => run(files, options, context));
  examples(command, [
    ['docconv timestamp minutes.pdf --tsa https://tsa.example.org', 'prove that the PDF existed at this time'],
  ]);
}

async function run(
  files: readonly string[],
  options: AuthorityOptions & BatchOptions,
  context: Context,
): Promise<void> {
  const inputs = await listInputs(files, context);
  const settings = await levelSettings(options, context);
  const make = async (source: string | Uint8Array, password: string | undefined) => {
    const pdf = await timestamp(source, { ...settings, ...(password !== undefined && { password }) });
    return { pdf, json: {}, note: 'timestamp added' };
  };
  await runBatch(inputs, { suffix: SUFFIX, make }, options, context);
}
