import assert from 'node:assert/strict'
import { afterEach, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_QUESTIONS } from '../../src/domain/surveys/limits.ts'
import { choice, freeText, requiredWhen } from '../api/fixtures.ts'
import { expectFigure } from '../figure.ts'
import { freePort } from '../free-port.ts'
import { LARGE_FORMS, LARGE_JSON, LARGE_SIGN_INS } from '../limits/large-bodies.ts'
import { keepPostgres } from '../postgres/keeper.ts'
import { killServers } from './server.ts'
import { SECRET, startWithSurvey } from './writers.ts'

/** The longest time that one request may block the event loop, in milliseconds: all other requests wait that long. */
const MAX_MS = 50
/** Interval at which the delay of the event loop is sampled, in milliseconds. An idle process reports it as its delay. */
const RESOLUTION_MS = 10
/** On a busy machine most times include the work of other programs. One short time shows what the work itself takes. */
const ATTEMPTS = 20
const TEMPLATES = 20

const ENGINES: [engine: string, settings: () => Promise<Record<string, string>>][] = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: (await keepPostgres({ durable: false })).url, SECRET })],
]

afterEach(killServers)

for (const [engine, settings] of ENGINES) {
  test(`no body of 1 MiB keeps the event loop for more than 50 ms, on ${engine} [body-bounded-time]`, async t => {
    const { slug, send, longest } = await start(engine, await settings())
    const answers: [what: string, text: string][] = [['answers', `{"answers":[${'"x",'.repeat(40_000)}"x"]}`]]
    for (const [what, text] of [...LARGE_JSON, ...answers])
      await longest(t, `JSON: ${what}`, () => send('POST', `/s/${slug}/responses`, text))
    for (const [what, text] of LARGE_FORMS) await longest(t, `form: ${what}`, () => send('POST', `/s/${slug}`, text))
    for (const [what, text] of LARGE_SIGN_INS)
      await longest(t, `sign-in: ${what}`, async () => assert.equal(await send('POST', '/sign-in', text), 400))
  })

  test(`nor does a body over the rate limit, whose form is shown again, on ${engine} [body-bounded-time, respondent-limit-429]`, async t => {
    const { slug, send, longest } = await start(`${engine}, over the rate limit`, {
      ...(await settings()),
      RESPONDENT_LIMIT: '1',
    })
    assert.equal(await send('POST', `/s/${slug}`, 'q0='), 400)
    for (const [what, text] of LARGE_FORMS)
      await longest(t, what, async () => assert.equal(await send('POST', `/s/${slug}`, text), 429))
  })

  test(`nor do the largest surveys, their empty forms and six lists of 20 MB at once, on ${engine} [body-bounded-time]`, async t => {
    const { send, create, longest } = await start(engine, await settings())
    const questions = Array.from({ length: MAX_QUESTIONS }, (_, index) =>
      index === 0
        ? choice('Coming?', ['Yes', 'No'])
        : freeText(`${index} ${'長'.repeat(280)}`, requiredWhen('any', [0, 'Yes', 'No'])),
    )
    const { id } = await create('/surveys', { title: 'Large', questions })
    await longest(t, 'its page', () => send('GET', `/s/${id}`))
    await longest(t, 'its empty form', async () => assert.equal(await send('POST', `/s/${id}`, ''), 400))
    await longest(t, 'a form without an answer', async () =>
      assert.equal(await send('POST', `/s/${id}`, 'q0=Yes'), 400),
    )
    for (let at = 0; at < TEMPLATES; at++) await create('/templates', { name: `Template ${at}`, questions })
    const lists = (count: number) => () =>
      Promise.all(Array.from({ length: count }, () => send('GET', '/api/v1/templates')))
    await longest(t, 'a list of 20 MB', lists(1))
    await longest(t, 'six lists of 20 MB', lists(6))
  })
}

/**
 * Starts a server whose metrics show how long its event loop was blocked.
 * @param where how figures name the server
 */
async function start(where: string, settings: Record<string, string>) {
  const metrics = await freePort()
  const { server, survey } = await startWithSurvey({ ...settings, METRICS_PORT: String(metrics) })
  const headers = { authorization: `Bearer ${survey.token}`, origin: `http://localhost:${server.port}` }
  const request = (method: string, path: string, body?: string) =>
    fetch(server.baseUrl + path, { method, headers, ...(body !== undefined && { body }), redirect: 'manual' })
  const send = async (method: string, path: string, body?: string) => {
    const reply = await request(method, path, body)
    await reply.bytes()
    return reply.status
  }
  const create = async (path: string, body: object) => {
    const reply = await request('POST', `/api/v1${path}`, JSON.stringify(body))
    assert.equal(reply.status, 201)
    return (await reply.json()) as { id: string }
  }
  const keptFor = async (act: () => Promise<unknown>) => {
    const before = await read(metrics)
    await delay(3 * RESOLUTION_MS)
    await act()
    await delay(3 * RESOLUTION_MS)
    const { longestDelay, cpu } = await read(metrics)
    return Math.min(longestDelay - RESOLUTION_MS, cpu - before.cpu)
  }
  const longest = async (t: TestContext, what: string, act: () => Promise<unknown>) => {
    const times: number[] = []
    do times.push(await keptFor(act))
    while (Math.min(...times) > MAX_MS && times.length < ATTEMPTS)
    expectFigure(t, {
      subject: `event loop blocked by ${what}, ${where}`,
      measured: `${times.map(Math.round)} ms`,
      value: Math.min(...times),
      gate: { sign: '≤', limit: MAX_MS, unit: 'ms' },
    })
  }
  return { slug: survey.slug, send, create, longest }
}

/**
 * The delays of the event loop since the last call, and the CPU time used, in milliseconds. Other programs on the machine
 * lengthen the delays; work blocks the loop for no longer than its CPU time.
 */
async function read(port: number) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) * 1_000
  return {
    longestDelay: value('nodejs_eventloop_lag_max_seconds'),
    cpu: value('process_cpu_seconds_total'),
  }
}
