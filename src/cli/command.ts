/** What a command is: one file in commands/ and one line in commands/index.ts. */
import type { Command, Option } from 'commander';
import type { Services } from './services.js';

export interface CommandModule {
  /** Adds arguments, options, examples and the action. The action sets `services.exitCode`. */
  define(command: Command, services: Services): void;
}

export interface CommandEntry {
  name: string;
  summary: string;
  /** Loaded only when the command is asked for: `--help` pays for none of them. */
  load(): Promise<CommandModule>;
}

/** Names an option's choices for the help and the completions; whoever reads the value judges it, in its own words. */
export function offering(option: Option, choices: readonly string[]): Option {
  option.argChoices = [...choices];
  return option;
}

/** Adds an "Examples" section to a command's help: pairs of command line and what it does. */
export function examples(command: Command, rows: readonly (readonly [line: string, meaning: string])[]): void {
  const text = rows.map(([line, meaning]) => `  $ ${line}\n      ${meaning}`).join('\n');
  command.addHelpText('after', `\nExamples:\n${text}`);
}
