import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { spread } from './spread.ts'

/** @returns how many were done without a pause, each time */
async function slicesOf(items: ReadonlySet<number>, within: number, act: (item: number) => boolean): Promise<number[]> {
  const slices: number[] = []
  let size = 0
  await spread(items, { count: items.size, within }, item => {
    if (!act(item)) return false
    if (size++ === 0)
      queueMicrotask(() => {
        slices.push(size)
        size = 0
      })
    return true
  })
  return slices
}

const numbers = (count: number) => new Set(Array.from({ length: count }, (_, at) => at))

test('1,000 are done 25 at a time', async () => {
  assert.deepEqual(
    await slicesOf(numbers(1_000), 400, () => true),
    Array.from({ length: 40 }, () => 25),
  )
})

test('slices of more than 1,000 are larger, so that all are done in time', async () => {
  assert.deepEqual(
    await slicesOf(numbers(10_000), 400, () => true),
    Array.from({ length: 40 }, () => 250),
  )
})

test('those for which there is nothing to do fill no slice', async () => {
  assert.deepEqual(await slicesOf(numbers(1_000), 400, item => item % 40 === 0), [25])
})

test('those that are removed before their turn are left out', async () => {
  const items = numbers(100)
  const done: number[] = []
  await slicesOf(items, 400, item => {
    items.delete(item + 50)
    return done.push(item) > 0
  })
  assert.deepEqual(done, [...numbers(50)])
})

test('slices that are late follow each other in consecutive turns', async () => {
  let done = 0
  const ended = spread(numbers(500), { count: 500, within: 400 }, () => {
    // A slice takes longer than the pause after it.
    const until = performance.now() + 1
    while (performance.now() < until);
    return ++done > 0
  })
  let idleTurns = 0
  while (done < 500) {
    const before = done
    await nextTurn()
    if (done === before) idleTurns++
  }
  await ended
  assert.ok(idleTurns <= 2, `${idleTurns}`)
})
