import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChangeListener } from '../store/change-notifications.ts'
import { ChangeFeed, type Part } from './change-feed.ts'

test('a watcher is notified of changes to the parts that concern it, and of changes that may concern any part', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { changeFeed, notify } = newFeed()
  const heard: (readonly Part[] | undefined)[] = []
  const stop = changeFeed.watch(
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

test('changes that do not concern a watcher neither reach it nor delay others [board-unpublished-silent]', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { changeFeed, notify } = newFeed()
  const heard: number[] = []
  const stopAll = changeFeed.watch('lunch', parts => heard.push(parts?.size ?? 0))
  const stop = changeFeed.watch(
    'lunch',
    parts => heard.push(parts?.size ?? 0),
    part => part === 'survey',
  )
  for (const part of ['projected_texts', 'responses', 'survey'] as const) notify({ slug: 'lunch', part })
  t.mock.timers.tick(250)
  assert.deepEqual(heard, [1, 1, 2], 'the second watcher at once')
  stopAll()
  notify({ slug: 'lunch', part: 'survey' })
  t.mock.timers.tick(100)
  notify({ slug: 'lunch', part: 'unpublished 0: -1' })
  notify({ slug: 'lunch', part: 'survey' })
  t.mock.timers.tick(150)
  assert.deepEqual(heard, [1, 1, 2, 1, 1], 'every quarter of a second')
  stop()
})

test('stopping a watcher twice does not stop a watcher that was added in between', () => {
  const { changeFeed, notify } = newFeed()
  const stop = changeFeed.watch('lunch', () => assert.fail('it was stopped'))
  stop()
  let heard = 0
  changeFeed.watch('lunch', () => heard++)
  stop()
  notify({ slug: 'lunch', part: 'survey' })
  assert.equal(heard, 1)
})

/** Stands in for a store whose only changes are those made by a test. */
function newFeed() {
  const listeners: ChangeListener[] = []
  const changeFeed = new ChangeFeed({ listen: listener => void listeners.push(listener) })
  const notify: ChangeListener = change => {
    for (const listener of listeners) listener(change)
  }
  return { changeFeed, notify }
}
