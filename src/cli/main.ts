/** The command line: finds the command, runs it, turns what it throws into one line and an exit code. */
import { Command, CommanderError } from 'commander';
import { toDocconvError } from '../errors.js';
import { packageVersion } from '../system/package.js';
import { COMMANDS } from './commands/index.js';
import { EXIT, exitCodeOf } from './exit.js';
import { processServices, type Services } from './services.js';

/** Runs `docconv <argv>`; resolves to the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const interrupt = new AbortController();
  let signalExit: number | null = null;
  const onSignal = (name: NodeJS.Signals) => {
    signalExit = name === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
    if (interrupt.signal.aborted) process.exit(signalExit); // the second one ends at once
    interrupt.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  endWithReader();
  const services = await processServices(interrupt.signal);
  try {
    const code = await run(argv, services);
    return signalExit ?? code;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

/** Whoever reads our output may have seen enough (`docconv ... | head`): that is no failure. */
function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', error => {
      if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit();
      throw error;
    });
  }
}

async function run(argv: readonly string[], services: Services): Promise<number> {
  try {
    const program = await buildProgram(services, argv);
    await program.parseAsync(argv, { from: 'user' });
    return services.exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.done : EXIT.usage;
    return report(thrown, services);
  }
}

/** The program with every command named, and only the one that `argv` asks for (or all, for completions) defined. */
export async function buildProgram(services: Services, argv: readonly string[] | 'all'): Promise<Command> {
  const program = new Command('docconv')
    .description('Turns office documents into PDF, and says whether signed PDFs can be trusted.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'docconv: ')) })
    .exitOverride();
  const asked = argv === 'all' ? null : argv.filter(word => !word.startsWith('-')).slice(0, 2);
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).summary(summary).description(summary);
    if (!asked || asked.includes(name)) (await load()).define(command, services);
  }
  return program;
}

function report(thrown: unknown, { terminal, env }: Services): number {
  const error = toDocconvError(thrown);
  terminal.err.write(`${terminal.color.err.red('docconv:')} ${error.message}\n`);
  if (env.DOCCONV_DEBUG) terminal.err.write(`${(error.cause as Error)?.stack ?? error.stack}\n`);
  return exitCodeOf(error.code);
}
