import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'

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
/** Of these, what measures no time: two or more may run at once. */
const UNTIMED = [
  'test/{artifacts,grafana-dashboard,moving}.long.test.ts',
  'test/client/responses.long.test.ts',
  'test/deploy-*.long.test.ts',
  'test/docs/*.long.test.ts',
  'test/faults/{failover,keys,lost-replies,power-cut}.long.test.ts',
  'test/mcp/clients.long.test.ts',
  'test/oauth/limits.long.test.ts',
  'test/openapi-fuzz.long.test.ts',
  'test/postgres/*.long.test.ts',
  'test/upgrades/*.long.test.ts',
]
/** What the long suite runs too, and tries more of: files that use `test/scale.ts`, or what uses it for them. */
const SCALED = /from '\.\.?\/(scale|look|hostile)\.ts'/
const ALL = ['{src,test}/**/*.test.ts']
/** Services know nothing of the engine below them, so what they answer is tested on each. */
const ON_BOTH_ENGINES = [
  'test/{account,api,dashboard,oauth,pages,model}/**/*.test.ts',
  'test/{races,pins,openapi-true,openapi-requests}.test.ts',
]
/**
 * On PostgreSQL only the long suite runs them. In the short one the contract of the store (`test/store/contract.ts`), the rest
 * of the API, races and OAuth ask on both engines what these ask of the database.
 */
const SQLITE_FIRST = [
  'test/{account,dashboard,pages}/**',
  // The long suite tries more of the same.
  'test/model/model.test.ts',
  // What is valid is decided before the database is asked, and descriptions are the same for both.
  'test/{openapi-requests,openapi-true}.test.ts',
  'test/api/{hostile,protocol,questions,types}.test.ts',
  // Services decide by a few rows and counters: who may do what, how often, and which refusal comes first.
  'test/api/{access,limits,order}.test.ts',
  'test/oauth/{consent,documents}.test.ts',
]
/** What proves that something is on disk has its data on a real one, as has what another user must reach. */
const ON_DISK = [
  'test/{faults,postgres}/**',
  'test/{cli-doctor-machine,deploy-systemd.long}.test.ts',
  'test/store/postgres-replica.test.ts',
]
/** Files of one kind share a process, so many at a time: loading what they test takes a second of CPU time in each. */
const GROUPED: readonly [pattern: string, size: number][] = [
  ['src/**', 40],
  ['test/account/**', 16],
  ['test/api/**', 24],
  ['test/dashboard/**', 24],
  ['test/pages/**', 16],
  ['test/{billing,client,mcp,oauth,web}/**', 36],
  ['test/browser/**', 10],
  ['test/*.test.ts', 15],
]
const BY_ITSELF = [
  'test/pages/fast-path.test.ts',
  'test/{cli-doctor-machine,first-minute,metrics,races,serve,static}.test.ts',
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
  return suite === 'short' ? !isOnlyLong : isOnlyLong || contains(file, SCALED)
}

/** Files whose coverage is measured. Counting makes them several times slower, so those that repeat much are left out. */
const COVERED = ['src/**', 'test/{dashboard,pages,store}/**', 'test/{pins,serve,metrics}.test.ts']

export function coverageFiles(): string[] {
  return globSync(ALL).filter(file => matches(file, COVERED) && !matches(file, LONG))
}

export function needsDisk({ files }: Job): boolean {
  return files.some(file => matches(file, ON_DISK))
}

/** Timings run one at a time: they would measure one another, or whatever else runs. */
export function kindOf({ files }: Job): 'ordinary' | 'untimed' | 'timed' {
  if (!files.some(file => matches(file, LONG))) return 'ordinary'
  return files.every(file => matches(file, UNTIMED)) ? 'untimed' : 'timed'
}

function jobsOn(engine: Engine, files: readonly string[]): Job[] {
  const single = files.filter(file => patternOf(file) === undefined)
  return [
    ...single.map(file => ({ name: file, files: [file], engine })),
    ...GROUPED.flatMap(([pattern, size]) =>
      groupsOf(
        files.filter(file => patternOf(file) === pattern),
        size,
        { pattern, engine },
      ),
    ),
  ]
}

/** What a file shares its process with. */
function patternOf(file: string): string | undefined {
  if (matches(file, [...LONG, ...BY_ITSELF]) || contains(file, KEEPS_APART)) return undefined
  return GROUPED.find(([pattern]) => matchesGlob(file, pattern))?.[0]
}

function groupsOf(files: readonly string[], size: number, { pattern, engine }: { pattern: string; engine: Engine }) {
  const count = Math.ceil(files.length / size)
  return Array.from({ length: count }, (_, group) => {
    const members = files.filter((_, at) => at % count === group)
    const [first = ''] = members
    const name = members.length === 1 ? first : `${pattern}, ${members.length} files, ${group + 1} of ${count}`
    return { name, files: members, engine }
  })
}

function contains(file: string, pattern: RegExp): boolean {
  return pattern.test(readFileSync(file, 'utf8'))
}

function matches(file: string, patterns: readonly string[]): boolean {
  return patterns.some(pattern => matchesGlob(file, pattern))
}
