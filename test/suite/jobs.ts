import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'

/** A test file to run on an engine. */
export interface Job {
  /** From the root of the repository. */
  readonly file: string
  readonly engine: 'sqlite' | 'postgres'
}

/** What only the long suite runs: kills, timings, races and figures that need the machine for themselves. */
const LONG = ['{src,test}/**/*.long.test.ts']
/** What the long suite runs too, and tries more of: see `test/scale.ts`. */
const SCALED = ['test/model/model.test.ts', 'test/races.test.ts']
const ALL = ['{src,test}/**/*.test.ts']
/** Services know nothing of the engine below them, so what they answer is tested on each. */
const ON_BOTH_ENGINES = [
  'test/{api,dashboard,pages,model}/**/*.test.ts',
  'test/{races,pins,openapi-true,openapi-requests}.test.ts',
]
/** What proves that something is on disk has its data on a real one. */
const ON_DISK = ['test/faults/**']

/** @param patterns globs or parts of paths that files must match; none for all */
export function jobsOf(suite: 'short' | 'long', patterns: readonly string[]): Job[] {
  const long = (file: string) => matches(file, LONG)
  const belongs =
    suite === 'short' ? (file: string) => !long(file) : (file: string) => long(file) || matches(file, SCALED)
  const wanted = (file: string) =>
    patterns.length === 0 || patterns.some(pattern => file.includes(pattern) || matchesGlob(file, pattern))
  return globSync(ALL)
    .filter(file => belongs(file) && wanted(file))
    .flatMap(file => [
      { file, engine: 'sqlite' as const },
      ...(matches(file, ON_BOTH_ENGINES) ? [{ file, engine: 'postgres' as const }] : []),
    ])
}

/** What shows how much of the code is tested: all but what needs a browser or a second engine. */
export function coverageFiles(): string[] {
  return jobsOf('short', [])
    .filter(({ file, engine }) => engine === 'sqlite' && !matches(file, ['test/browser/**']))
    .map(({ file }) => file)
}

export function needsDisk({ file }: Job): boolean {
  return matches(file, ON_DISK)
}

/** Several timings at once would measure one another. */
export function needsMachine({ file }: Job): boolean {
  return matches(file, LONG)
}

function matches(file: string, patterns: readonly string[]): boolean {
  return patterns.some(pattern => matchesGlob(file, pattern))
}
