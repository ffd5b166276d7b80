import { test } from 'node:test'
import fc from 'fast-check'
import { scaled } from '../scale.ts'
import { CORPUS, inputOf } from './corpus.ts'
import { PIECES } from './pieces.ts'
import { assertRead } from './readings.ts'

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
    fc.property(mutated, text => assertRead(text)),
    { numRuns: scaled({ short: 500, long: 10_000, release: 10_000 }) },
  )
})
