/** What a shell has to know of the commands, taken from their own definitions. */
import type { Command, Option } from 'commander';

export interface CompletionCommand {
  name: string;
  summary: string;
  flags: CompletionFlag[];
  /** Names of subcommands, or fixed words that its argument takes. */
  words: string[];
  /** Its arguments, or those of a subcommand, are files. */
  takesFiles: boolean;
}

export interface CompletionFlag {
  /** '-o', '--output': as many as there are. */
  names: string[];
  description: string;
  /** Takes a value; a shell offers `choices`, or files where there are none. */
  takesValue: boolean;
  choices: string[];
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
    takesFiles: [command, ...command.commands].some(each =>
      each.registeredArguments.some(argument => argument.name().startsWith('file')),
    ),
  }));
}

const HELP: CompletionFlag = { names: ['-h', '--help'], description: 'show help', takesValue: false, choices: [] };

/** A command's own flags and its subcommands', each once. */
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
  };
}
