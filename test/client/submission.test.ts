import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { RefusalError, Soundings } from '../../clients/typescript/src/client.ts'
import { newApi } from '../api/fixtures.ts'
import { startService } from '../harness.ts'
import { startProxy } from './failing-proxy.ts'

const service = await startService()
after(() => service.close())
const questions = [
  { type: 'multiple_choice' as const, text: 'Coming?', options: ['Yes', 'No'] },
  { type: 'rating' as const, text: 'How hungry?', requirement: { mode: 'optional' as const } },
]

async function refusalOf(call: Promise<unknown>): Promise<RefusalError> {
  const error = await call.catch(caught => caught)
  assert.ok(error instanceof RefusalError, String(error))
  return error
}

test('answers are submitted without a token, and stored once even if the response is lost [client-submit]', async t => {
  const api = await newApi(service)
  const { id } = await api.create(questions)
  const proxy = await startProxy(t, service.baseUrl)
  const sent: Request[] = []
  const kiosk = new Soundings({
    server: proxy.server,
    token: null,
    random: () => 0,
    fetch: (request, init) => {
      sent.push(request.clone())
      return fetch(request, init)
    },
  })
  proxy.fail('lost answer', { status: 503, headers: { 'retry-after': '0' } })
  const response = await kiosk.submit(id, ['Yes'])
  assert.deepEqual(response.answers, ['Yes', null])
  assert.equal(proxy.seen.length, 3)
  const key = '7d9f5c52-3f0b-4d7e-9f0e-3f8f1c1f7a10'
  const first = await kiosk.submit(id, ['No', 3], { key })
  assert.deepEqual(await kiosk.submit(id, ['No', 3], { key }), first)
  assert.deepEqual(
    (await api.read(id)).responses.map(({ answers }) => answers),
    [
      ['Yes', null],
      ['No', 3],
    ],
  )
  // A token would reveal who answered.
  const withToken = new Soundings({
    server: service.baseUrl,
    token: api.caller.token,
    fetch: (request, init) => {
      sent.push(request.clone())
      return fetch(request, init)
    },
  })
  await withToken.submit(id, ['Yes'])
  assert.deepEqual(
    sent.map(({ headers }) => headers.has('authorization')),
    sent.map(() => false),
  )
})

test('a refusal has its code, and for invalid answers the questions at fault [client-submit]', async () => {
  const api = await newApi(service)
  const { id } = await api.create(questions)
  const client = new Soundings({ server: service.baseUrl, token: api.caller.token })
  const invalid = await refusalOf(client.submit(id, [null, 11]))
  assert.deepEqual([invalid.status, invalid.code], [400, 'invalid_answers'])
  assert.deepEqual(invalid.questions, [
    { index: 0, error: 'an answer is required' },
    { index: 1, error: 'the answer must be a whole number from 1 to 10' },
  ])
  const tooMany = await refusalOf(client.submit(id, ['Yes', 1, 1]))
  assert.deepEqual([tooMany.code, tooMany.questions], ['invalid_answers', []])
  await client.changeSurvey(id, { status: 'closed' })
  const closed = await refusalOf(client.submit(id, ['Yes']))
  assert.deepEqual([closed.status, closed.code, closed.questions], [409, 'survey_closed', []])
  assert.equal((await refusalOf(client.submit('no such/survey', ['Yes']))).status, 404)
  assert.equal((await refusalOf(client.submit(id, ['Yes'], { key: 'no UUID' }))).message, 'key must be a UUID')
  const withoutToken = new Soundings({ server: service.baseUrl, token: null })
  assert.equal((await refusalOf(withoutToken.getMe())).status, 401)
})
