import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { newDatabase, type TestDatabase } from '../../database.ts'
import { type Service, startService } from '../../harness.ts'
import { scaled } from '../../scale.ts'
import { Play, type Step, steps } from './play.ts'

const RUNS = scaled({ short: 2, long: 20, release: 200 })

/** At a presenter's pace, nine answer the first question and one the third, before the results are revealed. */
const ONE_IS_LEFT: readonly Step[] = [
  { act: 'submit', picks: [0, 6, 12, 18, 24, 30, 36, 42, 48] },
  { act: 'submit', picks: [2] },
  { act: 'reveal' },
]

/** Twice as many as a step of public numbers, so that the results of the first question change, whatever happened before. */
const TEN_ANSWERS: Step = { act: 'submit', picks: Array(10).fill(0) }
const TWO_CHANGES: readonly Step[] = [{ act: 'reveal' }, TEN_ANSWERS, TEN_ANSWERS]

let database: TestDatabase
let service: Service

before(async () => {
  database = await newDatabase()
  service = await startService({ database })
})
after(async () => {
  await service.close()
  await database.drop()
})

async function restart(): Promise<void> {
  const { baseUrl, clock } = service
  await service.close()
  service = await startService({ database, port: Number(new URL(baseUrl).port), now: clock.now() })
}

for (const { pace, ...settings } of [
  { pace: 'each one’s own pace', paced: false, revealed_at_once: false },
  { pace: 'a presenter’s pace', paced: true, revealed_at_once: false },
  { pace: 'a presenter’s pace, with results as they come in', paced: true, revealed_at_once: true },
])
  test(`at ${pace}, whatever happens, no two moments of all public numbers differ by one to four responses [share-results-steps, share-results-few, shared-record-counts${settings.paced ? ', paced-results, paced-check-list-steps' : ''}]`, async () => {
    const play = async (list: readonly Step[]) => {
      const begun = await Play.begin({ service: () => service, restart, ...settings })
      for (const step of [...list, ...TWO_CHANGES]) {
        await begun.act(step)
        await begun.read()
      }
      assert.ok(begun.observer.changes >= 2, `${begun.observer.changes} changes`)
    }
    await fc.assert(fc.asyncProperty(steps, play), {
      numRuns: RUNS + 1,
      examples: [[[...ONE_IS_LEFT]]],
      endOnFailure: true,
    })
  })
