import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { board, freeText } from '../api/fixtures.ts'
import { type Answer, call } from '../harness.ts'
import { run, type Serving, serve, temporaryFolder } from '../program.ts'

const EMAIL = 'canary-mail@example.org'
/** How long the log may keep what was deleted while nobody reads. */
const DEADLINE_MS = 5_000

test('[deleted-is-gone] what was deleted is in no file of a running server and in no later backup', async t => {
  const dataDir = temporaryFolder(t)
  const made = await run(['account', 'create', EMAIL, '--name', 'Canary Name', '--subscribed', '--token', '--json'], {
    dataDir,
  })
  assert.equal(made.status, 0, made.stderr)
  const { token } = JSON.parse(made.stdout)
  const server = await serve(t, [], { dataDir })
  const removed = await newSurvey(server, token, 'canary-slug-kept')
  const deleted = await newSurvey(server, token, 'canary-slug-deleted')
  const template = { name: 'Canary template', questions: [freeText('Why?')] }
  assert.equal((await call(server, 'POST', '/api/v1/templates', { token, body: template })).status, 201)
  const response = await submit(server, removed.slug, 'canary answer removed')
  await submit(server, removed.slug, 'canary answer of the account')
  await submit(server, deleted.slug, `canary answer deleted ${'on overflow pages '.repeat(400)}`)
  const asked = await call(server, 'POST', `/s/${deleted.slug}/board/1`, { body: { text: 'canary board text' } })
  assert.equal(asked.status, 201, asked.text)

  const id = response.body.id
  const path = `/admin/api/${removed.slug}/responses/${id}`
  assert.equal((await call(server, 'DELETE', path, { token: removed.adminToken })).status, 204)
  await assertGone(dataDir, ['canary answer removed'])
  await assertBackupWithout(t, dataDir, ['canary answer removed'])

  assert.equal((await call(server, 'DELETE', `/admin/api/${deleted.slug}`, { token: deleted.adminToken })).status, 204)
  const ofSurvey = ['canary-slug-deleted', 'canary answer deleted', 'canary board text']
  await assertGone(dataDir, ofSurvey)
  await assertBackupWithout(t, dataDir, ofSurvey)

  const { status, stderr } = await run(['account', 'delete', EMAIL, '--yes'], { dataDir })
  assert.equal(status, 0, stderr)
  await assertGone(dataDir, ['canary', 'Canary'])
  await assertBackupWithout(t, dataDir, ['canary', 'Canary'])
})

/** A survey whose creation can be repeated, so that its slug is also with the idempotency key. */
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

/** In the database, its log and all else in the data directory. */
async function assertGone(dataDir: string, words: readonly string[]): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS
  while (findTraces(dataDir, words).length > 0 && performance.now() < deadline) await delay(50)
  assert.deepEqual(findTraces(dataDir, words), [])
}

async function assertBackupWithout(t: TestContext, dataDir: string, words: readonly string[]): Promise<void> {
  const folder = temporaryFolder(t)
  const { status, stderr } = await run(['backup', join(folder, 'later.backup')], { dataDir })
  assert.equal(status, 0, stderr)
  assert.deepEqual(readdirSync(folder), ['later.backup'])
  assert.deepEqual(findTraces(folder, words), [])
}

function findTraces(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder).flatMap(name => {
    const bytes = readFileSync(join(folder, name))
    return words.filter(word => bytes.includes(word)).map(word => `${word} in ${name}`)
  })
}
