import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { listenTo } from '../dashboard/stream.ts'
import { call } from '../harness.ts'
import { type Installation, installation, withDatabase } from '../installation.ts'
import { serve } from '../program.ts'

const ADA = 'ada@example.org'

describe('suspension from the command line, beside a running server', { concurrency: 4 }, () => {
  test('account disable and enable [disabled-account-tokens, disabled-account-surveys-closed, disabled-account-links]', async t => {
    const installed = installation(t)
    const { json, refused } = installed
    const { server, slug, token, adminToken, account_id } = await served(t, installed)
    const dashboard = `/admin/api/${slug}`
    const { url } = (await call(server, 'POST', `${dashboard}/projector`, { token: adminToken })).body
    const projector = `/p/api/${String(url).slice(-64)}`
    const made = (await call(server, 'POST', `${dashboard}/remote`, { token: adminToken })).body
    const remote = `/remote/api/${String(made.url).slice(-64)}`
    const streams = [
      await listenTo(server, `${dashboard}/events`, { authorization: `Bearer ${adminToken}` }),
      await listenTo(server, `${projector}/events`),
      await listenTo(server, `${remote}/events`),
    ]
    for (const stream of streams) await stream.next()
    const linkStatuses = async () => [
      (await call(server, 'GET', dashboard, { token: adminToken })).status,
      (await call(server, 'GET', projector)).status,
      (await call(server, 'GET', remote)).status,
    ]
    const summary = { account_id, email: ADA, surveys: 1 }
    assert.deepEqual(await json('account', 'disable', 'Ada@Example.ORG'), { ...summary, disabled: true })
    for (const stream of streams) assert.equal(await stream.ended(), true)
    assert.deepEqual(await linkStatuses(), [404, 404, 404])
    const [listed] = await json('account', 'list')
    assert.equal(listed?.disabled, true)
    await refused(1, 'this account is disabled', 'token', 'create', ADA)
    assert.equal((await call(server, 'GET', '/api/v1/me', { token })).status, 401)
    const answer = await call(server, 'POST', `/s/${slug}/responses`, { body: { answers: [null] } })
    assert.deepEqual([answer.status, answer.body.code], [409, 'survey_closed'])
    assert.deepEqual(await json('account', 'enable', ADA), { ...summary, disabled: false })
    assert.equal((await call(server, 'GET', '/api/v1/me', { token })).status, 200)
    assert.equal((await call(server, 'GET', `/s/${slug}`)).status, 200)
    assert.deepEqual(await linkStatuses(), [200, 200, 200])
    await json('token', 'create', ADA)
    for (const words of ['disable', 'enable'])
      await refused(1, 'no account has this e-mail address', 'account', words, 'eve@example.org')
  })

  test('an account being deleted by its holder cannot be enabled again [account-deletion-final]', async t => {
    const { json, refused, dataDir } = installation(t)
    await json('account', 'create', ADA)
    await json('account', 'disable', ADA)
    // The state if the server stops before it has begun the deletion.
    const job = `insert into job (kind, email, payload, created_at, run_at) values ('delete_account', '${ADA}', '{}', 0, 0)`
    withDatabase(dataDir, database => database.exec(job))
    await refused(1, 'this account is being deleted, as its holder has asked', 'account', 'enable', ADA)
    const [listed] = await json('account', 'list')
    assert.equal(listed?.disabled, true)
  })

  test('survey takedown, and --undo [survey-takedown]', async t => {
    const installed = installation(t)
    const { json, refused } = installed
    const { server, slug, token } = await served(t, installed)
    const seen = async () => (await call(server, 'GET', `/s/${slug}`)).status
    assert.equal(await seen(), 200)
    assert.deepEqual(await json('survey', 'takedown', slug), { id: slug, taken_down: true })
    assert.equal(await seen(), 404)
    const { status } = (await call(server, 'GET', `/api/v1/surveys/${slug}`, { token })).body
    assert.equal(status, 'closed')
    assert.deepEqual(await json('survey', 'takedown', slug, '--undo'), { id: slug, taken_down: false })
    assert.equal(await seen(), 200)
    for (const words of ['none-such-here', 'No Slug'])
      await refused(1, 'no survey has this slug', 'survey', 'takedown', words)
  })
})

/** A server with an account of one survey. */
async function served(t: TestContext, { dataDir, json }: Installation) {
  const account = await json('account', 'create', ADA, '--subscribed', '--token')
  const token = String(account.token)
  const server = await serve(t, [], { dataDir })
  const body = { title: 'Lunch', questions: [{ type: 'free_text', text: 'Why?', requirement: { mode: 'optional' } }] }
  const { id, admin_token } = (await call(server, 'POST', '/api/v1/surveys', { token, body })).body
  return { server, slug: String(id), token, adminToken: String(admin_token), account_id: account.account_id }
}
