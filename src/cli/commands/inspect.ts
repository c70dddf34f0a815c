/** `docconv inspect`: what a PDF states and has, as JSON. */
import type { Command } from 'commander';
import { loadConfig } from '../../config/index.js';
import { DocconvError } from '../../errors.js';
import { examples } from '../command.js';
import type { Context } from '../context.js';
import { converterSettings } from '../converter-settings.js';
import { openDocument } from '../input/documents.js';
import { expandInputs } from '../input/inputs.js';
import { addPasswordOptions, givenPassword, withPassword } from '../input/password.js';

interface InspectFlags extends Record<string, unknown> {
  bookmarks?: boolean;
}

export function define(command: Command, context: Context): void {
  command
    .argument('<file>', "PDF; '-' for stdin")
    .option('--bookmarks', 'print only the bookmarks, as --set-bookmarks of convert reads them')
    .action((file: string, flags: InspectFlags) => inspect(file, flags, context));
  addPasswordOptions(command);
  examples(command, [
    ['docconv inspect report.pdf', 'print pages, metadata, bookmarks and attached files as JSON'],
    ['docconv inspect report.pdf --bookmarks > bookmarks.json', 'save the bookmarks, to edit them'],
  ]);
}

async function inspect(file: string, flags: InspectFlags, context: Context): Promise<void> {
  const { createConverter } = await import('../../convert/index.js');
  const { cwd, env, signal, terminal } = context;
  const password = await givenPassword(flags, context);
  const [input, ...others] = await expandInputs([file], { extensions: ['pdf'], cwd });
  if (!input || others.length > 0) throw new DocconvError('USAGE.inspect-one-file');
  const document = await openDocument(input, context);
  const source = typeof document === 'string' ? { path: document } : { bytes: document };
  const converter = createConverter({ ...converterSettings(loadConfig({ env }).values, env), workers: 1 });
  try {
    const found = await withPassword(file, password, context, opening =>
      converter.describe(source, { signal, ...opening }),
    );
    terminal.out.write(`${JSON.stringify(flags.bookmarks ? found.bookmarks : found, null, 2)}\n`);
  } finally {
    await converter.close();
  }
}
