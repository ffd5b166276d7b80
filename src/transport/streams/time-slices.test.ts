import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inTimeSlices } from './time-slices.ts'

/** @returns the sizes of the slices, that is, how many items were handled without a pause */
async function slicesOf(items: ReadonlySet<number>, within: number, act: (item: number) => boolean): Promise<number[]> {
  const slices: number[] = []
  let size = 0
  await inTimeSlices(items, { count: items.size, within }, item => {
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

test('1,000 items are handled 25 at a time', async () => {
  assert.deepEqual(
    await slicesOf(numbers(1_000), 400, () => true),
    Array.from({ length: 40 }, () => 25),
  )
})

test('more than 1,000 items make larger slices, so that all are handled in time', async () => {
  assert.deepEqual(
    await slicesOf(numbers(10_000), 400, () => true),
    Array.from({ length: 40 }, () => 250),
  )
})

test('items for which there is nothing to do do not count towards a slice', async () => {
  assert.deepEqual(await slicesOf(numbers(1_000), 400, item => item % 40 === 0), [25])
})

test('items removed before their turn are skipped', async () => {
  const items = numbers(100)
  const done: number[] = []
  await slicesOf(items, 400, item => {
    items.delete(item + 50)
    return done.push(item) > 0
  })
  assert.deepEqual(done, [...numbers(50)])
})

test('late slices follow each other in consecutive turns', async () => {
  let done = 0
  const ended = inTimeSlices(numbers(500), { count: 500, within: 400 }, () => {
    // Makes a slice take longer than the pause after it.
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
