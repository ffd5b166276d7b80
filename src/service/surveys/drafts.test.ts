import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_WAITING_PREVIEWS } from '../../domain/surveys/limits.ts'
import { newTestContext, newTestOwner } from '../test-context.ts'
import { Drafts } from './drafts.ts'

test('one preview is made at a time, and no more than a hundred wait', async t => {
  const context = await newTestContext()
  t.after(() => context.store.close())
  const owner = await newTestOwner(context)
  const drafts = new Drafts(context)
  const { id } = await drafts.create(owner, { title: 'Draft', questions: [], theme: null })
  let shown = 0
  let most = 0
  const show = async () => {
    most = Math.max(most, ++shown)
    await delay(1)
    shown--
  }
  const outcomes = await Promise.allSettled(
    Array.from({ length: MAX_WAITING_PREVIEWS + 2 }, () => drafts.preview(owner, id, show)),
  )
  assert.deepEqual(
    outcomes
      .filter(({ status }) => status === 'rejected')
      .map(outcome => 'reason' in outcome && outcome.reason.message),
    ['temporarily unavailable'],
  )
  assert.equal(most, 1)
})
