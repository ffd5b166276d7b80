import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChangeListener } from '../store/change-notifications.ts'
import { Live, type Part } from './live.ts'

test('a watcher is notified of the parts that concern it, and of whatever may be any part', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { live, notify } = newLive()
  const heard: (readonly Part[] | undefined)[] = []
  const stop = live.watch(
    'lunch',
    parts => heard.push(parts && [...parts]),
    part => part === 'survey',
  )
  for (const part of ['responses', 'projected_texts', 'survey', undefined] as const) {
    notify({ slug: 'lunch', part })
    t.mock.timers.tick(250)
  }
  notify(undefined)
  assert.deepEqual(heard, [['survey'], undefined, undefined])
  stop()
})

test('of changes that are combined, a watcher gets all if one concerns it', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { live, notify } = newLive()
  const heard: number[] = []
  live.watch('lunch', parts => heard.push(parts?.size ?? 0))
  const stop = live.watch(
    'lunch',
    parts => heard.push(parts?.size ?? 0),
    part => part === 'survey',
  )
  for (const part of ['projected_texts', 'responses', 'survey'] as const) notify({ slug: 'lunch', part })
  t.mock.timers.tick(250)
  assert.deepEqual(heard, [1, 2, 2])
  stop()
})

test('a watcher that is stopped twice stops nobody who came in between', () => {
  const { live, notify } = newLive()
  const stop = live.watch('lunch', () => assert.fail('it was stopped'))
  stop()
  let heard = 0
  live.watch('lunch', () => heard++)
  stop()
  notify({ slug: 'lunch', part: 'survey' })
  assert.equal(heard, 1)
})

/** As a store that has no changes but those of a test. */
function newLive() {
  const listeners: ChangeListener[] = []
  const live = new Live({ listen: listener => void listeners.push(listener) })
  const notify: ChangeListener = change => {
    for (const listener of listeners) listener(change)
  }
  return { live, notify }
}
