import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { startService } from '../harness.ts'
import { log } from '../log.ts'
import { reportMissing } from '../missing-program.ts'
import { randomNumbers } from '../random.ts'
import { scaled } from '../scale.ts'
import { until, WAIT_MS } from '../until.ts'
import { type Call, Disk, isStraceInstalled, readTrace, type Survives, traced } from './disk-trace.ts'
import { checkHistory, type Row, readStored } from './history.ts'
import { killServers, startServer, temporaryFolder } from './server.ts'
import { assertWhole, type Survey, startWithSurvey, Writers } from './writers.ts'

const CUTS = scaled({ long: 60, release: 1_000 })
const CONTROL_CUTS = 10
/** The first checkpoint comes after at most 9,000 responses, so that some cuts come after it. */
const RESPONSES_PER_CUT = Math.floor(10_200 / CUTS)
const RELAXED = { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'relaxed-sync.ts')}` }
const SEED = 20_240_607

interface Recording {
  readonly survey: Survey
  /** The folder as it was before the recording. */
  readonly disk: Disk
  readonly trace: string
  readonly acknowledged: ReadonlyMap<string, Row>
}

afterEach(killServers)

if (!isStraceInstalled()) reportMissing('power cuts on SQLite', 'Install strace, and allow it to trace.')
else {
  test('at a power cut, what was acknowledged is on the disk, on SQLite [acknowledged-is-committed, aggregate-counts-exact]', {
    timeout: CUTS * 20_000,
  }, async t => {
    const { failures, acknowledged, checkpointed } = await cutPower(CUTS, await record(CUTS))
    assert.deepEqual(failures, [])
    t.diagnostic(`${CUTS} power cuts, each with no unsynced page kept and with some; ${acknowledged} acknowledged`)
    assert.ok(checkpointed > 0, 'pages of the log were copied to the database')
  })

  test('the replay of power cuts detects losses if commits do not wait for the disk', {
    timeout: CONTROL_CUTS * 20_000,
  }, async t => {
    const { failures } = await cutPower(CONTROL_CUTS, await record(CONTROL_CUTS, RELAXED))
    const losses = failures.filter(failure => /missing or changed/.test(String(failure)))
    t.diagnostic(`${losses.length} of ${2 * CONTROL_CUTS} states have lost something`)
    assert.ok(losses.length > CONTROL_CUTS, String(failures))
  })
}

/** Runs a server under load, and keeps each of its system calls that writes. @param settings further ones of the server */
async function record(cuts: number, settings: Readonly<Record<string, string>> = {}): Promise<Recording> {
  const { server: first, survey } = await startWithSurvey()
  await first.stop('SIGTERM')
  const disk = new Disk(survey.dataDir)
  const trace = join(temporaryFolder(), 'trace')
  const server = await startServer({ dataDir: survey.dataDir, env: settings, launcher: traced(trace) })
  const writers = new Writers(() => server.baseUrl, survey.slug)
  await writers.writeFor(0)
  await until(() => writers.acknowledged.size > cuts * RESPONSES_PER_CUT, 4 * WAIT_MS)
  await server.stop('SIGKILL')
  await until(() => readFileSync(trace, 'latin1').endsWith('+++ killed by SIGKILL +++\n'))
  assert.deepEqual(writers.faults, [])
  return { survey, disk, trace, acknowledged: writers.acknowledged }
}

/** Cuts the power right after acknowledgements, and checks what a server finds then. */
async function cutPower(cuts: number, { survey, disk, trace, acknowledged }: Recording) {
  const failures: unknown[] = []
  const sent: Row[] = []
  let checkpointed = 0
  const random = randomNumbers(SEED)
  let made = 0
  for await (const call of readTrace(trace)) {
    disk.apply(call)
    if (call.path.endsWith('.db') && call.name === 'pwrite64') checkpointed++
    const before = sent.length
    sent.push(...acknowledgedBy(call, acknowledged))
    const isDue = Math.floor(sent.length / RESPONSES_PER_CUT) > Math.floor(before / RESPONSES_PER_CUT)
    if (!isDue || made === cuts) continue
    made++
    for (const survives of [() => false, () => random() < 0.5])
      await checkAfterCut(disk, survives, { survey, sent }).catch(error => failures.push(error))
  }
  assert.equal(made, cuts)
  return { failures, acknowledged: sent.length, checkpointed }
}

/** The responses whose acknowledgement a call has sent. */
function acknowledgedBy({ name, strings }: Call, acknowledged: ReadonlyMap<string, Row>): readonly Row[] {
  if (!name.startsWith('write')) return []
  const ids = Buffer.concat(strings)
    .toString('latin1')
    .matchAll(/"id":"([^"]+)"/g)
  return [...ids].map(([, id = '']) => acknowledged.get(id)).filter(row => row !== undefined)
}

async function checkAfterCut(
  disk: Disk,
  survives: Survives,
  { survey, sent }: { survey: Survey; sent: readonly Row[] },
): Promise<void> {
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(folder)
  try {
    disk.cut(folder, survives)
    const open = () => openSqlite({ folder, exclusive: true, log })
    const database = { open, written: async () => '', drop: async () => undefined }
    const service = await startService({ database, now: Date.now() })
    try {
      checkHistory(sent, await readStored(service, survey))
    } finally {
      await service.close()
    }
    assertWhole(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
