/** Completion script for bash 4 and newer. */
import type { CompletionCommand } from './model.js';

export function bashCompletion(commands: readonly CompletionCommand[]): string {
  return `# docconv completion for bash; install with: docconv completion bash > /etc/bash_completion.d/docconv
_docconv() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local words= plain= files=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} help --help --version" -- "$word"))
    return
  fi
  case "$command $previous" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command" in
${commands.map(wordCase).join('\n')}
    help) plain="${commands.map(({ name }) => name).join(' ')}" ;;
  esac
  case "$previous" in -*) files=yes ;; esac # the value of a flag
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$plain" -- "$word"; [ "$files" ] && compgen -f -- "$word") ;; # names may contain spaces
  esac
}
complete -o filenames -F _docconv docconv
`;
}

function valueCases({ name, flags }: CompletionCommand): string[] {
  return flags
    .filter(({ choices }) => choices.length > 0)
    .map(({ names, choices }) => {
      const patterns = names.map(flag => `"${name} ${flag}"`).join('|');
      return `    ${patterns}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$word")); return ;;`;
    });
}

function wordCase({ name, flags, words, takesFiles }: CompletionCommand): string {
  const names = flags.flatMap(flag => flag.names).join(' ');
  return `    ${name}) words="${names}" plain="${words.join(' ')}" files=${takesFiles ? 'yes' : ''} ;;`;
}
