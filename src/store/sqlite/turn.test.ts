import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Turn } from './turn.ts'

test('short statements share a turn of the event loop, and the next one after 5 ms waits for another', async () => {
  let now = 0
  let turns = 0
  const turn = new Turn(() => now)
  setImmediate(() => turns++)
  for (now of [0, 2, 5]) await turn.share()
  assert.equal(turns, 0)
  now = 6
  await turn.share()
  assert.equal(turns, 1)
})

test('time between turns does not count', async () => {
  let now = 0
  let turns = 0
  const turn = new Turn(() => now)
  await turn.share()
  await new Promise(resolve => setImmediate(resolve))
  setImmediate(() => turns++)
  now = 1_000
  await turn.share()
  assert.equal(turns, 0)
})

test('those who take long alternate', async () => {
  let now = 0
  const turn = new Turn(() => now)
  const steps: string[] = []
  const work = async (name: string) => {
    for (let step = 1; step <= 3; step++) {
      await turn.share()
      now += 6
      steps.push(`${name}${step}`)
    }
  }
  await Promise.all([work('a'), work('b')])
  assert.deepEqual(steps, ['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
})
