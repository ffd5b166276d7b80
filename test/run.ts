// Runs `node --test` on groups of files (test/suite/groups.ts), several at once, on both engines and with one PostgreSQL server
// for all of them. `--long` runs the long suite; further words choose files, e.g. `npm test -- test/api`.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeTemplate } from './database.ts'
import { keepPostgres } from './postgres/keeper.ts'
import { scaled } from './scale.ts'
import { type Group, groupsOf, kindOf, needsDisk } from './suite/groups.ts'
import { memoryFolder } from './suite/memory-folder.ts'

const GROUP_TIMEOUT_MS = scaled({ long: 1_200_000, release: 14_400_000 })
/** A larger young generation saves a twentieth of the tests’ CPU time. */
const FLAGS = ['--max-semi-space-size=64', '--test', '--test-isolation=none', '--test-reporter=spec']
/** Node ends with 0 although an `after` hook at the top of a file has failed. */
const FAILURES = '✖ failing tests:'
/** What tests report, without the counts at the end. */
const FIGURES = /^ *ℹ (?!(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ).*$/gm

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false }, 'at-once': { type: 'string' } },
})
const suite = values.long ? 'long' : 'short'
/** Tests spend as much time waiting for browsers, databases and timers as computing. */
const atOnce = Number(values['at-once'] ?? availableParallelism() + 2)

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

const startedAt = performance.now()
const groups = groupsOf(suite, positionals)
const failed: string[] = []
const skipped: string[] = []
let passed = 0
let ended = 0

const { ordinary = [], untimed = [], timed = [] } = Object.groupBy(groups, kindOf)
await runAll(ordinary, atOnce)
// Servers under these tests notice faults by deadlines, which they must not miss because the processors are busy.
await runAll(untimed, Math.min(atOnce, availableParallelism()))
await runAll(timed, 1)
await postgres.remove()

console.log(`\n${passed} tests passed in ${secondsSince(startedAt)}`)
if (skipped.length > 0) console.log(`${skipped.length} not run:\n  ${skipped.join('\n  ')}`)
if (failed.length > 0) console.log(`${failed.length} failed:\n  ${failed.join('\n  ')}`)
process.exitCode = failed.length === 0 && passed > 0 ? 0 : 1

async function runAll(queue: Group[], workers: number): Promise<void> {
  const work = async () => {
    for (let group = queue.shift(); group !== undefined; group = queue.shift()) await runGroup(group)
  }
  await Promise.all(Array.from({ length: workers }, work))
}

async function runGroup(group: Group): Promise<void> {
  const from = performance.now()
  const { isOk, output } = await runNode([...FLAGS, ...group.files], environmentOf(group))
  const count = Number(/^ℹ pass (\d+)/m.exec(output)?.[1] ?? 0)
  passed += count
  skipped.push(...[...output.matchAll(/^ *﹣ (.+)/gm)].map(([, what = '']) => what))
  console.log(`${isOk ? '✔' : '✖'} ${++ended}/${groups.length} ${group.name}: ${count} passed, ${secondsSince(from)}`)
  if (!isOk) failed.push(group.name)
  // Of what went well, the figures that it measured.
  const said = isOk ? [...output.matchAll(FIGURES)].join('\n') : output
  if (said !== '') console.log(said)
}

function runNode(words: string[], env: NodeJS.ProcessEnv): Promise<{ isOk: boolean; output: string }> {
  const limits = { timeout: GROUP_TIMEOUT_MS, signal: stopped.signal }
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'], env, ...limits })
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

function environmentOf(group: Group): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled'),
    SOUNDINGS_TEST_ENGINE: group.engine,
    SOUNDINGS_TEST_SCALE: process.env.SOUNDINGS_TEST_SCALE ?? suite,
    ...(!needsDisk(group) && { TMPDIR: folder }),
  }
}

function secondsSince(time: number): string {
  return `${((performance.now() - time) / 1_000).toFixed(1)} s`
}
