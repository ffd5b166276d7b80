import { functionName, quoted } from './quoting.ts'
import type { CompletionTable, Position } from './table.ts'

export function zshScript({ name, positions, valueFlags, fileFlags }: CompletionTable): string {
  const own = functionName(name)
  return `# Completion of ${name} for zsh. In ~/.zshrc, after compinit: source <(${name} completion zsh)
${own}() {
  local typed i
  local -a flags next
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
      (${valueFlags.join('|')}) ((i++)) ;;
      (-*) ;;
      (*) typed+=\${typed:+ }$words[i] ;;
    esac
  done
  case $words[CURRENT-1] in
    (${fileFlags.join('|')}) _files; return ;;
    (${valueFlags.join('|')}) return ;;
  esac
  if compset -P '(${fileFlags.join('|')})='; then
    _files
    return
  fi
  case $typed in
${positions.flatMap(casesOf).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    compadd -- $flags
    return
  fi
  case $typed in
    (${positions.flatMap(({ typed, takesFile }) => (takesFile ? quoted(typed) : [])).join('|')}) _files ;;
    (*) _describe command next ;;
  esac
}
compdef ${own} ${name}`
}

function casesOf({ typed, flags, next, isCommand }: Position): string[] {
  const offered = `flags=(${flags.join(' ')})`
  const words = next.map(({ word, about }) => quoted(about === '' ? word : `${word}:${about}`))
  return [
    ...(isCommand && next.length === 0 ? [] : [`    (${quoted(typed)}) ${offered} next=(${words.join(' ')}) ;;`]),
    ...(isCommand ? [`    (${quoted(typed)}|${quoted(`${typed} `)}*) ${offered} ;;`] : []),
  ]
}
