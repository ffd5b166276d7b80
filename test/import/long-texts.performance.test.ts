import { describe, test } from 'node:test'
import { read } from '../../src/domain/surveys/import/read.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'
import { expectFigure } from '../figure.ts'
import { PIECES } from './pieces.ts'

const MAX_MS = 2_000

/** Far more questions than a survey has, with as many options each. */
function grid(rows: number, columns: number): string {
  const head = Array.from({ length: columns }, (_, at) => `c${at}`).join('|')
  return `Rate\n\n| |${head}|\n${Array.from({ length: rows }, (_, at) => `|r${at}| | |`).join('\n')}`
}

function foreignGrid(rows: number, columns: number): string {
  const matrix = {
    type: 'matrix',
    name: 'rate',
    columns: Array.from({ length: columns }, (_, at) => `c${at}`),
    rows: Array.from({ length: rows }, (_, at) => `r${at}`),
  }
  return JSON.stringify({ pages: [{ name: 'one', elements: [matrix] }] })
}

describe('no text takes long', () => {
  const many = 100_000
  const cases: [what: string, text: string][] = [
    ...PIECES.map((piece): [string, string] => [JSON.stringify(piece).slice(0, 20), piece.repeat(many / piece.length)]),
    ...PIECES.map((piece): [string, string] => [
      `lines of ${JSON.stringify(piece).slice(0, 20)}`,
      `${`a${piece}`.repeat(200)}\n`.repeat(many / 200 / piece.length),
    ]),
    [
      'wrapped lines',
      `Which of these things would you really like to have\n${'and so on without an end that anybody could see\n'.repeat(4_000)}`,
    ],
    ['tags that do not end', '<p a="'.repeat(many / 6)],
    ['a page in one line', '<p>a'.repeat(5 * many)],
    ['tables inside tables', '<table><tr><td>a<td>b'.repeat(many)],
    ['comments that do not end', '<p><!--'.repeat(many / 7)],
    ['rows of a grid', grid(24_000, 590)],
    ['rows of a grid of another tool', foreignGrid(25_000, 990)],
    ['ends of a scale', '1 = a, '.repeat(many / 7)],
  ]
  for (const [what, text] of cases)
    test(what, t => {
      const begun = process.cpuUsage()
      read(text, { parse: parseSurveyData })
      expectFigure(t, {
        subject: `CPU time of reading ${what}`,
        measured: `${text.length} characters`,
        value: process.cpuUsage(begun).user / 1_000,
        gate: { sign: '<', limit: MAX_MS, unit: 'ms' },
      })
    })
})
