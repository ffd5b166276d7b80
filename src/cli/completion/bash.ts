import { functionName, quoted } from './quoting.ts'
import type { CompletionTable, Position } from './table.ts'

/**
 * Splits the line at blanks, because bash also splits an address at its colons. Bash itself completes file names, and
 * quotes them.
 */
export function bashScript({ name, positions, valueFlags, fileFlags }: CompletionTable): string {
  const own = functionName(name)
  return `# Completion of ${name} for bash. In ~/.bashrc: source <(${name} completion bash)
${own}() {
  local line=\${COMP_LINE:0:COMP_POINT} words word typed= flags= next= i
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  word=\${words[\${#words[@]} - 1]}
  for ((i = 1; i < \${#words[@]} - 1; i++)); do
    case \${words[i]} in
      ${valueFlags.join(' | ')}) ((i++)) ;;
      -*) ;;
      *) typed+=\${typed:+ }\${words[i]} ;;
    esac
  done
  COMPREPLY=()
  case "\${words[\${#words[@]} - 2]} $word" in
    ${fileFlags.map(flag => `'${flag} '* | *' ${flag}='*`).join(' | ')}) compopt -o default; return ;;
    ${valueFlags.map(flag => `'${flag} '*`).join(' | ')}) return ;;
  esac
  case $typed in
${positions.flatMap(casesOf).join('\n')}
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
    return
  fi
  case $typed in
    ${positions.flatMap(({ typed, takesFile }) => (takesFile ? quoted(typed) : [])).join(' | ')}) compopt -o default ;;
    *) COMPREPLY=($(compgen -W "$next" -- "$word")) ;;
  esac
}
complete -F ${own} ${name}`
}

function casesOf({ typed, flags, next, isCommand }: Position): string[] {
  const offered = `flags=${quoted(flags.join(' '))}`
  const words = quoted(next.map(({ word }) => word).join(' '))
  return [
    ...(isCommand && next.length === 0 ? [] : [`    ${quoted(typed)}) ${offered} next=${words} ;;`]),
    ...(isCommand ? [`    ${quoted(typed)} | ${quoted(`${typed} `)}*) ${offered} ;;`] : []),
  ]
}
