import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { run } from 'node:test'
import { spec } from 'node:test/reporters'
import type { Durations } from './durations.ts'
import type { Job } from './jobs.ts'

export type TestEvent = Parameters<Parameters<ReturnType<typeof run>['filter']>[0]>[0]

interface Finished {
  readonly job: Job
  readonly milliseconds: number
}

const SLOWEST = 10

/** Prints a line for each file as it finishes, what failed in it, and at the end the figures of the run. */
export class Report {
  readonly #durations: Durations
  readonly #finished: Finished[] = []
  readonly #failedFiles: string[] = []
  readonly #notRun: string[] = []
  readonly #startedAt = performance.now()
  readonly #total: number
  #passed = 0
  #failed = 0
  #skipped = 0

  constructor(total: number, durations: Durations) {
    this.#total = total
    this.#durations = durations
  }

  get succeeded(): boolean {
    return this.#failedFiles.length === 0 && this.#passed > 0
  }

  async add(job: Job, events: readonly TestEvent[], milliseconds: number): Promise<void> {
    const counts = summaryOf(events)
    const failures = events.filter(({ type }) => type === 'test:fail')
    this.#passed += counts.passed
    this.#failed += counts.failed
    this.#skipped += counts.skipped
    this.#notRun.push(...notRunIn(events))
    this.#finished.push({ job, milliseconds })
    const ok = failures.length === 0 && counts.success
    if (ok) this.#durations.record(job, milliseconds)
    else this.#failedFiles.push(labelOf(job))
    const progress = `${this.#finished.length}/${this.#total}`
    const tests = `${counts.passed}${counts.failed > 0 ? ` of ${counts.passed + counts.failed}` : ''} passed`
    print(`${ok ? '✔' : '✖'} ${progress.padStart(8)}  ${labelOf(job)}: ${tests}, ${seconds(milliseconds)}`)
    for (const line of saidBy(events)) print(`${' '.repeat(12)}${line}`)
    if (!ok) print(`${endOf(failures)}${await inFull(failures)}`)
  }

  finish(): void {
    const slowest = this.#finished.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST)
    print(`\nSlowest files:`)
    for (const { job, milliseconds } of slowest) print(`${seconds(milliseconds).padStart(9)}  ${labelOf(job)}`)
    if (this.#failedFiles.length > 0) print(`\nFailed files:\n  ${this.#failedFiles.join('\n  ')}`)
    print(`\n${this.#finished.length} files in ${seconds(performance.now() - this.#startedAt)}`)
    print(`${this.#passed} passed, ${this.#failed} failed, ${this.#skipped} skipped`)
    const count = this.#notRun.length
    if (count > 0) print(`${count} ${count === 1 ? 'suite' : 'suites'} not run: ${this.#notRun.join('; ')}`)
  }
}

function labelOf({ name, engine }: Job): string {
  return engine === 'postgres' ? `${name} (PostgreSQL)` : name
}

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly success: boolean
}

/** Of all that a run says, the last summary is that of the whole file. */
function summaryOf(events: readonly TestEvent[]): Counts {
  const summary = events.findLast(({ type }) => type === 'test:summary')
  if (summary?.type !== 'test:summary') return { passed: 0, failed: 1, skipped: 0, success: false }
  const { counts, success } = summary.data
  return { passed: counts.passed, failed: counts.failed + counts.cancelled, skipped: counts.skipped, success }
}

/** What was left out for want of a program (`test/missing-program.ts`), and what to do about it. */
function notRunIn(events: readonly TestEvent[]): string[] {
  return events.flatMap(({ type, data }) =>
    type === 'test:pass' && typeof data.skip === 'string' ? [`${data.name} (${data.skip})`] : [],
  )
}

/** Diagnostics of tests, which are measured figures, and what a test has printed; not the runner's own counts. */
function saidBy(events: readonly TestEvent[]): string[] {
  return events.flatMap(({ type, data }) => {
    if (type === 'test:stdout' || type === 'test:stderr') return data.message.trimEnd().split('\n')
    return type === 'test:diagnostic' && data.file !== undefined ? [data.message] : []
  })
}

/** Without the tests that were given up since what they stand in had failed. */
function inFull(failures: readonly TestEvent[]): Promise<string> {
  const causes = failures.filter(event => !isGivenUp(event))
  return text(Readable.from(causes.length > 0 ? causes : failures).compose(spec))
}

/** How the process of a file ended that failed beside its tests. */
function endOf(failures: readonly TestEvent[]): string {
  return failures
    .flatMap(({ type, data }) =>
      type === 'test:fail' ? [data.details.error as { exitCode?: number; signal?: string }] : [],
    )
    .filter(({ exitCode, signal }) => exitCode !== undefined || signal)
    .map(({ exitCode, signal }) => `${' '.repeat(12)}its process ended with ${signal ?? `status ${exitCode}`}\n`)
    .join('')
}

function isGivenUp({ type, data }: TestEvent): boolean {
  return type === 'test:fail' && Reflect.get(data.details.error, 'failureType') === 'cancelledByParent'
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
