import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseQuestionList } from '../../src/domain/surveys/question.ts'
import { scaled } from '../scale.ts'
import { fileOf, readTool, TEXT_FILES, TOOL_FILES } from './tools.ts'

const IS_JSON = /\.(?:json|qsf)$/
const FILES = TOOL_FILES.filter(name => IS_JSON.test(name)).map(name => JSON.parse(fileOf(name).replace(/^\ufeff/, '')))
const TEXTS = [...TOOL_FILES, ...TEXT_FILES].filter(name => !IS_JSON.test(name)).map(fileOf)
const odd = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1e9,
    '',
    'constructor',
    '__proto__',
    'toString',
    '<b>',
    '{q} = 1',
    [],
    {},
    [[]],
    [null],
  ),
  fc.jsonValue({ maxDepth: 2 }),
)
const edits = fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 6 })

/** Replaces one of all values, counted from the outside. */
function edited(value: unknown, at: number, piece: unknown): unknown {
  let left = at % Math.max(1, countOf(value))
  const walk = (inner: unknown): unknown => {
    if (left-- === 0) return piece
    if (Array.isArray(inner)) return inner.map(walk)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, walk(one)]))
  }
  return walk(value)
}

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return 1 + Object.values(value).reduce((sum: number, one) => sum + countOf(one), 0)
}

/** Puts a piece in the place of part of a text. */
function cut(text: string, [from, length, piece]: readonly [number, number, string]): string {
  const at = from % (text.length + 1)
  return text.slice(0, at) + piece + text.slice(at + length)
}

function assertRead(text: string): void {
  if (!/[\p{L}\p{N}]/u.test(text)) return
  const { title, questions, findings, places } = readTool(text)
  assert.equal(places.length, questions.length)
  assert.ok(questions.length + findings.length > 0 || title !== undefined)
  for (const { place, message } of findings) assert.ok(place.line > 0 && message !== '')
  if (questions.length > 0) parseQuestionList([...questions])
}

test('whatever is changed in a file of another tool, it is read, with questions or findings', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FILES), edits, (file, list) => {
      const changed = list.reduce((value, [at, piece]) => edited(value, at, piece), file)
      assertRead(JSON.stringify(changed))
    }),
    { numRuns: scaled({ short: 300, long: 10_000, release: 10_000 }) },
  )
})

test('whatever is cut out of a file that is not JSON, or put into it, it is read, with questions or findings', () => {
  const piece = fc.oneof(fc.constantFrom('', '<', '>', '"', '\t', '\n', ']]>', '<row>', '&x;', '{', '::'), fc.string())
  const cuts = fc.array(fc.tuple(fc.nat(100_000), fc.nat(300), piece), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.constantFrom(...TEXTS), cuts, (text, list) => assertRead(list.reduce(cut, text))),
    { numRuns: scaled({ short: 300, long: 10_000, release: 10_000 }) },
  )
})
