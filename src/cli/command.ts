/** What every command consists of, and the parts of a definition that several commands share. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from './context.js';

export interface CommandModule {
  /**
   * Adds arguments, options, examples and the action. The action sets `context.exitCode`.
   *
   * @param wholeProgram with the definitions of all commands
   */
  define(command: Command, context: Context, wholeProgram: () => Promise<Command>): void;
}

export interface CommandEntry {
  name: string;
  /** Lower case, imperative, one line. */
  summary: string;
  /** Imports the command: only the one that runs is loaded. */
  load(): Promise<CommandModule>;
}

export const SERVER_FLAG = '--server <url>';

export interface JsonOption {
  json?: boolean;
}

/** Options of the commands for accounts. */
export interface AccountOptions extends JsonOption {
  server?: string;
}

/** Collects the values of a repeatable option. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** The parser of an option that takes a whole number; the command checks its range. */
export function integerOption(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It takes a whole number.');
}

/** An argument for which completions offer words. The command accepts other spellings, and help does not list them. */
export class OfferingArgument extends Argument {
  constructor(
    name: string,
    description: string,
    readonly offered: readonly string[],
  ) {
    super(name, description);
  }
}

/** An option whose value is any number of its choices, separated by commas. */
export class ListOption extends Option {}

/** Shows the choices in help and completions. Commander's own check is off: parseSetting() and parsePdfOptions() report errors. */
export function withChoices(option: Option, choices: readonly string[]): Option {
  option.argChoices = [...choices];
  return option;
}

/** Adds an "Examples" section to a command's help: pairs of command line and description. */
export function examples(command: Command, rows: readonly (readonly [line: string, description: string])[]): void {
  const text = rows.map(([line, description]) => `  $ ${line}\n      ${description}`).join('\n');
  command.addHelpText('after', `\nExamples:\n${text}`);
}
