import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  type AttemptLog,
  isSoundingsError,
  Soundings,
  type SoundingsOptions,
} from '../../clients/typescript/src/client.ts'
import { call, startService } from '../harness.ts'
import { startProxy } from './failing-proxy.ts'

const service = await startService()
after(() => service.close())

/** Options as they come from JavaScript, and the text of the refusal. */
const REFUSED: readonly [name: string, options: Record<string, unknown>, message: RegExp][] = [
  ['a missing server', { server: undefined }, /^undefined is no server address; write it with https:\/\//],
  ['an empty server', { server: '' }, /no server address/],
  ['a server without a scheme', { server: 'localhost:3000' }, /write it with https:\/\/ or http:\/\//],
  ['another scheme', { server: 'ftp://soundings.example' }, /write it with https:\/\/ or http:\/\//],
  ['a password in the server', { server: 'https://me:secret@soundings.example' }, /no password/],
  ['a query in the server', { server: 'https://soundings.example/?token=secret' }, /option token/],
  ['the address of the API', { server: 'https://soundings.example/api/v1/' }, /must end before \/api\/v1/],
  ['a missing token', { token: undefined }, /^undefined is no token; create one under Settings, API tokens/],
  ['an empty token', { token: ' ' }, /create one/],
  ['a header for a token', { token: 'Bearer secret' }, /without "Bearer"/],
  ['a quoted token', { token: '"secret"' }, /without quotes/],
  ['a negative number of retries', { retries: -1 }, /^retries must be a number from 0 on$/],
  ['a timeout that is no number', { timeout: Number.NaN }, /^timeout must be/],
]
for (const [name, options, message] of REFUSED)
  test(`${name} is refused when the client is created [client-options]`, () => {
    const all = { server: 'https://soundings.example', token: 'snd_pat_x', ...options } as unknown as SoundingsOptions
    const make = () => new Soundings(all)
    assert.throws(make, error => {
      assert.ok(isSoundingsError(error) && error.kind === 'options', String(error))
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /secret/)
      return true
    })
  })

test('blanks around a token and trailing slashes of a server are ignored [client-options]', async () => {
  const { token } = await service.newCaller()
  const client = new Soundings({ server: `${service.baseUrl}//`, token: `${token}\n` })
  assert.equal((await client.getMe()).kind, 'pat')
})

test('numbers that JavaScript would round survive reading a survey and changing it [client-numbers]', async () => {
  const { token } = await service.newCaller()
  const client = new Soundings({ server: service.baseUrl, token })
  const own =
    '"id":12345678901234567890,"share":0.12345678901234567,"huge":1e400,"small":1e-400,"minus":-0,"usual":1500'
  const body = `{"title":"Retro","questions":[{"type":"rating","text":"How?",${own}}]}`
  const headers = { authorization: `Bearer ${token}` }
  const created = await fetch(`${service.baseUrl}/api/v1/surveys`, { method: 'POST', headers, body })
  const { id } = (await created.json()) as { id: string }
  const { questions } = await client.readSurvey(id)
  assert.equal((questions[0] as { usual?: unknown }).usual, 1500)
  await client.changeSurvey(id, { questions: questions.map(question => ({ ...question, text: 'How was it?' })) })
  const { text } = await call(service, 'GET', `/api/v1/surveys/${id}`, { token })
  assert.match(text, /How was it\?/)
  for (const member of own.split(',').filter(one => !one.startsWith('"minus"')))
    assert.ok(text.includes(member), member)
})

test('each attempt is reported with its status or error and the next delay, and without the token [client-log]', async t => {
  const { token } = await service.newCaller()
  const proxy = await startProxy(t, service.baseUrl)
  const log: AttemptLog[] = []
  const client = new Soundings({ server: proxy.server, token, random: () => 0, onAttempt: one => log.push(one) })
  proxy.fail({ status: 502 }, 'lost answer')
  await client.getMe()
  const url = `${proxy.server}/api/v1/me`
  assert.deepEqual(
    log.map(({ requestId, error, ...rest }) => ({ ...rest, error: error?.kind, hasId: requestId !== undefined })),
    [
      { method: 'GET', url, attempt: 1, status: 502, delay: 0, error: undefined, hasId: false },
      { method: 'GET', url, attempt: 2, status: undefined, delay: 0, error: 'network', hasId: false },
      { method: 'GET', url, attempt: 3, status: 200, delay: undefined, error: undefined, hasId: true },
    ],
  )
  assert.ok(!JSON.stringify(log).includes(token))
})
