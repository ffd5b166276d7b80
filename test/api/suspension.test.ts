import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { call, startService } from '../harness.ts'
import { get } from '../pages/page.ts'
import { assertRefused, bodyOf, choice, kept, newApi, submit } from './fixtures.ts'

const service = await startService()
after(() => service.close())

const statusFor = async (slug: string) => {
  const reply = await get(service, `/s/${slug}`, 'application/json')
  return reply.status === 200 ? bodyOf<{ status: string }>(reply).status : reply.status
}

describe('the surveys of a disabled account [disabled-account-surveys-closed]', () => {
  test('accept no answers and read as closed until it is enabled', async () => {
    const api = await newApi(service)
    const { id } = await api.create([choice()])
    await api.list()
    await service.setDisabled(api.caller.accountId, true)
    const refused = await submit(service, id, ['Yes'])
    assert.equal(bodyOf<{ code: string }>(refused, 409).code, 'survey_closed')
    assert.equal(await statusFor(id), 'closed')
    assert.match((await get(service, `/s/${id}`)).text, /This survey is closed/)
    await service.setDisabled(api.caller.accountId, false)
    assert.equal(await statusFor(id), 'open')
    await kept(service, id, ['Yes'])
    assert.deepEqual(
      (await api.list()).map(({ status, response_count }) => [status, response_count]),
      [['open', 1]],
    )
  })

  test('that were closed or expired before are closed or expired again after it is enabled', async () => {
    const api = await newApi(service)
    const [closed, expired] = [await api.create([choice()]), await api.create([choice()])]
    bodyOf(await api.patch(`/surveys/${closed.id}`, { status: 'closed' }))
    await service.setExpiry(expired.id, service.clock.now())
    const seen = async () => [await statusFor(closed.id), await statusFor(expired.id)]
    await service.setDisabled(api.caller.accountId, true)
    assert.deepEqual(await seen(), ['closed', 'closed'])
    await service.setDisabled(api.caller.accountId, false)
    assert.deepEqual(await seen(), ['closed', 'expired'])
  })

  test('are closed even if they were being created at that moment', async () => {
    const api = await newApi(service)
    const making = Array.from({ length: 5 }, () => api.post('/surveys', { title: 'Survey', questions: [choice()] }))
    await Promise.race(making)
    await service.setDisabled(api.caller.accountId, true)
    const made = (await Promise.all(making)).filter(({ status }) => status === 201)
    assert.ok(made.length > 0)
    for (const { body } of made) assert.equal(await statusFor(String(body.id)), 'closed')
  })

  test('of other accounts stay open', async () => {
    const [api, other] = [await newApi(service), await newApi(service)]
    const { id } = await other.create([choice()])
    await service.setDisabled(api.caller.accountId, true)
    assert.equal(await statusFor(id), 'open')
    assert.equal((await other.get('/me')).status, 200)
  })
})

test('the tokens of a disabled account are refused like unknown ones until it is enabled [disabled-account-tokens]', async () => {
  const api = await newApi(service)
  const oauth = await service.newCaller({ accountId: api.caller.accountId, kind: 'oauth' })
  const statuses = async () => [
    (await api.get('/me')).status,
    (await call(service, 'GET', '/api/v1/surveys', { token: oauth.token })).status,
  ]
  assert.deepEqual(await statuses(), [200, 200])
  await service.setDisabled(api.caller.accountId, true)
  assert.deepEqual(await statuses(), [401, 401])
  assertRefused(await api.get('/me'), 401, 'authentication required')
  await service.setDisabled(api.caller.accountId, false)
  assert.deepEqual(await statuses(), [200, 200])
})

describe('a survey that was taken down [survey-takedown]', () => {
  const key = randomUUID()

  test('does not exist for respondents, while the owner sees it as closed, with all its data', async () => {
    const api = await newApi(service)
    const { id } = await api.create([choice()])
    const row = await kept(service, id, ['Yes'], { key })
    assert.equal((await get(service, `/s/${id}`)).status, 200)
    await service.takeDown(id, true)
    const missing = [await submit(service, id, ['No']), await submit(service, id, ['Yes'], { key })]
    for (const reply of missing) assertRefused(reply, 404, 'not found')
    for (const path of [`/s/${id}`, `/s/${id.toUpperCase()}`, `/s/${id}/thanks`])
      assert.equal((await get(service, path)).status, 404, path)
    const { status, responses, response_count } = await api.read(id)
    assert.deepEqual([status, responses, response_count], ['closed', [row], 1])
    assert.equal((await api.aggregate(id)).status, 'closed')
  })

  test('is restored as it was when the takedown is undone', async () => {
    const api = await newApi(service)
    const [open, closed] = [await api.create([choice()]), await api.create([choice()])]
    bodyOf(await api.patch(`/surveys/${closed.id}`, { status: 'closed' }))
    for (const takenDown of [true, false]) for (const { id } of [open, closed]) await service.takeDown(id, takenDown)
    assert.deepEqual([await statusFor(open.id), await statusFor(closed.id)], ['open', 'closed'])
    assert.equal((await api.read(open.id)).status, 'open')
    await kept(service, open.id, ['Yes'])
  })

  test('cannot be restored by its owner or by enabling the account', async () => {
    const api = await newApi(service)
    const { id } = await api.create([choice()])
    await service.takeDown(id, true)
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'open' }))
    for (const disabled of [true, false]) await service.setDisabled(api.caller.accountId, disabled)
    assert.equal(await statusFor(id), 404)
    assert.equal((await api.read(id)).status, 'closed')
  })
})
