/** `docconv watch`: converts what is put into a folder. */
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { FORMATS } from '../../../convert/formats.js';
import { DocconvError } from '../../../errors.js';
import { escapeUnsafe } from '../../../text.js';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { givenPassword } from '../../input/password.js';
import {
  addConversionOptions,
  type ConversionFlags,
  chooseConverter,
  conversionOptions,
} from '../convert/conversion.js';
import { ConvertReport } from '../convert/report.js';
import { WatchFolders } from './folders.js';
import { Inbox } from './inbox.js';
import { Watch } from './watch.js';

interface Flags extends ConversionFlags {
  output?: string;
  done?: string;
  failed?: string;
  recursive?: boolean;
  settle: string;
  interval: string;
  once?: boolean;
  json?: boolean;
  quiet?: boolean;
}

export function define(command: Command, context: Context): void {
  command
    .argument('<folder>', 'folder to watch')
    .requiredOption('-o, --output <folder>', 'folder for the results')
    .option('--done <folder>', 'where converted documents are moved (default: the folder "done" in the watched one)')
    .option(
      '--failed <folder>',
      'where the others are moved, each with a file that gives the reason (default: "failed")',
    )
    .option('-r, --recursive', 'include subfolders')
    .option('--settle <seconds>', 'a document is complete when it has not changed for this time', '2')
    .option('--interval <seconds>', 'time between two looks at the folder', '1')
    .option('--once', 'convert what is there, then end')
    .option('--json', 'print one line of JSON per document')
    .option('-q, --quiet', 'print errors only')
    .action((folder: string, flags: Flags) => run(folder, flags, context));
  addConversionOptions(command);
  examples(command, [
    ['docconv watch scans/ -o pdf/', 'convert each document that is put into scans/, and move it to scans/done/'],
    ['docconv watch in/ -o out/ --done archive/ --failed rejected/ -r', 'with folders of your own, and subfolders'],
    ['docconv watch in/ -o images/ --to png --thumbnail', 'write an image of the first page of each document'],
    ['docconv watch in/ -o out/ --once', 'for cron: convert what is there, then end'],
  ]);
}

async function run(folder: string, flags: Flags, context: Context): Promise<void> {
  const { terminal, cwd, signal } = context;
  const mode = { json: Boolean(flags.json), quiet: Boolean(flags.quiet), debug: Boolean(context.env.DOCCONV_DEBUG) };
  const report = new ConvertReport(terminal, mode);
  const [settleMs, intervalMs] = [
    milliseconds('--settle', flags.settle, 0),
    milliseconds('--interval', flags.interval, 0.1),
  ];
  const password = await givenPassword(flags, context);
  const options = { ...conversionOptions(flags, context.cwd), ...(password === undefined ? {} : { password }) };
  const converter = await chooseConverter(flags, report, context);
  const input = resolve(cwd, folder);
  const folders = await WatchFolders.open({
    input,
    output: resolve(cwd, flags.output ?? ''),
    done: resolve(cwd, flags.done ?? join(input, 'done')),
    failed: resolve(cwd, flags.failed ?? join(input, 'failed')),
  });
  const { paths } = folders;
  const inbox = new Inbox(paths.input, {
    recursive: Boolean(flags.recursive),
    extensions: flags.from === undefined ? new Set(FORMATS.flatMap(format => format.extensions)) : null,
    settleMs,
    excluded: new Set([paths.output, paths.done, paths.failed]),
    onIgnored: (name, why) => report.ignored(name, why),
  });
  const watch = new Watch(folders, inbox, converter, report, {
    options,
    intervalMs,
    once: Boolean(flags.once),
    signal,
    cwd,
  });
  const say = (text: string) => void (mode.quiet || terminal.err.write(`${text}\n`));
  if (!flags.once) say(`Watching ${escapeUnsafe(paths.input)}. Press Ctrl-C to end.`);
  const onAbort = () => {
    if (watch.running > 0) say(`Finishing ${watch.running} documents. Press Ctrl-C again to end at once.`);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await watch.run();
  } finally {
    signal.removeEventListener('abort', onAbort);
    await converter.close();
    await folders.close();
  }
  const code = report.finish();
  context.exitCode = signal.aborted ? 0 : code;
  context.finishedAfterSignal = true;
}

const MAX_SECONDS = 3600;

function milliseconds(flag: string, text: string, min: number): number {
  const seconds = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= min && seconds <= MAX_SECONDS) return seconds * 1000;
  throw new DocconvError('OPTION_INVALID.seconds', { option: flag, min, max: MAX_SECONDS });
}
