/** Completion script for fish: one line per command, flag and word. */
import type { CompletionCommand, CompletionFlag } from './model.js';

export function fishCompletion(commands: readonly CompletionCommand[]): string {
  return `# docconv completion for fish; install with: docconv completion fish > ~/.config/fish/completions/docconv.fish
${commands.map(({ name, summary }) => `complete -c docconv -n __fish_use_subcommand -f -a ${name} -d '${quoted(summary)}'`).join('\n')}
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ name, flags, words, arguments: rows, takesFiles }: CompletionCommand): string[] {
  const within = `complete -c docconv -n '__fish_seen_subcommand_from ${name}'`;
  const unnamed = `complete -c docconv -n '__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${words.join(' ')}'`;
  const fixed = words.length > 0 ? [`${unnamed} -a '${words.join(' ')}'`] : [];
  const noFiles = takesFiles ? [] : [`${within} -f`];
  const named = rows.map(({ names, words: offered }) => {
    const condition = `__fish_seen_subcommand_from ${name}; and __fish_seen_subcommand_from ${names.join(' ')}`;
    return `complete -c docconv -n '${condition}' -a '${offered.join(' ')}'`;
  });
  return [...noFiles, ...fixed, ...named, ...flags.map(flag => `${within} ${flagLine(flag)}`)];
}

function flagLine({ names, description, takesValue, choices, isList }: CompletionFlag): string {
  const flags = names.map(name => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const words = isList ? `(__fish_append , ${choices.join(' ')})` : choices.join(' ');
  const value = words !== '' ? ` -x -a '${words}'` : takesValue ? ' -r' : '';
  return `${flags.join(' ')}${value} -d '${quoted(description)}'`;
}

function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
