/** `docconv timestamp`: adds a document timestamp to PDFs. */
import type { Command } from 'commander';
import { timestamp } from '../../../sign/index.js';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { type AuthorityOptions, addAuthorityOptions, levelSettings } from './authority.js';
import { addBatch, type BatchOptions } from './batch.js';

export function define(command: Command, context: Context): void {
  command.argument('<files...>', "PDFs: files, folders, glob patterns, URLs, or '-' for stdin");
  addAuthorityOptions(command);
  addBatch(command, '.timestamped', context, async (options: AuthorityOptions & BatchOptions) => {
    const settings = await levelSettings('T', options, context);
    return {
      async make(source, opening) {
        return { pdf: await timestamp(source, { ...settings, ...opening }), json: {}, note: 'timestamp added' };
      },
    };
  });
  examples(command, [
    ['docconv timestamp minutes.pdf --tsa https://tsa.example.org', 'prove that the PDF existed at this time'],
  ]);
}
