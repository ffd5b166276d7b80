import { once } from 'node:events'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { expectFigure } from '../figure.ts'
import { LARGE_SURVEYS } from './large-surveys.ts'

/** Of 150 questions, in milliseconds of a processor. */
const MAX_MS = 100
const QUESTIONS = 150
const RUNS = 9
const THREAD = join(import.meta.dirname, 'reading-thread.ts')

describe(`the first ${QUESTIONS} questions that a thread reads take ${MAX_MS} ms at most, in each format`, () => {
  for (const [format, make] of Object.entries(LARGE_SURVEYS))
    test(format, async t => {
      const workerData = make(QUESTIONS)
      const times: number[] = []
      for (let run = 0; run < RUNS; run++) {
        const thread = new Worker(THREAD, { workerData })
        const [[time, count]] = await once(thread, 'message')
        await thread.terminate()
        t.assert.equal(count, QUESTIONS)
        times.push(time)
      }
      expectFigure(t, {
        subject: `CPU time of the first reading of ${format}`,
        measured: `${QUESTIONS} questions, best of ${RUNS} threads`,
        value: Math.min(...times),
        gate: { sign: '<', limit: MAX_MS, unit: 'ms' },
      })
    })
})
