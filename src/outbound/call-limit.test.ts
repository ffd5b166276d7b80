import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderFailure } from '../domain/billing.ts'
import { CallLimit } from './call-limit.ts'

const failure = (text: string) => (error: unknown) => error instanceof ProviderFailure && error.message === text

test('so many calls run at a time, so many wait in their order, and a further one is refused', async () => {
  const calls = new CallLimit({ parallel: 2, waiting: 2, milliseconds: 60_000 })
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const run = (at: number) =>
    calls.run(() => {
      begun.push(at)
      return ends[at]?.promise ?? Promise.resolve(at)
    })
  const [first, second, third, fourth] = [run(0), run(1), run(2), run(3)]
  await assert.rejects(run(4), failure('too many calls wait'))
  assert.deepEqual(begun, [0, 1])
  ends[1]?.reject(new Error('its own'))
  await assert.rejects(second, /its own/)
  ends[0]?.resolve(7)
  assert.equal(await first, 7)
  for (const at of [2, 3]) ends[at]?.resolve(at)
  assert.deepEqual([await third, await fourth, begun], [2, 3, [0, 1, 2, 3]])
  assert.equal(await run(5), 5)
})

test('nobody waits longer than the limit; a call whose turn comes after that is not begun', async () => {
  const calls = new CallLimit({ parallel: 1, waiting: 9, milliseconds: 20 })
  const end = Promise.withResolvers<void>()
  let isBegun = false
  const late = async () => {
    isBegun = true
  }
  await Promise.all(
    [calls.run(() => end.promise), calls.run(late)].map(call => assert.rejects(call, failure('no answer in time'))),
  )
  end.resolve()
  await new Promise(setImmediate)
  assert.equal(isBegun, false)
  assert.equal(await calls.run(async () => 1), 1)
})
