// Runs the suite on both engines: several files at once, the longest first, with one PostgreSQL server for all
// of them. `--long` runs the long suite, `--coverage` what coverage is counted of; further words choose files, e.g. `npm test -- test/api`.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { parseArgs } from 'node:util'
import { makeTemplate } from './database.ts'
import { keepPostgres } from './postgres/keeper.ts'
import { scaled } from './scale.ts'
import { printCoverage } from './suite/coverage.ts'
import { Durations } from './suite/durations.ts'
import { coverageFiles, type Job, jobsOf, kindOf, needsDisk } from './suite/jobs.ts'
import { memoryFolder } from './suite/memory-folder.ts'
import { Report, type TestEvent } from './suite/report.ts'

/** What runs several files in one process. */
const GROUP = 'test/suite/group.ts'
const FILE_TIMEOUT_MS = scaled({ long: 1_200_000, release: 14_400_000 })
/** A larger space for what is young saves a twentieth of the CPU time of tests. */
const FLAGS = ['--max-semi-space-size=64', '--import', join(import.meta.dirname, 'suite/untracked-promises.ts')]
/** Tests wait for browsers, databases and timers as much as they compute. */
const FILES_AT_ONCE = availableParallelism() + 2
/** Servers under these tests notice faults by deadlines, which they must not miss because the processors are busy. */
const UNTIMED_AT_ONCE = availableParallelism()

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    'at-once': { type: 'string' },
  },
})
const suite = values.long ? 'long' : 'short'
const atOnce = Number(values['at-once'] ?? FILES_AT_ONCE)

const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'soundings-tests-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
process.on('exit', () => stopped.abort())

const postgres = await keepPostgres({ durable: false })
process.env.SOUNDINGS_TEST_POSTGRES = postgres.url
const sharedEnvironment = { SOUNDINGS_TEST_TEMPLATE: await makeTemplate() }

if (values.coverage)
  await printCoverage(coverageFiles(), atOnce, { ...process.env, ...sharedEnvironment, TMPDIR: folder })
else await runSuite()
await postgres.remove()

async function runSuite(): Promise<void> {
  const durations = new Durations()
  const jobs = durations.longestFirst(jobsOf(suite, positionals))
  const report = new Report(jobs.length, durations)
  const { ordinary = [], untimed = [], timed = [] } = Object.groupBy(jobs, kindOf)
  const runOne = (job: Job) => runJob(job, report)
  await runJobs(ordinary, runOne, atOnce)
  await runJobs(untimed, runOne, Math.min(atOnce, UNTIMED_AT_ONCE))
  await runJobs(timed, runOne, 1)
  report.finish()
  durations.save()
  process.exitCode = report.succeeded ? 0 : 1
}

async function runJobs(queue: readonly Job[], runOne: (job: Job) => Promise<void>, workers: number): Promise<void> {
  const waiting = [...queue]
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await runOne(job)
  }
  await Promise.all(Array.from({ length: workers }, work))
}

async function runJob(job: Job, report: Report): Promise<void> {
  const startedAt = performance.now()
  const [first = '', ...others] = job.files
  const what = others.length === 0 ? { files: [first] } : { files: [GROUP], argv: [...job.files] }
  const limits = { timeout: FILE_TIMEOUT_MS, signal: stopped.signal }
  const options = { ...what, ...limits, execArgv: FLAGS, env: environmentOf(job) }
  const events: TestEvent[] = []
  for await (const event of run(options)) events.push(event)
  await report.add(job, events, performance.now() - startedAt)
}

function environmentOf(job: Job): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...sharedEnvironment,
    // Less exact where coverage is counted, so only here.
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled'),
    SOUNDINGS_TEST_ENGINE: job.engine,
    SOUNDINGS_TEST_SCALE: process.env.SOUNDINGS_TEST_SCALE ?? suite,
    ...(!needsDisk(job) && { TMPDIR: folder }),
  }
}
