import { test } from 'node:test'
import fc from 'fast-check'
import { READ_FORMATS } from '../../src/domain/surveys/import/format.ts'
import { scaled } from '../scale.ts'
import { assertRead } from './readings.ts'
import { fileOf, TEXT_FILES, TOOL_FILES } from './tools.ts'

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

/** In most cases, the format is found. */
const named = fc.option(fc.constantFrom(...READ_FORMATS), { freq: 5, nil: undefined })

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

test('whatever is changed in a file of another tool, it is read, with questions or findings', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FILES), edits, named, (file, list, format) => {
      const changed = list.reduce((value, [at, piece]) => edited(value, at, piece), file)
      assertRead(JSON.stringify(changed), format)
    }),
    { numRuns: scaled({ short: 300, long: 10_000, release: 10_000 }) },
  )
})

test('whatever is cut out of a file that is not JSON, or put into it, it is read, with questions or findings', () => {
  const piece = fc.oneof(fc.constantFrom('', '<', '>', '"', '\t', '\n', ']]>', '<row>', '&x;', '{', '::'), fc.string())
  const cuts = fc.array(fc.tuple(fc.nat(100_000), fc.nat(300), piece), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.constantFrom(...TEXTS), cuts, named, (text, list, format) =>
      assertRead(list.reduce(cut, text), format),
    ),
    { numRuns: scaled({ short: 300, long: 10_000, release: 10_000 }) },
  )
})
