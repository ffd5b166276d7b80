import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { describe, type TestContext, test } from 'node:test'
import { createGunzip, gzipSync } from 'node:zlib'
import { freeText } from './api/fixtures.ts'
import { newPostgres } from './database.ts'
import { contentsOf, EMAIL, many, type Place, withResponses } from './dumps.ts'
import { run, start, temporaryFolder } from './program.ts'
import { scaled } from './scale.ts'

const SECRET = 'the secret of this test, of no other use'
const RESPONSES = scaled({ long: 100_000, release: 1_000_000 })
const TIME = '2026-06-01T00:00:00.000Z'
const KILLED_RESPONSES = 30_000
const MAX_GROWTH = 64 * 1_048_576
/** Garbage of V8 for the most part: decision 0069. */
const MAX_RESTORE_GROWTH = 256 * 1_048_576

for (const engine of ['SQLite', 'PostgreSQL'])
  describe(`moving to and from ${engine}`, () => {
    const target = async (t: TestContext): Promise<Place> => {
      const dataDir = join(temporaryFolder(t), 'data')
      if (engine === 'SQLite') return { dataDir, env: { SECRET } }
      const database = await newPostgres({ empty: true })
      t.after(() => database.drop())
      return { dataDir, env: { SECRET, DATABASE_URL: database.url } }
    }
    const dumpWith = async (t: TestContext, responses: number) => {
      const place = { dataDir: temporaryFolder(t), env: { SECRET } }
      const { slug } = await withResponses(t, place)
      const file = join(temporaryFolder(t), 'file.dump')
      assert.equal((await run(['dump', file], place)).status, 0)
      writeFileSync(file, gzipSync(many(contentsOf(file), responses)))
      return { file, slug }
    }

    test('a load that is killed at any moment leaves nothing behind, and can be repeated [load-checked]', async t => {
      const place = await target(t)
      const { file, slug } = await dumpWith(t, KILLED_RESPONSES)
      const accounts = async () => JSON.parse((await run(['account', 'list', '--json'], place)).stdout)
      let kills = 0
      for (let afterMs = 100; (await accounts()).length === 0; afterMs *= 1.3) {
        const child = start(['load', file], place)
        child.stdout.resume()
        child.stderr.resume()
        const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
        await once(child, 'close')
        clearTimeout(timer)
        if (child.signalCode !== null) kills += 1
      }
      t.diagnostic(`killed ${kills} times`)
      assert.ok(kills > 1)
      const exported = JSON.parse((await run(['export', slug], place)).stdout)
      assert.equal(exported.responses.length, KILLED_RESPONSES + 1)
    })

    test('many responses move while memory hardly grows [dump-load-memory]', { timeout: 900_000 }, async t => {
      const place = await target(t)
      const few = await target(t)
      const { file: small } = await dumpWith(t, 1)
      const idle = {
        loading: await measured(['load', small], few),
        dumping: await measured(['dump', `${small}2`], few),
      }
      const { file } = await dumpWith(t, RESPONSES)
      const loading = await measured(['load', file], place)
      const dumping = await measured(['dump', `${file}2`], place)
      for (const [what, { peak, seconds }] of Object.entries({ loading, dumping })) {
        const growth = peak - idle[what as keyof typeof idle].peak
        t.diagnostic(
          `${what} ${RESPONSES} responses: ${seconds.toFixed(1)} s, memory +${(growth / 1_048_576).toFixed(0)} MB`,
        )
        assert.ok(growth < MAX_GROWTH, `${what}: ${growth} bytes`)
      }
      assert.equal(await linesOf(`${file}2`), await linesOf(file))
    })
  })

test('a survey whose restoration is killed at any moment leaves nothing behind, and can be restored again [survey-restore]', async t => {
  const { place, file, slug } = await exportOf(t, KILLED_RESPONSES)
  const words = ['survey', 'restore', file, '--account', EMAIL]
  let kills = 0
  for (let afterMs = 100, isRestored = false; !isRestored; afterMs *= 1.3) {
    const child = start(words, place)
    child.stdout.resume()
    child.stderr.resume()
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
    await once(child, 'close')
    clearTimeout(timer)
    isRestored = child.signalCode === null
    const { status } = await run(['export', slug], place)
    assert.equal(status === 0, isRestored)
    if (isRestored) continue
    kills += 1
    letLapse(place)
  }
  t.diagnostic(`killed ${kills} times`)
  assert.ok(kills > 1)
  const exported = JSON.parse((await run(['export', slug], place)).stdout)
  assert.equal(exported.responses.length, KILLED_RESPONSES)
  assert.equal(JSON.parse((await run(['account', 'list', '--json'], place)).stdout).length, 1)
  assert.equal((await run(['doctor'], place)).status, 0)
})

test('a survey with many responses is restored within a bound of memory [survey-restore-memory]', {
  timeout: 900_000,
}, async t => {
  const restore = async (responses: number) => {
    const { place, file } = await exportOf(t, responses)
    return measured(['survey', 'restore', file, '--account', EMAIL], place)
  }
  const few = await restore(1)
  const { peak, seconds } = await restore(RESPONSES)
  const growth = peak - few.peak
  t.diagnostic(`${RESPONSES} responses: ${seconds.toFixed(1)} s, memory +${(growth / 1_048_576).toFixed(0)} MB`)
  assert.ok(growth < MAX_RESTORE_GROWTH, `${growth} bytes`)
})

/** An export of a survey that does not exist. */
async function exportOf(t: TestContext, responses: number) {
  const place = { dataDir: temporaryFolder(t), env: { SECRET } }
  await run(['account', 'create', EMAIL], place)
  const file = join(temporaryFolder(t), 'survey.json')
  const slug = 'many-more-answers'
  const head = { id: slug, title: 'Lunch', status: 'open', created_at: TIME, questions: [freeText('Why?')] }
  const rows = Array.from({ length: responses }, () =>
    JSON.stringify({ id: randomUUID(), submitted_at: TIME, answers: ['more'] }),
  )
  writeFileSync(file, `${JSON.stringify(head).slice(0, -1)},"responses":[${rows.join(',')}]}`)
  return { place, file, slug }
}

/** An abandoned restoration expires after two minutes. */
function letLapse({ dataDir }: Place): void {
  const database = new DatabaseSync(join(dataDir, 'soundings.db'))
  database.exec('update job set run_at = 0')
  database.close()
}

/** Runs a command to its end, and measures its resident memory at its highest. */
async function measured(words: readonly string[], place: Place): Promise<{ peak: number; seconds: number }> {
  const since = performance.now()
  const child = start(words, place)
  child.stdout.resume()
  child.stderr.resume()
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid) ?? 0)
  }, 20)
  const [status] = await once(child, 'close')
  clearInterval(timer)
  assert.equal(status, 0)
  return { peak, seconds: (performance.now() - since) / 1_000 }
}

/** The highest so far, in bytes. */
function memoryOf(pid: number | undefined): number | undefined {
  try {
    const [, kibibytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kibibytes ?? 0) * 1_024
  } catch {
    return undefined
  }
}

async function linesOf(file: string): Promise<number> {
  let lines = 0
  for await (const _ of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) lines += 1
  return lines
}
