import { type Command, UsageError } from '../command.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { completionTable } from './table.ts'
import { zshScript } from './zsh.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }
const SHELLS = Object.keys(SCRIPTS).join('|')

/**
 * The command that prints a shell's completion script. The script contains all commands, so completing does not start a
 * program.
 * @param others all other commands of the program
 */
export function completionCommand(name: string, others: readonly Command[], bareFlags: readonly string[]): Command {
  const command: Command = {
    name: ['completion'],
    usage: `completion ${SHELLS}`,
    summary: 'Print a script with which a shell completes commands, options and file names.',
    details: `In ~/.bashrc:                       source <(${name} completion bash)
In ~/.zshrc, after compinit:        source <(${name} completion zsh)
In ~/.config/fish/config.fish:      ${name} completion fish | source`,
    example: 'completion bash > /etc/bash_completion.d/soundings',
    options: {},
    positionals: [SHELLS],
    run: async ({ positionals: [shell = ''] }) => {
      const script = Object.entries(SCRIPTS).find(([known]) => known === shell)?.[1]
      if (script === undefined)
        throw new UsageError(`the shell must be one of ${SHELLS.replaceAll('|', ', ')}, not "${shell}"`)
      const text = script(completionTable(name, [...others, command], bareFlags))
      return { data: { shell, script: text }, text }
    },
  }
  return command
}
