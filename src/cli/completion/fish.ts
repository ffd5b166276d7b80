import { functionName } from './quoting.ts'
import type { CompletionTable, Position } from './table.ts'

export function fishScript({ name, positions, valueFlags, fileFlags }: CompletionTable): string {
  const own = `_${functionName(name)}`
  const complete = `complete -c ${name}`
  return `# Completion of ${name} for fish. In ~/.config/fish/config.fish: ${name} completion fish | source
function ${own}_typed
    set -l typed
    set -l is_value no
    for word in (commandline -opc)[2..-1]
        if test $is_value = yes
            set is_value no
            continue
        end
        switch $word
            case ${valueFlags.join(' ')}
                set is_value yes
            case '-*'
            case '*'
                set -a typed $word
        end
    end
    echo "$typed"
end
function ${own}_at
    test "$argv" = (${own}_typed)
end
function ${own}_in
    string match -q -- "$argv *" (${own}_typed)" "
end
${complete} -f
${positions.flatMap(position => linesOf(position)).join('\n')}`

  function linesOf({ typed, flags, next, takesFile, isCommand }: Position): string[] {
    const at = `-n ${fishQuoted(`${own}_at ${typed}`.trimEnd())}`
    const within = isCommand ? `-n ${fishQuoted(`${own}_in ${typed}`)}` : at
    return [
      ...next.map(({ word, about }) => `${complete} ${at} -a ${word}${about === '' ? '' : ` -d ${fishQuoted(about)}`}`),
      ...flags.map(flag => `${complete} ${within} -l ${flag.slice(2)}${expected(flag)}`),
      ...(takesFile ? [`${complete} ${at} -F`] : []),
    ]
  }

  function expected(flag: string): string {
    if (fileFlags.includes(flag)) return ' -r -F'
    return valueFlags.includes(flag) ? ' -x' : ''
  }
}

function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
