/** Completion script for bash 4 and newer. */
import type { CompletionCommand } from './model.js';

export function bashCompletion(commands: readonly CompletionCommand[]): string {
  return `# docconv completion for bash; install with: docconv completion bash > /etc/bash_completion.d/docconv
_docconv_list() { # the choices that the list in $word does not have yet, behind those that it has
  local listed= choice
  case "$word" in *,*) listed=\${word%,*}, ;; esac
  for choice in $1; do
    case ",$listed" in *",$choice,"*) ;; *) COMPREPLY+=($(compgen -W "$listed$choice" -- "$word")) ;; esac
  done
  compopt -o nospace 2> /dev/null # another may follow
}
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
  [ "$COMP_CWORD" -eq 2 ] || plain= # the subcommand is named already
  case "$COMP_CWORD $command \${COMP_WORDS[2]}" in
${commands.flatMap(argumentCases).join('\n')}
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
    .map(({ names, choices, isList }) => {
      const patterns = names.map(flag => `"${name} ${flag}"`).join('|');
      const words = choices.join(' ');
      const offer = isList ? `_docconv_list "${words}"` : `COMPREPLY=($(compgen -W "${words}" -- "$word"))`;
      return `    ${patterns}) ${offer}; return ;;`;
    });
}

function argumentCases({ name, arguments: rows }: CompletionCommand): string[] {
  return rows.map(({ names, words, isRepeated }) => {
    const patterns = names.map(sub => (isRepeated ? `[!12]*" ${name} ${sub}"` : `"3 ${name} ${sub}"`)).join('|');
    return `    ${patterns}) plain="${words.join(' ')}" ;;`;
  });
}

function wordCase({ name, flags, words, takesFiles }: CompletionCommand): string {
  const names = flags.flatMap(flag => flag.names).join(' ');
  return `    ${name}) words="${names}" plain="${words.join(' ')}" files=${takesFiles ? 'yes' : ''} ;;`;
}
