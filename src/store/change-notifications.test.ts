import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Change, ChangeNotifications } from './change-notifications.ts'

test('a listener that throws or rejects is logged, and the other listeners are still notified', async () => {
  const logged: unknown[] = []
  const log = { warn: () => assert.fail(), error: ({ err }: { readonly err: unknown }) => void logged.push(err) }
  const notifications = new ChangeNotifications(log)
  const received: (Change | undefined)[] = []
  const [thrown, rejected] = [new Error('thrown'), new Error('rejected')]
  notifications.listen(() => {
    throw thrown
  })
  notifications.listen(async () => {
    throw rejected
  })
  notifications.listen(change => void received.push(change))
  const change: Change = { slug: 'lunch', part: 'survey' }
  notifications.notify(change)
  notifications.notify(undefined)
  assert.deepEqual(received, [change, undefined])
  await new Promise(resolve => setImmediate(resolve))
  assert.deepEqual(new Set(logged), new Set([thrown, rejected]))
  assert.equal(logged.length, 4)
})
