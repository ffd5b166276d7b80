import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import type { CheckResult } from '../../src/cli/doctor/check-result.ts'
import { choice } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { cookieIn } from '../http.ts'
import { installation } from '../installation.ts'
import { run, runApart, type Serving, serve } from '../program.ts'

const SECRET = 'a secret of forty characters for this test'
const KEY = randomUUID()
const PROGRAM = join(import.meta.dirname, '../../bin/soundings.js')
const DELETED = 'gone-but-not-free'

interface Links {
  readonly slug: string
  readonly adminToken: string
  readonly projector: string
  readonly remote: string
  readonly cookie: string
}

describe('a truncated secret', { concurrency: 2 }, () => {
  test('a first start on a full disk leaves none', async t => {
    const { dataDir } = installation(t)
    const start = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, PROGRAM, 'account', 'list']
    const { status, stderr } = spawnSync('sh', start, { env: { PATH: process.env.PATH, DATA_DIR: dataDir } })
    assert.equal(status, 1)
    assert.match(stderr.toString(), /^soundings: .*(?:EFBIG: file too large|disk I\/O error)/)
    assert.deepEqual(
      readdirSync(dataDir).filter(name => name.startsWith('secret')),
      [],
    )
  })

  test('is refused, and doctor says so', async t => {
    const { dataDir, json, refused } = installation(t)
    await json('account', 'create', 'ada@example.org')
    const file = join(dataDir, 'secret')
    for (const text of ['', 'x'.repeat(31)]) {
      writeFileSync(file, text)
      const message = `${file} has fewer than 32 characters; put this installation's secret there, or delete the file if there was none yet`
      await refused(78, message, 'account', 'list')
      const { stdout } = await run(['doctor', '--json'], { dataDir })
      const wrong = (JSON.parse(stdout) as CheckResult[]).filter(({ ok }) => !ok)
      assert.deepEqual(
        wrong.map(({ check, found }) => [check, found]),
        [['secret', message]],
      )
    }
  })

  test('of processes that start at the same time, one creates the secret for all', async t => {
    const { dataDir } = installation(t)
    const starts = Array.from({ length: 4 }, () => runApart(['account', 'list'], { dataDir }))
    assert.deepEqual(new Set((await Promise.all(starts)).map(({ status }) => status)), new Set([0]))
    assert.equal(readFileSync(join(dataDir, 'secret'), 'utf8').length, 43)
  })
})

describe('secret rotate and retire', { concurrency: 2 }, () => {
  test('links of the earlier secret work until it is retired, and stored data is still recognised afterwards [secret-rotation]', async t => {
    const { dataDir, json, refused } = installation(t)
    const owner = await json('account', 'create', 'ada@example.org', '--subscribed', '--token')
    const token = String(owner.token)
    const before = await serve(t, [], { dataDir })
    const { id: slug, admin_token } = (await create(before, token, {})).body
    const first = await linksOf(before, `${slug}`, `${admin_token}`)
    const { id, admin_token: untouchedToken } = (await create(before, token, {})).body
    const untouched = await linksOf(before, `${id}`, `${untouchedToken}`)
    const { id: gone, admin_token: goneToken } = (await create(before, token, { slug: DELETED })).body
    await call(before, 'DELETE', `/admin/api/${gone}`, { token: `${goneToken}` })
    const sent = (await answer(before, first.slug)).body

    await refused(1, 'there is no earlier secret; run `soundings secret rotate` first', 'secret', 'retire')
    const file = join(dataDir, 'secret')
    assert.deepEqual(await json('secret', 'rotate'), { file, secret: null, earlier: 1 })
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.deepEqual(await workingOf(before, first), [200, 200, 200, 200])

    const overlap = await restart(t, before, dataDir)
    for (const links of [first, untouched]) assert.deepEqual(await workingOf(overlap, links), [200, 200, 200, 200])
    const renewed = await adminTokenOf(overlap, token, first.slug)
    assert.notEqual(renewed, first.adminToken)
    const second = await linksOf(overlap, first.slug, renewed)
    assert.deepEqual((await answer(overlap, first.slug)).body, sent)
    assert.equal((await create(overlap, token, { slug: DELETED })).status, 409)
    const [secret] = (await json('doctor')).filter(({ check }) => `${check}` === 'secret')
    assert.match(`${secret?.found}`, /links of earlier secrets \(1\) work until/)

    assert.equal((await json('secret', 'retire')).earlier, 0)
    const after = await restart(t, overlap, dataDir)
    for (const links of [first, untouched]) assert.deepEqual(await workingOf(after, links), [404, 404, 404, 404])
    assert.deepEqual(await workingOf(after, second), [200, 200, 200, 200])
    assert.deepEqual((await answer(after, first.slug)).body, sent)
    const read = await call(after, 'GET', `/api/v1/surveys/${first.slug}?view=aggregate`, { token })
    assert.equal(Number(read.body.response_count), 1)
    assert.equal((await create(after, token, { slug: DELETED })).status, 409)
    await after.stop()
  })

  test('a configured secret is printed and not written; a damaged one is refused [secret-rotation]', async t => {
    const { dataDir } = installation(t)
    assert.equal((await run(['account', 'list'], { dataDir, env: { SECRET } })).status, 0)
    const rotated = await run(['secret', 'rotate'], { dataDir, env: { SECRET } })
    assert.deepEqual([rotated.status, rotated.stderr.split('.')[0]], [0, 'Replace the current secret with this one'])
    const text = rotated.stdout.trim()
    assert.match(text, /^soundings-keyring-1:[\w-]+$/)
    const server = await serve(t, [], { dataDir, env: { SECRET: text } })
    assert.equal((await call(server, 'GET', '/readyz')).status, 200)
    await server.stop()
    const file = join(dataDir, 'keyring')
    writeFileSync(file, text)
    const again = await run(['secret', 'rotate', '--json'], { dataDir, env: { SECRET_FILE: file } })
    assert.equal(JSON.parse(again.stdout).earlier, 2)
    assert.equal(readFileSync(file, 'utf8'), text)
    for (const damaged of [text.slice(0, -9), `${text.slice(0, -90)}${'A'.repeat(90)}`]) {
      const { status, stderr } = await run(['serve'], { dataDir, env: { SECRET: damaged } })
      assert.equal(status, 78)
      assert.match(stderr, /SECRET is a damaged keyring: restore the text that/)
    }
    const other = await run(['secret', 'rotate'], { dataDir, env: { SECRET: `${SECRET}, another` } })
    assert.equal(other.status, 78)
    assert.match(other.stderr, /SECRET does not belong to this database/)
  })
})

async function restart(t: TestContext, server: Serving, dataDir: string): Promise<Serving> {
  await server.stop()
  return serve(t, [], { dataDir })
}

const create = (server: Serving, token: string, more: object) =>
  call(server, 'POST', '/api/v1/surveys', { token, body: { title: 'Lunch', questions: [choice()], ...more } })

const answer = (server: Serving, slug: string) =>
  call(server, 'POST', `/s/${slug}/responses`, { body: { answers: ['Yes'], key: KEY } })

async function adminTokenOf(server: Serving, token: string, slug: string): Promise<string> {
  const { surveys = [] } = (await call(server, 'GET', '/api/v1/surveys?include_admin=1', { token })).body
  return `${[...surveys].find(({ id }) => `${id}` === slug)?.admin_token}`
}

/** An admin link, the session of a browser that opened it, and a projector and a remote link made with it. */
async function linksOf(server: Serving, slug: string, adminToken: string): Promise<Links> {
  const post = (path: string) => call(server, 'POST', `/admin/api/${slug}${path}`, { token: adminToken })
  const cookie = cookieIn((await post('/session')).headers)
  const projector = `${(await post('/projector')).body.url}`.slice(-64)
  const remote = `${(await post('/remote')).body.url}`.slice(-64)
  return { slug, adminToken, projector, remote, cookie }
}

/** The statuses of the requests by the links and the session. */
async function workingOf(server: Serving, { slug, adminToken, projector, remote, cookie }: Links): Promise<number[]> {
  const answers = [
    await call(server, 'GET', `/admin/api/${slug}`, { token: adminToken }),
    await call(server, 'GET', `/admin/api/${slug}`, { headers: { cookie } }),
    await call(server, 'GET', `/p/api/${projector}`),
    await call(server, 'GET', `/remote/api/${remote}`),
  ]
  return answers.map(({ status }) => status)
}
