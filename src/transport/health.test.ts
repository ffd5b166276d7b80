import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { health } from './health.ts'
import { Paths } from './methods.ts'
import { shareChecks } from './readiness.ts'

test('callers of /readyz share one check per second, including one that is still running [readiness-shared]', async t => {
  const app = fastify()
  app.decorate('paths', new Paths())
  t.after(() => app.close())
  let [now, checks] = [0, 0]
  let outcome: Promise<void> = Promise.resolve()
  const check = () => {
    checks++
    return outcome
  }
  await app.register(
    health(
      shareChecks(check, () => now),
      () => undefined,
    ),
  )
  const ask = async () => (await app.inject('/readyz')).statusCode
  assert.deepEqual(await Promise.all(Array.from({ length: 50 }, ask)), Array(50).fill(200))
  assert.equal(checks, 1)
  now = 999
  assert.deepEqual([await ask(), checks], [200, 1])
  now = 1_000
  const { promise, reject } = Promise.withResolvers<void>()
  outcome = promise
  const waiting = [ask(), ask()]
  while (checks < 2) await new Promise(resolve => setImmediate(resolve))
  now = 5_000
  waiting.push(ask())
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(checks, 2)
  reject(new Error('away'))
  assert.deepEqual(await Promise.all(waiting), [500, 500, 500])
  outcome = Promise.resolve()
  assert.deepEqual([await ask(), checks], [200, 3])
})
