/** The entry point of the command line: runs one command, and turns errors into a message and an exit code. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { DocconvError, toDocconvError } from '../errors.js';
import { writeError } from '../system/files/file-errors.js';
import { packageVersion } from '../system/package.js';
import { escapeLines, escapeUnsafe } from '../text.js';
import { COMMANDS } from './commands/index.js';
import { type Context, processContext } from './context.js';
import { EXIT, exitCodeOf } from './exit.js';

/** SIGHUP: the terminal or the console was closed. Node does not keep a signal ignored, so `nohup` cannot prevent the end. */
const SIGNALS: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  ...(process.platform === 'win32' ? (['SIGBREAK'] as const) : []),
];

/** Runs `docconv <argv>`; resolves to the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const interrupt = new AbortController();
  let signalExit: number | null = null;
  const onSignal = (name: NodeJS.Signals) => {
    signalExit = name === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
    if (interrupt.signal.aborted) process.exit(signalExit); // second signal: exit at once
    interrupt.abort(new DocconvError('CANCELLED.plain')); // what rejects with the reason of the signal needs no other error
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  const context = await processContext(interrupt.signal);
  exitWhenUnwritable(context);
  try {
    const code = await run(argv, context);
    // supervisors stop a service by SIGTERM and take any other code for a failure; Ctrl-C must end a script around it
    if (signalExit === EXIT.terminated && context.finishedAfterSignal) return code;
    return signalExit ?? code;
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}

/** `docconv ... | head` closes the pipe early; this is not an error. */
function exitWhenUnwritable(context: Context): void {
  const { stdout, stderr } = context.terminal;
  stdout.on('error', error => {
    if (context.goesOnWithoutOutput) return;
    const isClosed = (error as NodeJS.ErrnoException).code === 'EPIPE';
    process.exit(isClosed ? undefined : reportError(writeError(error, 'standard output'), context));
  });
  stderr.on('error', () => {}); // what is said about the work does not decide on it, nor on its exit code
}

async function run(argv: readonly string[], context: Context): Promise<number> {
  try {
    const program = await buildProgram(context, argv);
    return await runProgram(program, withHelpAsOption(program, argv), context);
  } catch (thrown) {
    printJson(toDocconvError(thrown), argv, context);
    return reportError(thrown, context);
  }
}

async function runProgram(program: Command, argv: readonly string[], context: Context): Promise<number> {
  try {
    await program.parseAsync(argv, { from: 'user' });
    return context.exitCode;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode === 0) return EXIT.done;
    if (thrown.code === 'commander.help') return EXIT.usage;
    context.terminal.err.write(`${nextStep(thrown, argv, program, context)}\n`);
    printJson({ code: 'USAGE', message: thrown.message.replace(/^error: /, '') }, argv, context);
    return EXIT.usage;
  }
}

/** What helps after wrong usage: `docconv report.docx` lacks a command, everything else is in the help. */
function nextStep(
  { code, message }: CommanderError,
  argv: readonly string[],
  program: Command,
  { cwd }: Context,
): string {
  const file = code === 'commander.unknownOption' && argv.find(value => message.includes(`'${value}'`));
  if (file && existsSync(resolve(cwd, file))) return `Is it a file? Then write ./${escapeUnsafe(file)}`;
  const [word = ''] = argv;
  const names = commandsOf(program, argv).map(command => command.name());
  const isUnknown = code === 'commander.unknownCommand' && word !== '' && names.length === 0; // otherwise a subcommand is unknown
  if (isUnknown && existsSync(resolve(cwd, word)))
    return `Did you mean docconv ${/\.pdf$/i.test(word) ? 'check' : 'convert'} ${escapeUnsafe(word)}?`;
  return `Run '${['docconv', ...names, '--help'].join(' ')}' for ${names.length > 0 ? 'its usage' : 'a list of commands'}.`;
}

/**
 * `help trust update` is `trust update --help`, whatever follows: help never becomes work. Without a command that exists,
 * commander has to report the unknown one.
 */
function withHelpAsOption(command: Command, argv: readonly string[], isAsked = false): readonly string[] {
  const [word, ...rest] = argv;
  if (command.commands.length === 0 || word === undefined) return isAsked ? ['--help'] : argv;
  if (HELP.has(word)) return withHelpAsOption(command, rest, true);
  if (word.startsWith('-')) return isAsked ? withHelpAsOption(command, rest, true) : argv;
  const subcommand = subcommandOf(command, word);
  if (subcommand) return [word, ...withHelpAsOption(subcommand, rest, isAsked)];
  return argv.filter(each => !HELP.has(each));
}

const HELP: ReadonlySet<string> = new Set(['help', '-h', '--help']);

/** The command that `argv` begins with, and its subcommand. */
function commandsOf(parent: Command, [word = '', ...rest]: readonly string[]): Command[] {
  const command = subcommandOf(parent, word);
  return command ? [command, ...commandsOf(command, rest)] : [];
}

function subcommandOf({ commands }: Command, word: string): Command | undefined {
  return commands.find(command => command.name() === word || command.aliases().includes(word));
}

/** Registers every command by name, but loads and defines only the one that `argv` names ('all': every one). */
export async function buildProgram(context: Context, argv: readonly string[] | 'all'): Promise<Command> {
  const program = new Command('docconv')
    .description('Convert office documents to PDF and verify signatures in PDFs.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(escapeLines(text.replace(/^error: /, 'docconv: '))) })
    .exitOverride();
  const wanted = argv === 'all' ? null : argv.find(word => !word.startsWith('-') && !HELP.has(word));
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).summary(summary).description(summary);
    if (wanted === null || wanted === name) (await load()).define(command, context, () => buildProgram(context, 'all'));
  }
  return program;
}

/** With --json, a run that fails as a whole says so on standard output as well, as a line without the name of a file. */
function printJson(
  { code, message }: { code: string; message: string },
  argv: readonly string[],
  { terminal, failureIsPrinted }: Context,
) {
  const end = argv.indexOf('--');
  const options = end < 0 ? argv : argv.slice(0, end);
  if (options.includes('--json') && !failureIsPrinted)
    terminal.out.write(`${JSON.stringify({ error: { code, message } })}\n`);
}

function reportError(thrown: unknown, { terminal, env }: Context): number {
  const error = toDocconvError(thrown);
  terminal.err.write(`${terminal.color.err.red('docconv:')} ${escapeUnsafe(error.message)}\n`);
  if (env.DOCCONV_DEBUG) terminal.err.write(`${escapeLines((error.cause as Error)?.stack ?? error.stack ?? '')}\n`);
  return exitCodeOf(error.code);
}
