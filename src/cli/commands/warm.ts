/** `docconv warm`: the engines in the background of this user. */
import type { Command } from 'commander';
import { docconvHome } from '../../config/index.js';
import { type EngineState, engineStates, stopEngines, warmFolder } from '../../warm/index.js';
import { examples, type JsonOption } from '../command.js';
import type { Context } from '../context.js';

export function define(command: Command, context: Context): void {
  command
    .command('status')
    .description('show the engines that run, and why one could not start')
    .option('--json', 'print them as JSON')
    .action((options: JsonOption) => status(options, context));
  command
    .command('stop')
    .description('stop all of them, also those that start; a document that one converts is finished')
    .action(() => stop(context));
  examples(command, [
    ['docconv convert report.docx --warm', 'start an engine for the next calls'],
    ['docconv config set warm on', 'always keep one for five minutes after the last call'],
    ['docconv warm stop', 'stop it, for example after the installation of fonts'],
  ]);
}

async function status({ json }: JsonOption, context: Context): Promise<void> {
  const states = await statesOf(context);
  const { out } = context.terminal;
  if (json) return void out.write(`${JSON.stringify(states)}\n`);
  out.write(states.length === 0 ? 'No engine runs in the background.\n' : `${states.map(describe).join('\n')}\n`);
}

async function stop(context: Context): Promise<void> {
  const count = await stopEngines(folderOf(context));
  const { err } = context.terminal;
  err.write(count === 0 ? 'No engine runs in the background.\n' : `Stopped: ${count}.\n`);
}

/** Of the engines of this user. */
export function statesOf(context: Context): Promise<EngineState[]> {
  return engineStates(folderOf(context));
}

/** One line for users. */
export function describe(state: EngineState): string {
  if ('failure' in state) return `not started: ${state.failure}`;
  if ('ready' in state) return `process ${state.pid}, starts or ends`;
  const minutes = Math.floor((Date.now() - state.started) / 60_000);
  return `process ${state.pid}, started ${minutes} min ago, documents converted: ${state.converted}`;
}

function folderOf({ env }: Context): string {
  return warmFolder(env, docconvHome(env).cache);
}
