import { globSync, readFileSync } from 'node:fs'
import { dirname, matchesGlob } from 'node:path'

/** Test files that run in one process, on an engine. */
export interface Job {
  readonly name: string
  /** From the root of the repository. */
  readonly files: readonly string[]
  readonly engine: Engine
}

type Engine = 'sqlite' | 'postgres'

/** What only the long suite runs: kills, timings, races and figures that need the machine for themselves. */
const LONG = ['{src,test}/**/*.long.test.ts']
/** What the long suite runs too, and tries more of: see `test/scale.ts`. */
const SCALED = ['test/model/model.test.ts', 'test/races.test.ts', 'test/mcp/injection.test.ts', 'test/browser/**']
const ALL = ['{src,test}/**/*.test.ts']
/** Services know nothing of the engine below them, so what they answer is tested on each. */
const ON_BOTH_ENGINES = [
  'test/{account,api,dashboard,oauth,pages,model}/**/*.test.ts',
  'test/{races,pins,openapi-true,openapi-requests}.test.ts',
]
/**
 * What they try is mostly decided before an engine sees it, or is tried in far larger numbers by the long suite: only
 * that one repeats them on PostgreSQL.
 */
const SQLITE_FIRST = [
  'test/account/{origins,preview}.test.ts',
  'test/api/{access,hostile,limits,protocol,types}.test.ts',
  'test/dashboard/{hostile,pages,rate-limit,spreadsheet,texts,times}.test.ts',
  'test/model/model.test.ts',
  'test/oauth/consent.test.ts',
  'test/pages/{cross-site,fast-path,form,form-questions,front,language,question-properties}.test.ts',
  'test/pages/{respondent-rate-limit,site-links,weight}.test.ts',
  'test/{openapi-requests,openapi-true}.test.ts',
]
/** What proves that something is on disk has its data on a real one. */
const ON_DISK = ['test/faults/**']
/** Files of one kind share a process, so many at a time, which loads what they test once; those that take long by themselves do not. */
const GROUPED: readonly [pattern: string, size: number][] = [
  ['src/**', 16],
  ['test/{account,api,client,dashboard,docs,mcp,oauth,pages,web}/**', 8],
  ['test/browser/**', 4],
  ['test/*.test.ts', 6],
]
const BY_ITSELF = [
  'test/api/{types,limits,hostile}.test.ts',
  'test/pages/fast-path.test.ts',
  'test/{first-minute,metrics,races,serve,static}.test.ts',
]
/** Hooks at the top of a file would be those of all files in its process. */
const KEEPS_APART = /^(beforeEach|afterEach)\(|\bmock\.timers\b/m

/** @param patterns globs or parts of paths that files must match; none for all */
export function jobsOf(suite: 'short' | 'long', patterns: readonly string[]): Job[] {
  const files = globSync(ALL)
    .sort()
    .filter(file => patterns.length === 0 || patterns.some(one => file.includes(one) || matchesGlob(file, one)))
  const filesOn = (engine: Engine) => files.filter(file => isIn(suite, engine, file))
  return [...jobsOn('sqlite', filesOn('sqlite')), ...jobsOn('postgres', filesOn('postgres'))]
}

function isIn(suite: 'short' | 'long', engine: Engine, file: string): boolean {
  if (engine === 'postgres' && !matches(file, ON_BOTH_ENGINES)) return false
  const isOnlyLong = matches(file, LONG) || (engine === 'postgres' && matches(file, SQLITE_FIRST))
  return suite === 'short' ? !isOnlyLong : isOnlyLong || matches(file, SCALED)
}

/** Files whose coverage is measured. Counting makes them several times slower, so those that repeat much are left out. */
const COVERED = ['src/**', 'test/{dashboard,pages,store}/**', 'test/{pins,serve,metrics}.test.ts']

export function coverageFiles(): string[] {
  return globSync(ALL).filter(file => matches(file, COVERED) && !matches(file, LONG))
}

export function needsDisk({ files }: Job): boolean {
  return files.some(file => matches(file, ON_DISK))
}

/** Several timings at once would measure one another. */
export function needsMachine({ files }: Job): boolean {
  return files.some(file => matches(file, LONG))
}

function jobsOn(engine: Engine, files: readonly string[]): Job[] {
  const shares = (file: string) =>
    groupSize(file) !== undefined && !matches(file, [...LONG, ...BY_ITSELF]) && !keepsApart(file)
  const single = files.filter(file => !shares(file)).map(file => ({ name: file, files: [file], engine }))
  const folders = Map.groupBy(files.filter(shares), file => (file.startsWith('src/') ? 'src' : dirname(file)))
  return [...single, ...[...folders].flatMap(([folder, all]) => groupsOf(folder, all, engine))]
}

function groupSize(file: string): number | undefined {
  return GROUPED.find(([pattern]) => matchesGlob(file, pattern))?.[1]
}

function groupsOf(folder: string, files: readonly string[], engine: Engine): Job[] {
  const [first = ''] = files
  const count = Math.ceil(files.length / (groupSize(first) ?? 1))
  return Array.from({ length: count }, (_, group) => {
    const members = files.filter((_, at) => at % count === group)
    const [first = ''] = members
    const name = members.length === 1 ? first : `${folder}, ${members.length} files, ${group + 1} of ${count}`
    return { name, files: members, engine }
  })
}

function keepsApart(file: string): boolean {
  return KEEPS_APART.test(readFileSync(file, 'utf8'))
}

function matches(file: string, patterns: readonly string[]): boolean {
  return patterns.some(pattern => matchesGlob(file, pattern))
}
