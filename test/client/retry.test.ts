import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import {
  type Clock,
  isSoundingsError,
  Soundings,
  type SoundingsError,
  type SoundingsOptions,
} from '../../clients/typescript/src/client.ts'
import { systemClock } from '../../clients/typescript/src/clock.ts'
import { startService } from '../harness.ts'
import { startProxy } from './failing-proxy.ts'

const service = await startService()
after(() => service.close())
const questions = [{ type: 'rating' as const, text: 'How good?' }]
const TIMEOUT = 30_000

/** Records delays instead of waiting. Nothing times out, unless `isLate`. */
class RecordingClock implements Clock {
  readonly delays: number[] = []
  isLate = false

  now(): number {
    return service.clock.now()
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (milliseconds !== TIMEOUT) this.delays.push(milliseconds)
    if (milliseconds !== TIMEOUT || this.isLate) return Promise.resolve()
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }
}

async function behindProxy(t: TestContext, options: Partial<SoundingsOptions> = {}) {
  const proxy = await startProxy(t, service.baseUrl)
  const { token } = await service.newCaller()
  const clock = new RecordingClock()
  const client = new Soundings({ server: proxy.server, token, clock, random: () => 0.5, ...options })
  return { proxy, client, clock }
}

async function failureOf(call: Promise<unknown>): Promise<SoundingsError> {
  const error = await call.then(
    () => assert.fail('it succeeded'),
    caught => caught,
  )
  assert.ok(isSoundingsError(error), String(error))
  return error
}

test('a survey is created once even if its response is lost: all attempts share a key, and the next call has another', async t => {
  const { proxy, client } = await behindProxy(t)
  proxy.fail('lost answer', 'refused connection')
  const made = await client.createSurvey({ title: 'Retro', questions })
  await client.saveAsTemplate(made.id)
  const keys = proxy.seen.map(({ key }) => key)
  assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/)
  assert.deepEqual(keys.slice(0, 3), [keys[0], keys[0], keys[0]])
  assert.notEqual(keys[3], keys[0])
  assert.deepEqual(
    (await client.listSurveys()).map(({ id }) => id),
    [made.id],
  )
  const again = { idempotencyKey: 'retro-w23' }
  const [first, second] = [await client.cloneSurvey(made.id, {}, again), await client.cloneSurvey(made.id, {}, again)]
  assert.equal(second.id, first.id)
})

test('delays are random up to 0.5 s, 1 s, 2 s and 4 s, and then the error is thrown', async t => {
  const { proxy, client, clock } = await behindProxy(t)
  proxy.fail('refused connection', { status: 502 }, { status: 504 }, 'lost answer', 'refused connection')
  assert.equal((await failureOf(client.getMe())).kind, 'network')
  assert.deepEqual(clock.delays, [250, 500, 1000, 2000])
  assert.equal(proxy.seen.length, 5)
})

test('Retry-After is respected, as seconds and as a date, unless it is longer than maxWait', async t => {
  const { proxy, client, clock } = await behindProxy(t)
  const inThreeSeconds = new Date(service.clock.now() + 3_000).toUTCString()
  const busy = (status: number, after: string) => ({ status, headers: { 'retry-after': after } })
  proxy.fail(busy(503, '2'), busy(429, inThreeSeconds))
  await client.getMe()
  assert.deepEqual(clock.delays, [2_250, 3_500])
  const body = JSON.stringify({ error: 'rate limit exceeded' })
  proxy.fail({ ...busy(429, '3600'), body }, { status: 429, body })
  for (const retryAfter of [3600, undefined]) {
    const error = await failureOf(client.getMe())
    assert.deepEqual([error.kind === 'refusal' && error.retryAfter, error.message], [retryAfter, 'rate limit exceeded'])
  }
  assert.equal(clock.delays.length, 2)
})

test('a change of questions is not retried after an unclear failure, and any other change is', async t => {
  const { proxy, client } = await behindProxy(t)
  const { id } = await client.createSurvey({ title: 'Retro', questions })
  const sent = proxy.seen.length
  for (const failure of ['lost answer', { status: 502 }, { status: 503 }] as const) {
    proxy.fail(failure)
    await failureOf(client.changeSurvey(id, { questions }))
  }
  assert.equal(proxy.seen.length, sent + 3)
  proxy.fail('lost answer')
  assert.equal((await client.changeSurvey(id, { status: 'closed' })).status, 'closed')
  proxy.fail({ status: 503, headers: { 'retry-after': '1' } })
  assert.equal((await client.changeSurvey(id, { questions })).questions?.length, 1)
})

test('a silent service causes a TimeoutError, and an aborted call throws the reason of its signal, also during a delay', async t => {
  const { proxy, client, clock } = await behindProxy(t, { retries: 0 })
  clock.isLate = true
  proxy.fail('silence')
  const error = await failureOf(client.getMe())
  assert.deepEqual([error.kind, error.message], ['timeout', 'the service sent nothing for 30000 ms'])
  clock.isLate = false
  proxy.fail('silence')
  const stop = new AbortController()
  const call = client.getMe({ signal: stop.signal })
  stop.abort('no longer needed')
  await assert.rejects(call, reason => reason === 'no longer needed')
  await assert.rejects(client.getMe({ signal: stop.signal }), reason => reason === 'no longer needed')
  const { client: waiting, proxy: busy } = await behindProxy(t, { clock: systemClock, random: () => 1 })
  busy.fail({ status: 503, headers: { 'retry-after': '50' } })
  const late = new AbortController()
  const refused = waiting.getMe({ signal: late.signal })
  while (busy.seen.length === 0) await new Promise(setImmediate)
  setTimeout(() => late.abort('enough'), 20)
  await assert.rejects(refused, reason => reason === 'enough')
})

test('a response that is not from the service is an UnexpectedResponseError with its status', async t => {
  const { proxy, client } = await behindProxy(t, { retries: 0 })
  const bodies = ['<h1>Gateway</h1>', '"ok"', '[]', 'null', '{"status":"ok"}', '']
  const calls = [() => client.listSurveys(), () => client.readSurvey('x'), () => client.readResults('x')]
  for (const status of [200, 203, 403, 502]) {
    for (const body of bodies) {
      for (const call of calls) {
        proxy.fail({ status, body })
        const error = await failureOf(call())
        assert.deepEqual({ ...error }, { kind: 'unexpected_response', status, name: 'UnexpectedResponseError' }, body)
      }
    }
  }
})
