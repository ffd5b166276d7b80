import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { matchesGlob } from 'node:path'
import { roomOfFile } from './rooms.ts'

/** Test files that run in one process, on an engine. */
export interface Group {
  readonly name: string
  /** From the root of the repository. */
  readonly files: readonly string[]
  readonly engine: Engine
}

/**
 * The suites, by what can make their tests fail: `short` only the code; `long` also kills, other programs and random
 * seeds; `performance` also the machine.
 */
export type Suite = 'short' | 'long' | 'performance'
type Engine = 'sqlite' | 'postgres'

/** Files that only the long suite runs. */
const LONG = ['{src,test}/**/*.long.test.ts']
/** Files that only the performance suite runs: bounds of time, memory and ratios. */
const PERFORMANCE = ['{src,test}/**/*.performance.test.ts']
/** Files that the long suite also runs, with more iterations or random seeds: those that import one of these. */
const VARIED = /from '(?:\.\.?\/(?:scale|look|hostile)\.ts|fast-check)'/
/** Files whose values are random, unless they have a seed. */
const RANDOM = /from 'fast-check'/
/**
 * Services do not know the engine below them, so only the long suite tests their results on PostgreSQL too. The short one
 * has the contract of the store on both (`test/store/contract.ts`).
 */
const ON_BOTH_ENGINES = [
  'test/{account,api,dashboard,oauth,pages,model}/**/*.test.ts',
  'test/{races,moving/loading,openapi/true-to-server,openapi/requests}.test.ts',
]
/** Tests that prove durability need a real disk, and so do those whose files another user must reach. */
const ON_DISK = [
  'test/{faults,postgres}/**',
  'test/{cli/doctor-machine,deploy/systemd}.long.test.ts',
  'test/store/postgres/replica.long.test.ts',
]
/**
 * Files of one kind share a process, so many at a time: each process takes a second to load the sources. The longest are
 * first, so that none of them is left at the end.
 */
const GROUPED: readonly [pattern: string, size: number][] = [
  ['test/browser/journeys/**', 7],
  ['test/browser/**', 4],
  ['test/api/**', 24],
  ['test/account/**', 24],
  ['test/dashboard/**', 24],
  ['test/pages/**', 24],
  ['test/{,cli/,deploy/,limits/,moving/,openapi/,packaging/,project/,requests/}*.test.ts', 18],
  ['test/store/**', 8],
  ['test/faults/**', 7],
  ['test/upgrades/**', 4],
  ['test/{billing,client,docs,import,mcp,model,oauth,suite,web}/**', 36],
  ['src/**', 160],
]
const BY_ITSELF = [
  'test/{first-minute,metrics,races,serve}.test.ts',
  // It searches all memory of its process, which takes ten times as long with everything that others load.
  'src/service/access/respondent-rate-limit.test.ts',
  '{src,test/!(browser)}/**/*.long.test.ts',
  'test/*.long.test.ts',
]
/** Top-level hooks of a file would apply to all files in its process. */
const KEEPS_APART = /^(beforeEach|afterEach)\(/m

/** @param words rooms of the long suite, globs, or parts of paths, one of which must fit; none for all */
export function groupsOf(suite: Suite, words: readonly string[]): Group[] {
  const files = globSync('{src,test}/**/*.test.ts').sort()
  return (['postgres', 'sqlite'] as const).flatMap(engine => {
    const chosen = files.filter(file => isIn(suite, engine, file) && isChosen(words, engine, file))
    const alone = chosen.filter(file => patternOf(file) === undefined).map(file => groupOf(engine, [file]))
    const shared = GROUPED.flatMap(([pattern, size]) => {
      const members = chosen.filter(file => patternOf(file) === pattern)
      const count = Math.ceil(members.length / size)
      return Array.from({ length: count }, (_, part) =>
        groupOf(
          engine,
          members.filter((_, index) => index % count === part),
        ),
      )
    })
    return [...alone, ...shared]
  })
}

export function needsDisk({ files }: Group): boolean {
  return files.some(file => matches(file, ON_DISK))
}

/** The room of the long suite that has a group; undefined if none has. */
export function roomOf({ files: [file = ''], engine }: Group): string | undefined {
  return roomOfFile(file, engine)
}

/** How many groups like this one may run at once, if `most` may of others. */
export function atOnceOf({ files }: Group, most: number): number {
  if (files.some(file => matches(file, PERFORMANCE))) return 1
  // Servers under these tests notice faults by deadlines, which they must not miss because the processors are busy.
  return files.some(file => matches(file, LONG)) ? Math.min(most, availableParallelism()) : most
}

export function isRandom({ files }: Group): boolean {
  return files.some(file => contains(file, RANDOM))
}

function isChosen(words: readonly string[], engine: Engine, file: string): boolean {
  if (words.length === 0) return true
  return words.some(word => word === roomOfFile(file, engine) || file.includes(word) || matchesGlob(file, word))
}

function isIn(suite: Suite, engine: Engine, file: string): boolean {
  const isMeasured = matches(file, PERFORMANCE)
  if (isMeasured || suite === 'performance') return isMeasured && suite === 'performance' && engine === 'sqlite'
  if (engine === 'postgres') return suite === 'long' && matches(file, ON_BOTH_ENGINES)
  const isOnlyLong = matches(file, LONG)
  return suite === 'short' ? !isOnlyLong : isOnlyLong || contains(file, VARIED)
}

function groupOf(engine: Engine, files: string[]): Group {
  const others = files.length > 1 ? ` and ${files.length - 1} more` : ''
  return { name: `${files[0]}${others}${engine === 'postgres' ? ' (PostgreSQL)' : ''}`, files, engine }
}

/** Determines which files share a process. */
function patternOf(file: string): string | undefined {
  if (matches(file, [...PERFORMANCE, ...BY_ITSELF]) || contains(file, KEEPS_APART)) return undefined
  return GROUPED.find(([pattern]) => matchesGlob(file, pattern))?.[0]
}

function contains(file: string, pattern: RegExp): boolean {
  return pattern.test(readFileSync(file, 'utf8'))
}

function matches(file: string, patterns: readonly string[]): boolean {
  return patterns.some(pattern => matchesGlob(file, pattern))
}
