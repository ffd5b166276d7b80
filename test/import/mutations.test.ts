import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseQuestionList } from '../../src/domain/surveys/question.ts'
import { scaled } from '../scale.ts'
import { CORPUS, inputOf, readInput } from './corpus.ts'
import { PIECES } from './pieces.ts'

const INPUTS = CORPUS.map(inputOf)
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
