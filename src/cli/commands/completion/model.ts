/** The commands, flags and values to complete, taken from the command definitions. */
import type { Command, Option } from 'commander';
import { ListOption, OfferingArgument } from '../../command.js';

export interface CompletionCommand {
  name: string;
  summary: string;
  flags: CompletionFlag[];
  /** Names of subcommands, or the choices of its argument. */
  words: string[];
  /** Subcommands whose first argument, or each, is one of these words. */
  arguments: { names: string[]; words: string[]; isRepeated: boolean }[];
  /** The command or one of its subcommands has file arguments. */
  takesFiles: boolean;
}

export interface CompletionFlag {
  /** E.g. '-o' and '--output'. */
  names: string[];
  description: string;
  /** If it takes a value, the shell offers `choices`, or files if there are none. */
  takesValue: boolean;
  choices: string[];
  /** Any number of the choices, separated by commas. */
  isList: boolean;
}

export function completionModel(program: Command): CompletionCommand[] {
  return program.commands.map(command => ({
    name: command.name(),
    summary: command.summary() || command.description(),
    flags: [...flagsOf(command), HELP],
    words: [
      ...command.commands.map(sub => sub.name()),
      ...command.registeredArguments.flatMap(argument => argument.argChoices ?? []),
    ],
    arguments: command.commands.flatMap(sub => {
      const [first] = sub.registeredArguments;
      const offered = first instanceof OfferingArgument ? first.offered : (first?.argChoices ?? []);
      if (!first || offered.length === 0) return [];
      return [{ names: [sub.name(), ...sub.aliases()], words: [...offered], isRepeated: first.variadic }];
    }),
    takesFiles: [command, ...command.commands].some(each =>
      each.registeredArguments.some(argument => /^(file|folder)/.test(argument.name())),
    ),
  }));
}

const HELP: CompletionFlag = {
  names: ['-h', '--help'],
  description: 'show help',
  takesValue: false,
  choices: [],
  isList: false,
};

/** The flags of a command and its subcommands, without duplicates. */
function flagsOf(command: Command): CompletionFlag[] {
  const all = [command, ...command.commands].flatMap(each => [...each.options]).filter(option => !option.hidden);
  const unique = new Map(all.map(option => [option.long ?? option.flags, option]));
  return [...unique.values()].map(flagOf);
}

function flagOf(option: Option): CompletionFlag {
  return {
    names: [option.short, option.long].filter(name => name !== undefined),
    description: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
    isList: option instanceof ListOption,
  };
}
