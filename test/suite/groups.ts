import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'

/** Test files that run in one process, on an engine. */
export interface Group {
  readonly name: string
  /** From the root of the repository. */
  readonly files: readonly string[]
  readonly engine: Engine
}

type Engine = 'sqlite' | 'postgres'

/** Files that only the long suite runs: kills, timings, races and figures that need the machine for themselves. */
const LONG = ['{src,test}/**/*.long.test.ts']
/** Of these, files that measure no time: several may run at once. */
const UNTIMED = [
  'test/{artifacts,grafana-dashboard,moving}.long.test.ts',
  'test/client/responses.long.test.ts',
  'test/deploy-*.long.test.ts',
  'test/docs/*.long.test.ts',
  'test/faults/{failover,keys,lost-replies,power-cut}.long.test.ts',
  'test/generators/*.long.test.ts',
  'test/mcp/clients.long.test.ts',
  'test/oauth/limits.long.test.ts',
  'test/openapi-fuzz.long.test.ts',
  'test/postgres/*.long.test.ts',
  'test/upgrades/*.long.test.ts',
]
/**
 * Files that the long suite also runs, with more iterations: those that use `test/scale.ts`, directly or indirectly.
 */
const SCALED = /from '\.\.?\/(scale|look|hostile)\.ts'/
/** Services do not know the engine below them, so their results are tested on each. */
const ON_BOTH_ENGINES = [
  'test/{account,api,dashboard,oauth,pages,model}/**/*.test.ts',
  'test/{races,pins,openapi-true,openapi-requests}.test.ts',
]
/**
 * On PostgreSQL only the long suite runs these. In the short one, the contract of the store (`test/store/contract.ts`),
 * the rest of the API, races and OAuth cover both engines.
 */
const SQLITE_FIRST = [
  'test/{account,dashboard,pages}/**',
  // The long suite runs more iterations of these.
  'test/model/model.test.ts',
  // Validation happens before the database is accessed, and descriptions are the same for both.
  'test/{openapi-requests,openapi-true}.test.ts',
  'test/api/{hostile,protocol,questions,types}.test.ts',
  // Services decide by a few rows and counters: who may do what, how often, and which refusal takes precedence.
  'test/api/{access,limits,order}.test.ts',
  'test/oauth/{consent,documents}.test.ts',
]
/** Tests that prove durability need a real disk, and so do those whose files another user must reach. */
const ON_DISK = [
  'test/{faults,postgres}/**',
  'test/{cli-doctor-machine,deploy-systemd.long}.test.ts',
  'test/store/postgres-replica.test.ts',
]
/** Files of one kind share a process, so many at a time. The longest are first, so that none of them is left at the end. */
const GROUPED: readonly [pattern: string, size: number][] = [
  ['test/browser/**', 10],
  ['test/api/**', 24],
  ['test/account/**', 16],
  ['test/dashboard/**', 24],
  ['test/pages/**', 16],
  ['test/*.test.ts', 15],
  ['test/{billing,client,mcp,oauth,web}/**', 36],
  ['src/**', 40],
]
const BY_ITSELF = ['test/{cli-doctor-machine,first-minute,metrics,races,serve,static}.test.ts']
/** Top-level hooks of a file would apply to all files in its process. */
const KEEPS_APART = /^(beforeEach|afterEach)\(|\bmock\.timers\b/m

/** @param patterns globs or parts of paths that files must match; none for all */
export function groupsOf(suite: 'short' | 'long', patterns: readonly string[]): Group[] {
  const files = globSync('{src,test}/**/*.test.ts')
    .sort()
    .filter(file => patterns.length === 0 || patterns.some(one => file.includes(one) || matchesGlob(file, one)))
  return (['postgres', 'sqlite'] as const).flatMap(engine => {
    const chosen = files.filter(file => isIn(suite, engine, file))
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

/** Timings run one at a time, so that nothing else disturbs them. */
export function kindOf({ files }: Group): 'ordinary' | 'untimed' | 'timed' {
  if (!files.some(file => matches(file, LONG))) return 'ordinary'
  return files.every(file => matches(file, UNTIMED)) ? 'untimed' : 'timed'
}

function isIn(suite: 'short' | 'long', engine: Engine, file: string): boolean {
  if (engine === 'postgres' && !matches(file, ON_BOTH_ENGINES)) return false
  const isOnlyLong = matches(file, LONG) || (engine === 'postgres' && matches(file, SQLITE_FIRST))
  return suite === 'short' ? !isOnlyLong : isOnlyLong || contains(file, SCALED)
}

function groupOf(engine: Engine, files: string[]): Group {
  const others = files.length > 1 ? ` and ${files.length - 1} more` : ''
  return { name: `${files[0]}${others}${engine === 'postgres' ? ' (PostgreSQL)' : ''}`, files, engine }
}

/** Determines which files share a process. */
function patternOf(file: string): string | undefined {
  if (matches(file, [...LONG, ...BY_ITSELF]) || contains(file, KEEPS_APART)) return undefined
  return GROUPED.find(([pattern]) => matchesGlob(file, pattern))?.[0]
}

function contains(file: string, pattern: RegExp): boolean {
  return pattern.test(readFileSync(file, 'utf8'))
}

function matches(file: string, patterns: readonly string[]): boolean {
  return patterns.some(pattern => matchesGlob(file, pattern))
}
