import type { Command } from '../command.ts'
import { REMOTE_OPTIONS } from '../remote/connection.ts'

/** What a shell offers after the words of a command line. */
export interface Position {
  /** The words so far, without options: none, the first word of several commands, or a command. */
  readonly typed: string
  readonly next: readonly { readonly word: string; readonly about: string }[]
  readonly flags: readonly string[]
  readonly takesFile: boolean
  /** Whether arguments can follow the words. */
  readonly isCommand: boolean
}

/** The data from which the scripts for all shells are made. */
export interface CompletionTable {
  /** The program's name. */
  readonly name: string
  readonly positions: readonly Position[]
  /** Options with a value, and those whose value is a file. */
  readonly valueFlags: readonly string[]
  readonly fileFlags: readonly string[]
}

/** @param bareFlags options that the program accepts without a command, in addition to a server */
export function completionTable(
  name: string,
  commands: readonly Command[],
  bareFlags: readonly string[],
): CompletionTable {
  const options = commands.flatMap(command => Object.entries(command.options))
  const valueFlags = new Set(options.filter(([, { type }]) => type === 'string').map(([option]) => `--${option}`))
  const groups = Map.groupBy(
    commands.filter(command => command.name.length > 1),
    command => command.name[0] ?? '',
  )
  const leading = [...bareFlags, ...flagsOf(REMOTE_OPTIONS), '--help', '--version']
  const first = new Map(commands.map(command => [command.name[0] ?? '', aboutFirst(command, groups)]))
  return {
    name,
    positions: [
      { ...NOTHING, flags: leading, next: [...first].map(([word, about]) => ({ word, about })) },
      ...[...groups].map(([typed, group]) => ({ ...NOTHING, typed, flags: ['--help'], next: group.map(nextOf) })),
      ...commands.map(positionOf),
    ],
    valueFlags: [...valueFlags],
    fileFlags: [...valueFlags].filter(flag => flag.endsWith('-file')),
  }
}

const NOTHING = { typed: '', next: [], flags: [], takesFile: false, isCommand: false }

function positionOf({ name, options, positionals: [argument = ''] }: Command): Position {
  return {
    typed: name.join(' '),
    next: argument.includes('|') ? argument.split('|').map(word => ({ word, about: '' })) : [],
    flags: [...flagsOf(options), '--help', '--json'],
    takesFile: argument.replace(/[[\]]/g, '') === 'FILE',
    isCommand: true,
  }
}

function nextOf({ name, summary }: Command) {
  return { word: name[1] ?? '', about: summary }
}

function aboutFirst({ name, summary }: Command, groups: ReadonlyMap<string, readonly Command[]>): string {
  const group = groups.get(name[0] ?? '')
  return group === undefined ? summary : group.map(command => command.name[1]).join(', ')
}

function flagsOf(options: Command['options']): string[] {
  return Object.keys(options).map(option => `--${option}`)
}
