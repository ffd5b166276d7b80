import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { run, start } from '../program.ts'
import { scaled } from '../scale.ts'
import { checkHistory, type Row, readStored } from './history.ts'
import { killServers, startServer, temporaryFolder } from './server.ts'
import { finish, type Survey, startWithSurvey, Writers } from './writers.ts'

const BACKUPS = scaled({ long: 3, release: 30 })
const KILLS = scaled({ long: 6, release: 40 })
const SECOND_MS = 1_000

afterEach(killServers)

test('backups under load have every response that was acknowledged before [cli-backup, acknowledged-is-committed, aggregate-counts-exact]', {
  timeout: BACKUPS * 60_000,
}, async t => {
  const { server, survey } = await startWithSurvey()
  const writers = new Writers(() => server.baseUrl, survey.slug)
  const taken: { file: string; before: Row[] }[] = []
  for (let made = 0; made < BACKUPS; made++) {
    await writers.writeFor(SECOND_MS)
    const file = join(survey.dataDir, `${made}.backup`)
    const before = [...writers.acknowledged.values()]
    await json(survey.dataDir, 'backup', file, '--with-secret')
    taken.push({ file, before })
  }
  await finish(server, survey, writers)
  for (const { file, before } of taken) await assertRestored(t, { file, before, survey })
})

test('a restore that is killed at any moment leaves the old database or the new one [restore-atomic]', {
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

async function assertRestored(
  t: TestContext,
  { file, before, survey }: { file: string; before: readonly Row[]; survey: Survey },
): Promise<void> {
  const dataDir = join(temporaryFolder(), 'data')
  const { secret } = await json(dataDir, 'restore', file)
  assert.equal(secret, 'fits')
  const findings = await json(dataDir, 'doctor')
  assert.deepEqual(
    findings.filter(({ ok }: { ok: boolean }) => !ok),
    [],
  )
  const server = await startServer({ dataDir })
  const others = checkHistory(before, await readStored(server, survey))
  await server.stop('SIGTERM')
  assert.equal(existsSync(`${file}-wal`), false)
  t.diagnostic(`${before.length} acknowledged before, and ${others} others in the backup`)
}

/** The single line printed by a command that must succeed. */
async function json(dataDir: string, ...words: string[]) {
  const { status, stdout, stderr } = await run([...words, '--json'], { dataDir })
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout)
}
