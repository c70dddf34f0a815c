/** `docconv completion`: prints a script that completes commands, flags and values in a shell. */
import { Argument, type Command } from 'commander';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { bashCompletion } from './bash.js';
import { fishCompletion } from './fish.js';
import { type CompletionCommand, completionModel } from './model.js';
import { zshCompletion } from './zsh.js';

const SHELLS: Readonly<Record<string, (commands: readonly CompletionCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export function define(command: Command, context: Context, wholeProgram: () => Promise<Command>): void {
  command
    .addArgument(new Argument('<shell>', 'shell to print the script for').choices(Object.keys(SHELLS)))
    .action(async (shell: string) => {
      context.terminal.out.write(SHELLS[shell]!(completionModel(await wholeProgram())));
    });
  examples(command, [
    ['source <(docconv completion bash)', 'enable completion in the current bash session'],
    ['docconv completion fish > ~/.config/fish/completions/docconv.fish', 'install for fish'],
  ]);
}
