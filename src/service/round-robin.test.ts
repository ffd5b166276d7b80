import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RoundRobin } from './round-robin.ts'

test('one of several computations continues in each turn of the event loop, in the order in which they asked', async () => {
  const turns = new RoundRobin()
  const steps: string[] = []
  const compute = async (name: string) => {
    for (let step = 0; step < 3; step++) {
      await turns.next()
      steps.push(name)
    }
  }
  const all = Promise.all(['a', 'b', 'c'].map(compute))
  const counts: number[] = []
  while (steps.length < 9) {
    await nextTurn()
    counts.push(steps.length)
  }
  await all
  assert.ok(
    counts.every((count, at) => count - (counts[at - 1] ?? 0) <= 1),
    `${counts}`,
  )
  assert.equal(steps.join(''), 'abcabcabc')
})
