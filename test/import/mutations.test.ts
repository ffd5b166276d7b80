import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readInSteps } from '../../src/domain/surveys/import/read.ts'
import { parseQuestionList } from '../../src/domain/surveys/question.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'
import { scaled } from '../scale.ts'
import { CORPUS, inputOf, readInput } from './corpus.ts'

const INPUTS = CORPUS.map(inputOf)
/** What confuses readers: halves of pairs, signs of every format, and what is not seen. */
const PIECES = [
  '\n',
  '\t',
  '    ',
  '- ',
  '1. ',
  '# ',
  '? ',
  '|',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '<',
  '</',
  '>',
  '<!--',
  '&#x110000;',
  '```\n',
  '*',
  '**',
  '_',
  '\\',
  ':',
  '(optional)',
  '(1-5)',
  '\0',
  '\u200f',
  '\ud800',
  'Options:',
  '1'.repeat(50),
  ' '.repeat(50),
]

const edits = fc.array(fc.tuple(fc.nat(), fc.nat(30), fc.constantFrom('', ...PIECES)), { minLength: 1, maxLength: 8 })
const mutated = fc.tuple(fc.constantFrom(...INPUTS), edits).map(([input, list]) =>
  list.reduce((text, [at, length, piece]) => {
    const from = at % (text.length + 1)
    return text.slice(0, from) + piece + text.slice(from + length)
  }, input),
)

test('whatever is changed in an input, it is read, with questions or findings', () => {
  fc.assert(
    fc.property(mutated, text => {
      const { title, questions, findings, places } = readInput(text)
      assert.equal(places.length, questions.length)
      for (const { place, message } of findings)
        assert.ok(place.line > 0 && place.column > 0 && message !== '', message)
      if (/[\p{L}\p{N}]/u.test(text))
        assert.ok(questions.length + findings.length > 0 || title !== undefined || /^\s*#|<|title/i.test(text), text)
      if (questions.length > 0 && !text.includes('\0')) parseQuestionList([...questions])
    }),
    { numRuns: scaled({ short: 500, long: 10_000, release: 10_000 }) },
  )
})

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
    ['comments that do not end', '<p><!--'.repeat(many / 7)],
    ['ends of a scale', '1 = a, '.repeat(many / 7)],
  ]
  for (const [what, text] of cases)
    test(what, () => {
      const begun = process.cpuUsage()
      const steps = readInSteps(text, { parse: parseSurveyData })
      while (!steps.next().done);
      const taken = process.cpuUsage(begun).user / 1_000
      assert.ok(taken < 2_000, `${Math.round(taken)} ms`)
    })
})
