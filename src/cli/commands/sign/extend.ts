/** `docconv extend`: raises the signatures of PDFs to a level that lasts longer. */
import { type Command, Option } from 'commander';
import { type ExtendOptions, extend } from '../../../sign/index.js';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { type AuthorityOptions, addAuthorityOptions, levelSettings } from './authority.js';
import { addBatch, type BatchOptions } from './batch.js';

interface ExtendCommandOptions extends AuthorityOptions, BatchOptions {
  level: ExtendOptions['level'];
}

export function define(command: Command, context: Context): void {
  command
    .argument('<files...>', "signed PDFs: files, folders, glob patterns, URLs, or '-' for stdin")
    .addOption(
      new Option('--level <level>', 'level to raise all signatures to')
        .choices(['T', 'LT', 'LTA'])
        .makeOptionMandatory(),
    );
  addAuthorityOptions(command);
  addBatch(command, '.extended', context, async (options: ExtendCommandOptions) => {
    const { level } = options;
    const settings = await levelSettings(level, options, context);
    return {
      async make(source, opening) {
        const pdf = await extend(source, { ...settings, level, ...opening });
        return { pdf, json: { level }, note: `level ${level}` };
      },
    };
  });
  examples(command, [
    [
      'docconv extend contract.signed.pdf --level LTA --tsa https://tsa.example.org',
      'embed what later validation needs, and add an archive timestamp',
    ],
    ['docconv extend archive/ --level LTA --tsa https://tsa.example.org -o renewed', 'renew the archive timestamps'],
  ]);
}
