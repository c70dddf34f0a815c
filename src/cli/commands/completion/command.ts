/** `docconv completion`: prints the script that lets a shell complete commands, flags and values. */
import { Argument, type Command } from 'commander';
import { examples } from '../../command.js';
import type { Services } from '../../services.js';
import { bashCompletion } from './bash.js';
import { fishCompletion } from './fish.js';
import { type CompletionCommand, completionModel } from './model.js';
import { zshCompletion } from './zsh.js';

/** A new shell is one line here. */
const SHELLS: Readonly<Record<string, (commands: readonly CompletionCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export function define(command: Command, services: Services): void {
  command
    .addArgument(new Argument('<shell>', 'for which shell').choices(Object.keys(SHELLS)))
    .action(async (shell: string) => {
      const { buildProgram } = await import('../../main.js');
      const program = await buildProgram(services, 'all');
      services.terminal.out.write(SHELLS[shell]!(completionModel(program)));
    });
  examples(command, [
    ['source <(docconv completion bash)', 'in this shell, from now on'],
    ['docconv completion fish > ~/.config/fish/completions/docconv.fish', 'for good'],
  ]);
}
