import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { ALL_SCOPES } from '../../src/service/access/scope.ts'
import { board, choice, kept, newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { decide, newSubscriber } from '../oauth/client.ts'
import { connect, newClient, use } from './client.ts'
import { StoredCredentials } from './credentials.ts'

const service = await startService()
after(() => service.close())

/** An account with a survey of two responses, and a client that may delete it. */
async function withSurvey(title = 'Team lunch') {
  const api = await newApi(service, { scope: ALL_SCOPES.join(' ') })
  const { id } = await api.create([choice(), board()], { title })
  for (let n = 0; n < 2; n++) await kept(service, id, ['Yes', null])
  return { api, id, client: await connect(service, api.caller.token) }
}

const NOT_CONFIRMED = /^confirm is not what dry_run says now\. Nothing was deleted\. Call with dry_run/

const statusOf = async (id: string) => (await call(service, 'GET', `/s/${id}`)).status

for (const revision of ['modern', 'legacy'] as const)
  test(`a ${revision} client may delete only if its user ticked the box, and must repeat what is lost [mcp-delete, oauth-delete-scope]`, async t => {
    const browser = await newSubscriber(service)
    const own = await newApi(service, { accountId: browser.accountId })
    const { id } = await own.create([choice()], { title: 'Team lunch' })
    for (let n = 0; n < 12; n++) await kept(service, id, ['Yes'])
    const stored = new StoredCredentials(undefined)
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), { authProvider: stored })
    const connected = async (ticked: Record<string, string>) => {
      stored.invalidateCredentials()
      const refused = transport()
      await assert.rejects(newClient(revision).connect(refused), UnauthorizedError)
      assert.match(stored.path, /surveys%3Adelete/)
      const { at } = await decide(service, browser, stored.path, 'allow', ticked)
      await refused.finishAuth(new URL(at).searchParams)
      const client = newClient(revision)
      t.after(() => client.close())
      await client.connect(transport())
      return client
    }
    const without = await connected({})
    assert.ok(!(await without.listTools()).tools.some(({ name }) => name === 'delete_survey'))
    const denied = await use(without, 'delete_survey', { id, dry_run: true })
    assert.match(denied.text, /^insufficient scope \(insufficient_scope\)\. The owner/)
    const client = await connected({ delete: 'yes' })
    const tool = (await client.listTools()).tools.find(({ name }) => name === 'delete_survey')
    assert.partialDeepStrictEqual(tool?.annotations, { readOnlyHint: false, destructiveHint: true })
    const tried = await use(client, 'delete_survey', { id: 'team lunch', dry_run: true })
    assert.match(tried.text, /^Nothing was deleted\. It would delete "Team lunch" with 12 responses, for good\./)
    assert.equal(await statusOf(id), 200)
    const { deleted, confirm } = tried.data as { deleted?: boolean; confirm?: string }
    assert.deepEqual([deleted, confirm], [false, 'delete "Team lunch" with 12 responses'])
    const done = await use(client, 'delete_survey', { id, confirm })
    assert.equal(done.text, 'Deleted for good: "Team lunch" with 12 responses.')
    assert.deepEqual([await statusOf(id), (await own.get(`/surveys/${id}`)).status], [404, 404])
    assert.match((await use(client, 'delete_survey', { id, confirm })).text, /^not found\./)
  })

test('without the current confirmation text nothing is deleted, and dry_run never deletes [mcp-delete]', async () => {
  const { id, client } = await withSurvey()
  const confirm = 'delete "Team lunch" with 2 responses'
  const refused = async (args: object, reason: RegExp) => {
    const { isError, text } = await use(client, 'delete_survey', { id, ...args })
    assert.ok(isError && reason.test(text), text)
  }
  await refused({}, NOT_CONFIRMED)
  await refused({ dry_run: false }, NOT_CONFIRMED)
  for (const other of [
    '',
    'yes',
    true,
    null,
    [confirm],
    'delete "Team lunch" with 20 responses',
    confirm.toUpperCase(),
  ])
    await refused({ confirm: other }, NOT_CONFIRMED)
  await refused({ confirm, dry_run: 'false' }, /^dry_run must be true or false/)
  const tried = await use(client, 'delete_survey', { id, confirm, dry_run: true })
  assert.match(tried.text, /^Nothing was deleted\..* It is open: close it first/)
  await kept(service, id, ['No', null])
  await refused({ confirm }, NOT_CONFIRMED)
  await call(service, 'POST', `/s/${id}/board/1`, { body: { text: 'When?' } })
  await refused({ confirm: confirm.replace('2', '3') }, NOT_CONFIRMED)
  assert.equal(await statusOf(id), 200)
  const words = 'delete "Team lunch" with 3 responses and 1 question on boards'
  assert.ok(!(await use(client, 'delete_survey', { id, confirm: words })).isError)
  assert.equal(await statusOf(id), 404)
})

test('a confirmation with invisible characters is repeated as it was shown [mcp-delete, mcp-hidden-characters]', async () => {
  const { id, client } = await withSurvey('Lunch\u200b \u202eday\u{e0041}')
  const { confirm } = (await use(client, 'delete_survey', { id, dry_run: true })).data as { confirm?: string }
  assert.equal(confirm, 'delete "Lunch day" with 2 responses')
  assert.ok(!(await use(client, 'delete_survey', { id, confirm })).isError)
})

test('nobody can delete another account’s survey [mcp-delete]', async () => {
  const { id } = await withSurvey()
  const other = await withSurvey('Other')
  for (const args of [{ dry_run: true }, { confirm: 'delete "Team lunch" with 2 responses' }])
    assert.match((await use(other.client, 'delete_survey', { id, ...args })).text, /^not found\./)
  assert.equal(await statusOf(id), 200)
})
