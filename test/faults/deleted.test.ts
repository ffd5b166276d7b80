import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { board, freeText } from '../api/fixtures.ts'
import { newPostgres } from '../database.ts'
import { type Answer, call } from '../harness.ts'
import { run, type Serving, serve, temporaryFolder } from '../program.ts'
import { unlessShort } from '../scale.ts'
import { until } from '../until.ts'

const EMAIL = 'canary-mail@example.org'

/** Where an installation stores data, and what it has stored. */
interface Storage {
  readonly env: Record<string, string>
  /** Which of the words are stored now. */
  findTraces(words: readonly string[]): Promise<string[]>
  /** Which are in a backup that is made now. */
  findInBackup?(words: readonly string[]): Promise<string[]>
}

type Case = [name: string, open: (t: TestContext, dataDir: string) => Promise<Storage>]

const STORAGES: Case[] = [
  ['file of a running server, in no later backup', openFiles],
  ...unlessShort<Case>([['row of PostgreSQL', openPostgres]]),
]

for (const [name, open] of STORAGES) {
  test(`deleted data is in no ${name} and never in the log [deleted-is-gone]`, async t => {
    const dataDir = temporaryFolder(t)
    const storage = await open(t, dataDir)
    const target = { dataDir, env: storage.env }
    const words = ['account', 'create', EMAIL, '--name', 'Canary Name', '--subscribed', '--token', '--json']
    const made = await run(words, target)
    assert.equal(made.status, 0, made.stderr)
    const { token } = JSON.parse(made.stdout)
    const server = await serve(t, [], { ...target, env: { ...storage.env, LOG_LEVEL: 'debug' } })
    const removed = await newSurvey(server, token, 'canary-slug-kept')
    const deleted = await newSurvey(server, token, 'canary-slug-deleted')
    const template = { name: 'Canary template', questions: [freeText('Why?')] }
    assert.equal((await call(server, 'POST', '/api/v1/templates', { token, body: template })).status, 201)
    const response = await submit(server, removed.slug, 'canary answer removed')
    await submit(server, removed.slug, 'canary answer of the account')
    await submit(server, deleted.slug, `canary answer deleted ${'on overflow pages '.repeat(400)}`)
    const asked = await call(server, 'POST', `/s/${deleted.slug}/board/1`, { body: { text: 'canary board text' } })
    assert.equal(asked.status, 201, asked.text)
    const all = ['canary', 'Canary']
    assert.deepEqual(await storage.findTraces(all), all)

    const id = response.body.id
    const path = `/admin/api/${removed.slug}/responses/${id}`
    assert.equal((await call(server, 'DELETE', path, { token: removed.adminToken })).status, 204)
    await assertGone(storage, ['canary answer removed'])

    const { status: deletion } = await call(server, 'DELETE', `/admin/api/${deleted.slug}`, {
      token: deleted.adminToken,
    })
    assert.equal(deletion, 204)
    await assertGone(storage, ['canary-slug-deleted', 'canary answer deleted', 'canary board text'])

    const { status, stderr } = await run(['account', 'delete', EMAIL, '--yes'], target)
    assert.equal(status, 0, stderr)
    await assertGone(storage, all)
    const said = await server.stop()
    const log = said.stdout + said.stderr
    assert.match(log, /"msg"/)
    assert.deepEqual(
      ['canary answer', 'canary board', EMAIL, 'Canary'].filter(word => log.includes(word)),
      [],
    )
  })
}

/** A survey whose creation can be repeated, so that its slug is also stored with the idempotency key. */
async function newSurvey(server: Serving, token: string, slug: string) {
  const questions = [freeText('Why?'), board()]
  const headers = { 'idempotency-key': `key for ${slug.length}` }
  const body = { title: `Title of ${slug}`, slug, questions }
  const answer = await call(server, 'POST', '/api/v1/surveys', { token, body, headers })
  assert.equal(answer.status, 201, answer.text)
  return { slug, adminToken: String(answer.body.admin_token) }
}

async function submit(server: Serving, slug: string, text: string): Promise<Answer> {
  const answer = await call(server, 'POST', `/s/${slug}/responses`, { body: { answers: [text, null] } })
  assert.equal(answer.status, 201, answer.text)
  return answer
}

/** Removed from storage soon, and from backups if the service makes them. */
async function assertGone(storage: Storage, words: readonly string[]): Promise<void> {
  await until(async () => (await storage.findTraces(words)).length === 0)
  assert.deepEqual(await storage.findInBackup?.(words), storage.findInBackup && [])
}

/** The database, its log and all else in the data directory. */
async function openFiles(t: TestContext, dataDir: string): Promise<Storage> {
  return {
    env: {},
    findTraces: async words => findIn(dataDir, words),
    async findInBackup(words) {
      const folder = temporaryFolder(t)
      const { status, stderr } = await run(['backup', join(folder, 'later.backup')], { dataDir })
      assert.equal(status, 0, stderr)
      assert.deepEqual(readdirSync(folder), ['later.backup'])
      return findIn(folder, words)
    },
  }
}

/** Backups are those of PostgreSQL itself, which have its rows. */
async function openPostgres(t: TestContext): Promise<Storage> {
  const database = await newPostgres()
  t.after(() => database.drop())
  const findTraces = async (words: readonly string[]) => {
    const rows = await database.written()
    return words.filter(word => rows.includes(word))
  }
  const env = { DATABASE_URL: database.url, SECRET: 'a secret of more than 32 characters' }
  return { env, findTraces }
}

function findIn(folder: string, words: readonly string[]): string[] {
  const files = readdirSync(folder).map(name => readFileSync(join(folder, name)))
  return words.filter(word => files.some(bytes => bytes.includes(word)))
}
