import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Refusal } from '../../src/domain/values/refusal.ts'
import type { Engine } from '../../src/store/engine.ts'
import { newDatabase } from '../database.ts'
import { call, startService } from '../harness.ts'
import { until } from '../until.ts'

/** Far more turns of the event loop than a request needs to reach the check that it waits for. */
const TURNS = 100

test('the log of an outage and /readyz share one check of the database [readiness-shared]', async t => {
  const database = await newDatabase()
  let fail: (() => Promise<never>) | undefined
  let tried = 0
  const open = async (): Promise<Engine> => {
    const engine = await database.open()
    const write: Engine['write'] = run => {
      tried += 1
      return fail?.() ?? engine.write(run)
    }
    return { ...engine, write }
  }
  const service = await startService({ database: { ...database, open } })
  t.after(() => service.close())
  t.after(() => database.drop())
  const { token } = await service.newCaller()

  fail = async () => {
    throw refusal()
  }
  const body = { title: 'Lunch', questions: [{ type: 'free_text', text: 'Why?' }] }
  assert.equal((await call(service, 'POST', '/api/v1/surveys', { token, body })).status, 503)
  const { promise, reject } = Promise.withResolvers<never>()
  fail = () => promise
  tried = 0
  await until(() => tried === 1)

  const arrived = arrivalOf('/readyz')
  const answer = call(service, 'GET', '/readyz')
  await arrived
  for (let passed = 0; passed < TURNS; passed++) await turn()
  assert.equal(tried, 1)
  reject(refusal())
  fail = undefined
  assert.equal((await answer).status, 503)
  assert.equal(tried, 1)
})

function refusal(): Refusal {
  return new Refusal('unavailable', { retryAfter: 1, cause: new Error('the database is away') })
}

/** Resolves when a server of this process begins to respond to a request. */
function arrivalOf(path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  subscribe('http.server.request.start', message => {
    if ((message as { request: { url: string } }).request.url === path) resolve()
  })
  return promise
}
