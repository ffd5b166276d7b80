import { describe, test } from 'node:test'
import { read } from '../../src/domain/surveys/import/read.ts'
import { officeText, parseSurveyData } from '../../src/survey-source/survey-data.ts'
import { expectFigure } from '../figure.ts'
import { LARGE_SURVEYS } from './large-surveys.ts'

/** Of 150 questions, in milliseconds of a processor. */
const MAX_MS = 100
const QUESTIONS = 150
const RUNS = 5

describe(`${QUESTIONS} questions take ${MAX_MS} ms at most, in each format`, () => {
  for (const [format, make] of Object.entries(LARGE_SURVEYS))
    for (const count of [QUESTIONS, 1_000])
      test(`${format}, ${count} questions`, t => {
        const sent = make(count)
        const times = Array.from({ length: RUNS }, () => {
          const begun = process.threadCpuUsage()
          const text = typeof sent === 'string' ? sent : (officeText(sent) ?? '')
          const { questions } = read(text, { parse: parseSurveyData })
          const { user, system } = process.threadCpuUsage(begun)
          t.assert.equal(questions.length, count)
          return (user + system) / 1_000
        })
        const [median = 0] = times.toSorted((one, other) => one - other).slice(Math.floor(RUNS / 2))
        expectFigure(t, {
          subject: `CPU time of reading ${format}`,
          measured: `${count} questions, median of ${RUNS} runs`,
          value: median,
          gate: { sign: '<', limit: (MAX_MS * count) / QUESTIONS, unit: 'ms' },
        })
      })
})
