// Runs a suite: Node’s test runner on groups of files (test/suite/groups.ts), several at once, with one PostgreSQL server for all of
// them. `--long` and `--performance` choose the other suites and `--changed` the tests that uncommitted changes reach; further
// words choose files or rooms of the long suite, e.g. `npm test -- test/api`, `npm run test:long -- faults`.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { figureTable, readFigures } from '../bench/figure.ts'
import { commitOf, recordGreen } from '../bin/suites.js'
import { formatTable } from '../src/cli/command.ts'
import { makeTemplate } from './database.ts'
import { PORTS, shareOfPorts } from './free-port.ts'
import { keepPostgres } from './postgres/keeper.ts'
import { changedTests } from './suite/changed.ts'
import { atOnceOf, type Group, groupsOf, isRandom, needsDisk, roomOf, type Suite } from './suite/groups.ts'
import { memoryFolder } from './suite/memory-folder.ts'

/** A larger young generation saves a twentieth of the tests’ CPU time. */
const FLAGS = ['--max-semi-space-size=64']
/** Runs the files of a group. */
const PROCESS = join(import.meta.dirname, 'suite/process.ts')
/** Node ends with 0 although an `after` hook at the top of a file has failed. */
const FAILURES = '✖ failing tests:'
/** What tests report, without the counts at the end. */
const FIGURES = /^ *ℹ (?!(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ).*$/gm

interface Result {
  readonly group: Group
  readonly isOk: boolean
  readonly passed: number
  /** Titles of what was left out. */
  readonly skipped: readonly string[]
  readonly seconds: number
}

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    performance: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    'at-once': { type: 'string' },
  },
})
const suite: Suite = values.long ? 'long' : values.performance ? 'performance' : 'short'
process.env.SOUNDINGS_TEST_SCALE ??= suite === 'short' ? 'short' : 'long'
/** Random values are the same in each run of the short suite, and others in each of the long one. */
process.env.SOUNDINGS_SEED ??= suite === 'long' ? String(Date.now() % 1_000_000_000) : '1'
const timeout = process.env.SOUNDINGS_TEST_SCALE === 'release' ? 14_400_000 : suite === 'short' ? 300_000 : 1_200_000
/** Tests spend as much time waiting for browsers, databases and timers as computing. */
const atOnce = Number(values['at-once'] ?? availableParallelism() + 2)
const commit = commitOf(root)
/** What the performance suite has measured, one line of JSON each. */
const figuresFile = join(root, 'node_modules/.cache/figures', `${commit ?? 'changed'}.jsonl`)
const words = values.changed ? changedTests(root) : positionals
const isWhole = words.length === 0 && !values.changed

const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'soundings-tests-'))
const stopped = new AbortController()
process.on('exit', () => {
  stopped.abort()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

const postgres = await keepPostgres({ durable: false })
process.env.SOUNDINGS_TEST_POSTGRES = postgres.url
process.env.SOUNDINGS_TEST_TEMPLATE = await makeTemplate()
if (suite === 'performance') prepareFigures()

const startedAt = performance.now()
const groups = values.changed && words.length === 0 ? [] : groupsOf(suite, words)
const results: Result[] = []
// Those that may run beside many others are first.
for (const [most, queue] of Map.groupBy(groups, group => atOnceOf(group, atOnce))) await runAll(queue, most)
await postgres.remove()
const hasBenched = suite !== 'performance' || !isWhole || runBench()
report(hasBenched)

async function runAll(queue: Group[], workers: number): Promise<void> {
  const work = async (_: unknown, worker: number) => {
    for (let group = queue.shift(); group !== undefined; group = queue.shift()) await runGroup(group, worker)
  }
  await Promise.all(Array.from({ length: workers }).map(work))
}

async function runGroup(group: Group, worker: number): Promise<void> {
  const from = performance.now()
  const preloaded = isRandom(group) ? ['--import', join(import.meta.dirname, 'suite/seed.ts')] : []
  const { isOk, output } = await runNode(
    [...FLAGS, ...preloaded, PROCESS, ...group.files],
    environmentOf(group, worker),
  )
  const passed = Number(/^ℹ pass (\d+)/m.exec(output)?.[1] ?? 0)
  const skipped = [...output.matchAll(/^ *﹣ (.+)/gm)].map(([, what = '']) => what)
  const result = { group, isOk, passed, skipped, seconds: secondsSince(from) }
  results.push(result)
  const mark = `${isOk ? '✔' : '✖'} ${results.length}/${groups.length}`
  console.log(`${mark} ${group.name}: ${passed} passed, ${result.seconds.toFixed(1)} s`)
  // Of what went well, the figures that it measured.
  const said = isOk ? [...output.matchAll(FIGURES)].join('\n') : output
  if (said !== '') console.log(said)
}

function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<{ isOk: boolean; output: string }> {
  const limits = { timeout, signal: stopped.signal }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env, ...limits })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  return new Promise(resolve => {
    child.on('error', error => resolve({ isOk: false, output: `${output}${error}` }))
    child.on('close', (status, signal) => {
      const isOk = status === 0 && !output.includes(FAILURES)
      resolve({ isOk, output: isOk ? output : `${output}\nended with ${signal ?? status}\n` })
    })
  })
}

function environmentOf(group: Group, worker: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    SOUNDINGS_TEST_ENGINE: group.engine,
    [PORTS]: shareOfPorts(worker, atOnce),
    ...(!needsDisk(group) && { TMPDIR: folder }),
  }
}

function prepareFigures(): void {
  mkdirSync(dirname(figuresFile), { recursive: true })
  rmSync(figuresFile, { force: true })
  process.env.SOUNDINGS_FIGURES = figuresFile
}

/** @returns whether all figures of the benchmarks passed */
function runBench(): boolean {
  return (
    spawnSync(process.execPath, [join(root, 'bench/run.ts')], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  )
}

function report(hasBenched: boolean): void {
  if (suite === 'performance') console.log(`\n${figureTable(readFigures(figuresFile))}\n\nin ${figuresFile}`)
  else if (suite === 'long') console.log(`\n${tableByRoom()}`)
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.filter(({ isOk }) => !isOk).map(({ group }) => group.name)
  const skipped = results.flatMap(result => result.skipped)
  console.log(
    `\n${passed} tests passed in ${secondsSince(startedAt).toFixed(1)} s; SOUNDINGS_SEED=${process.env.SOUNDINGS_SEED}`,
  )
  if (skipped.length > 0) console.log(`${skipped.length} not run:\n  ${skipped.join('\n  ')}`)
  if (failed.length > 0) console.log(`${failed.length} failed:\n  ${failed.join('\n  ')}`)
  const isGreen = hasBenched && failed.length === 0 && (passed > 0 || values.changed)
  process.exitCode = isGreen ? 0 : 1
  const isRecorded = isGreen && isWhole && skipped.length === 0 && commit !== undefined && commit === commitOf(root)
  if (isRecorded) recordGreen(root, suite, commit)
}

function tableByRoom(): string {
  const rooms = Map.groupBy(results, ({ group }) => roomOf(group) ?? 'the rest')
  const rows = [...rooms].map(([room, members]) => [
    room,
    String(members.length),
    String(members.reduce((sum, { passed }) => sum + passed, 0)),
    String(members.filter(({ isOk }) => !isOk).length),
    String(members.reduce((sum, { skipped }) => sum + skipped.length, 0)),
    members.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(0),
  ])
  return formatTable(['room', 'groups', 'tests passed', 'groups failed', 'not run', 'seconds'], rows)
}

function secondsSince(time: number): number {
  return (performance.now() - time) / 1_000
}
