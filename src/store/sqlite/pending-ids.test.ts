import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { type IdEntry, NOTHING_INDEXED, PendingIds } from './pending-ids.ts'

/** Responses of one commit. */
const MOST_ADDED = 8
const LIMITS = { share: 1 / 4, min: 5, max: 20, together: 3 }

/** Stands in for a database: the rows of one survey, and their index. */
class Model {
  readonly rows: IdEntry[] = []
  readonly index = new Set<string>()
  ids = new PendingIds(NOTHING_INDEXED, 0, [], LIMITS)

  add(ids: readonly string[]): void {
    for (const id of ids) this.rows.push([id, this.rows.length + 1])
    const entries = this.ids.add(ids)
    assert.ok(entries.length <= ids.length + LIMITS.together, 'moves only a few at a time')
    for (const entry of entries) this.index.add(String(entry))
  }

  restart(): void {
    const newer = this.rows.filter(([_, sequence]) => sequence > this.ids.progress.indexed)
    this.ids = new PendingIds(this.ids.progress, this.rows.length, newer, LIMITS)
  }

  check(): void {
    for (const [id, sequence] of this.rows)
      assert.ok(this.index.has(`${id},${sequence}`) || this.ids.find(id) === sequence, `${id} is found`)
    const { indexed, moving } = this.ids.progress
    assert.ok(this.rows.every(entry => entry[1] > indexed || this.index.has(String(entry))))
    assert.ok(indexed <= moving && moving <= this.ids.lastSequence)
    assert.equal(this.ids.lastSequence, this.rows.length)
    const most = 2 * (LIMITS.max + MOST_ADDED + LIMITS.together)
    assert.ok(this.ids.size < most, `${this.ids.size} are pending`)
  }
}

test('every response is pending or indexed, whenever the process restarts', () => {
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: MOST_ADDED }) },
    { weight: 1, arbitrary: fc.constant('restart' as const) },
  )
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), fc.nat(), (steps, seed) => {
      const model = new Model()
      const nextId = (at: number) => hash('md5', `${seed} ${model.rows.length + at}`)
      for (const one of steps) {
        if (one === 'restart') model.restart()
        else model.add(Array.from({ length: one }, (_, at) => nextId(at)))
        model.check()
      }
    }),
    { numRuns: 200 },
  )
})

test('ids are moved in order and in groups once enough newer ones have been collected', () => {
  const ids = new PendingIds(NOTHING_INDEXED, 0, [], LIMITS)
  assert.deepEqual(ids.add(['d', 'b', 'e', 'a']), [])
  assert.deepEqual(ids.progress, NOTHING_INDEXED)
  assert.deepEqual(ids.add(['c']), [], 'only one was added since the beginning')
  assert.deepEqual(ids.progress, { indexed: 0, moving: 5, movedId: '' })
  assert.deepEqual(ids.add(['z', 'y']), [
    ['a', 4],
    ['b', 2],
    ['c', 5],
  ])
  assert.deepEqual(ids.progress, { indexed: 0, moving: 5, movedId: 'c' })
  assert.deepEqual(ids.add(['x']), [])
  assert.deepEqual(ids.add(['w', 'v']), [
    ['d', 1],
    ['e', 3],
  ])
  assert.deepEqual(ids.progress, { indexed: 5, moving: 5, movedId: '' })
  assert.equal(ids.size, 5)
})
