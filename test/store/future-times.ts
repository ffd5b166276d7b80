import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engine } from '../../src/store/engine.ts'
import { findFutureTimes } from '../../src/store/future-times.ts'
import { addAccount, addSurvey, NOW, newTemplate, submit, times } from './rows.ts'
import type { Open } from './subject.ts'

const LATER = '2026-06-02T00:00:00.000Z'
const LATEST = '2026-06-03T00:00:00.000Z'

export function futureTimes(open: Open): void {
  test('nothing is found if all times are in the past', async t => {
    const { engine, store } = await open(t)
    const { slug } = await addSurvey(store)
    await submit(store, slug, ['Yes'])
    assert.deepEqual(await findFutureTimes(engine.reader, NOW), { counts: {}, latest: undefined, isComplete: true })
  })

  test('each response is found, even if others follow it, and so are other rows', async t => {
    const { engine, store } = await open(t)
    for (const survey of [await addSurvey(store), await addSurvey(store, { createdAt: LATER })])
      for (const _ of times(3, () => undefined)) await submit(store, survey.slug, ['Yes'])
    await setTime(engine, 2, LATEST)
    const { id } = await addAccount(store, { createdAt: LATER })
    await store.templates.add(newTemplate(id, { updatedAt: LATER }), 10)
    assert.deepEqual(await findFutureTimes(engine.reader, NOW), {
      counts: { responses: 2, surveys: 1, accounts: 1, templates: 1 },
      latest: Date.parse(LATEST),
      isComplete: true,
    })
  })

  test('if there are too many responses, the newest are read, and the last of each survey', async t => {
    const { engine, store } = await open(t)
    for (const survey of [await addSurvey(store), await addSurvey(store), await addSurvey(store)])
      for (const _ of times(4, () => undefined)) await submit(store, survey.slug, ['Yes'])
    const found = async (sequence: number, maxResponses: number) => {
      await setTime(engine, sequence, LATER)
      const { counts, isComplete } = await findFutureTimes(engine.reader, NOW, maxResponses)
      await setTime(engine, sequence, new Date(NOW).toISOString())
      return [counts.responses ?? 0, isComplete]
    }
    assert.deepEqual(await found(1, 12), [3, true])
    assert.deepEqual(await found(1, 11), [2, false])
    assert.deepEqual(await found(1, 4), [1, false])
    assert.deepEqual(await found(3, 6), [2, false])
    assert.deepEqual(await found(4, 1), [3, false])
  })
}

/** Of the responses with this sequence number, in every survey. */
async function setTime(engine: Engine, sequence: number, time: string): Promise<void> {
  await engine.write(async db => {
    await db.updateTable('response').set({ submitted_at: time }).where('sequence', '=', sequence).execute()
  })
}
