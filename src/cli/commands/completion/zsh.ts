/** Completion script for zsh, with a description of each flag. */
import type { CompletionCommand, CompletionFlag } from './model.js';

export function zshCompletion(commands: readonly CompletionCommand[]): string {
  return `#compdef docconv
# docconv completion for zsh; install with: docconv completion zsh > "\${fpath[1]}/_docconv"
_docconv() {
  local -a commands
  local state
  commands=(
${commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
_docconv "$@"
`;
}

function commandCase({ name, flags, words, arguments: rows, takesFiles }: CompletionCommand): string {
  const rest = [
    ...(words.length > 0 ? [`'1:word:(${words.join(' ')})'`] : []),
    ...(rows.length > 0 ? [`'*:argument:->argument'`] : []),
    ...(takesFiles && rows.length === 0 ? [`'*:file:_files'`] : []),
  ];
  const lines = [...flags.map(specification), ...rest].map(line => `        ${line}`);
  const named = rows.map(({ names, words: offered, isRepeated }) => {
    const once = isRepeated ? '' : '(( CURRENT == 3 )) && ';
    return `        ${names.join('|')}) ${once}compadd -- ${offered.join(' ')} ;;\n`;
  });
  if (takesFiles) named.push('        *) _files ;;\n');
  const last =
    rows.length > 0 ? `      [[ $state == argument ]] && case $words[2] in\n${named.join('')}      esac\n` : '';
  return `    ${name})\n      _arguments \\\n${lines.join(' \\\n')}\n${last}      ;;`;
}

function specification({ names, description, takesValue, choices, isList }: CompletionFlag): string {
  const exclusive = `'(${names.join(' ')})'`;
  const flag = names.length > 1 ? `{${names.join(',')}}` : names[0]!;
  const offer = isList
    ? `_values -s , value ${choices.join(' ')}`
    : choices.length > 0
      ? `(${choices.join(' ')})`
      : '_files';
  const value = `:value:${offer}`;
  const meaning = `'[${quoted(description).replaceAll('[', '\\[').replaceAll(']', '\\]')}]${takesValue ? value : ''}'`;
  return names.length > 1 ? `${exclusive}${flag}${meaning}` : `${flag}${meaning}`;
}

/** For single quotes; an unescaped colon would end a field. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(':', '\\:');
}
