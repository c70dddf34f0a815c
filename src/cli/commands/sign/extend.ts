/** `docconv extend`: raises the signatures of PDFs to a level that lasts longer. */
import { type Command, Option } from 'commander';
import { type ExtendOptions, extend } from '../../../sign/index.js';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { type AuthorityOptions, addAuthorityOptions, levelSettings } from './authority.js';
import { addBatchOptions, addPrintOptions, type BatchOptions, listInputs, runBatch } from './batch.js';

interface ExtendCommandOptions extends AuthorityOptions, BatchOptions {
  level: ExtendOptions['level'];
}

const SUFFIX = '.extended';

export function define(command: Command, context: Context): void {
  command
    .argument('<files...>', "signed PDFs: files, folders, glob patterns, URLs, or '-' for stdin")
    .addOption(
      new Option('--level <level>', 'level to raise all signatures to')
        .choices(['T', 'LT', 'LTA'])
        .makeOptionMandatory(),
    );
  addAuthorityOptions(command);
  addBatchOptions(command, SUFFIX);
  addPrintOptions(command);
  command.action((files: string[], options: ExtendCommandOptions) => run(files, options, context));
  examples(command, [
    [
      'docconv extend contract.signed.pdf --level LTA --tsa https://tsa.example.org',
      'embed what later validation needs, and add an archive timestamp',
    ],
    ['docconv extend archive/ --level LTA --tsa https://tsa.example.org -o renewed', 'renew the archive timestamps'],
  ]);
}

async function run(files: readonly string[], options: ExtendCommandOptions, context: Context): Promise<void> {
  const { level } = options;
  const inputs = await listInputs(files, context);
  const settings = await levelSettings(options, context);
  const make = async (source: string | Uint8Array, password: string | undefined) => {
    const pdf = await extend(source, { ...settings, level, ...(password !== undefined && { password }) });
    return { pdf, json: { level }, note: `level ${level}` };
  };
  await runBatch(inputs, { suffix: SUFFIX, make }, options, context);
}
