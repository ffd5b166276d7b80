import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { run, start } from '../program.ts'
import { scaled } from '../scale.ts'
import { killServers, type Server, startServer, temporaryFolder } from './server.ts'

const BACKUPS = scaled({ long: 3, release: 30 })
const KILLS = scaled({ long: 6, release: 40 })
const WRITERS = 8
const SECOND_MS = 1_000

afterEach(killServers)

test('[cli-backup, acknowledged-is-committed] backups under load have every response that was acknowledged before', {
  timeout: BACKUPS * 60_000,
}, async t => {
  const dataDir = temporaryFolder()
  const { token } = await json(dataDir, 'account', 'create', 'ada@example.org', '--subscribed', '--token')
  const server = await startServer({ dataDir })
  const writers = new Writers(server, await makeSurvey(server, token))
  const taken: { file: string; before: string[] }[] = []
  for (let made = 0; made < BACKUPS; made++) {
    await delay(SECOND_MS)
    const file = join(dataDir, `${made}.backup`)
    const before = [...writers.acknowledged]
    await json(dataDir, 'backup', file, '--with-secret')
    taken.push({ file, before })
  }
  await writers.stop()
  assert.equal(await server.stop('SIGTERM'), 0)
  for (const { file, before } of taken) await assertRestored(t, file, before)
  assert.deepEqual(writers.faults, [])
})

test('[restore-atomic] a restore that is killed at any moment leaves the old database or the new one', {
  timeout: KILLS * 30_000,
}, async t => {
  const dataDir = temporaryFolder()
  const file = join(temporaryFolder(), 'a.backup')
  await json(dataDir, 'account', 'create', 'old@example.org')
  await json(dataDir, 'backup', file)
  await json(dataDir, 'account', 'create', 'new@example.org')
  const [before, after] = [['new@example.org', 'old@example.org'], ['old@example.org']]
  const pristine = join(temporaryFolder(), 'data')
  cpSync(dataDir, pristine, { recursive: true })
  const since = performance.now()
  await json(dataDir, 'restore', file)
  const took = performance.now() - since
  const left = { before: 0, after: 0 }
  for (let kill = 0; kill < KILLS; kill++) {
    rmSync(dataDir, { recursive: true })
    cpSync(pristine, dataDir, { recursive: true })
    const child = start(['restore', file], { dataDir })
    const ended = once(child, 'exit')
    await delay(took * (0.4 + (0.75 * kill) / KILLS))
    child.kill('SIGKILL')
    await ended
    const emails = (await json(dataDir, 'account', 'list')).map(({ email }: { email: string }) => email).sort()
    assert.ok(
      [before, after].some(each => each.join() === emails.join()),
      emails.join(),
    )
    left[emails.length === 1 ? 'after' : 'before']++
    await json(dataDir, 'restore', file)
    assert.equal((await json(dataDir, 'account', 'list')).length, 1)
  }
  t.diagnostic(`${left.before} kept the old one, ${left.after} had the new one`)
})

/** Sends one response after the other, on several connections, until it is told to stop. */
class Writers {
  readonly acknowledged = new Set<string>()
  readonly faults: string[] = []
  readonly #ended: Promise<unknown>
  #going = true

  constructor({ baseUrl }: Server, slug: string) {
    const write = async () => {
      while (this.#going) {
        const body = JSON.stringify({ key: randomUUID(), answers: [`said ${randomUUID()}`] })
        const reply = await fetch(`${baseUrl}/s/${slug}/responses`, { method: 'POST', body })
        const { id } = (await reply.json()) as { id: string }
        if (reply.status === 201) this.acknowledged.add(id)
        else this.faults.push(String(reply.status))
      }
    }
    this.#ended = Promise.all(Array.from({ length: WRITERS }, write))
  }

  async stop(): Promise<void> {
    this.#going = false
    await this.#ended
  }
}

async function makeSurvey({ baseUrl }: Server, token: string): Promise<string> {
  const reply = await fetch(`${baseUrl}/api/v1/surveys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ title: 'Under load', questions: [{ type: 'free_text', text: 'What?' }] }),
  })
  const { id } = (await reply.json()) as { id: string }
  return id
}

async function assertRestored(t: TestContext, file: string, before: readonly string[]): Promise<void> {
  const dataDir = join(temporaryFolder(), 'data')
  const { secret } = await json(dataDir, 'restore', file)
  assert.equal(secret, 'fits')
  const findings = await json(dataDir, 'doctor')
  assert.deepEqual(
    findings.filter(({ ok }: { ok: boolean }) => !ok),
    [],
  )
  const database = new DatabaseSync(join(dataDir, 'soundings.db'))
  const ids = new Set(
    database
      .prepare('select id from response')
      .all()
      .map(({ id }) => id),
  )
  database.close()
  assert.deepEqual(
    before.filter(id => !ids.has(id)),
    [],
  )
  assert.equal(existsSync(`${file}-wal`), false)
  t.diagnostic(`${before.length} acknowledged before, ${ids.size} in the backup`)
}

/** What a command that must succeed says in its one line. */
async function json(dataDir: string, ...words: string[]) {
  const { status, stdout, stderr } = await run([...words, '--json'], { dataDir })
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout)
}
