import { relative, sep } from 'node:path'
import { run } from 'node:test'

const FILE_TIMEOUT_MS = 240_000

interface Lines {
  all: number
  covered: number
}

/** Runs the files with `--experimental-test-coverage` and prints how much of each room of `src` they reach, in lines. */
export async function printCoverage(files: string[], concurrency: number, env: NodeJS.ProcessEnv): Promise<void> {
  const rooms = new Map<string, Lines>()
  const sources = { coverageIncludeGlobs: ['src/**/*.ts'], coverageExcludeGlobs: ['**/*.test.ts'] }
  const options = { files, concurrency, env, timeout: FILE_TIMEOUT_MS, coverage: true, ...sources }
  for await (const { type, data } of run(options)) {
    if (type !== 'test:coverage') continue
    for (const file of data.summary.files) {
      const room = roomOf(relative(data.summary.workingDirectory, file.path))
      const lines = rooms.get(room) ?? { all: 0, covered: 0 }
      rooms.set(room, { all: lines.all + file.totalLineCount, covered: lines.covered + file.coveredLineCount })
    }
    rooms.set('all that was loaded', {
      all: data.summary.totals.totalLineCount,
      covered: data.summary.totals.coveredLineCount,
    })
  }
  process.stdout.write('\nCoverage by unit, store, page and dashboard tests on SQLite, in lines:\n')
  for (const [room, { all, covered }] of rooms) {
    const percent = `${((100 * covered) / all).toFixed(1)} %`
    process.stdout.write(`${percent.padStart(9)}  ${room} (${covered} of ${all})\n`)
  }
}

/** The folder below `src`, or the file that stands there by itself. */
function roomOf(path: string): string {
  return path.split(sep).slice(0, 2).join('/')
}
