import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { JsonPieces } from './json-pieces.ts'

const LONGEST = 1_000

function piecesOf(parts: readonly string[], longest = LONGEST) {
  const pieces = new JsonPieces(['list'], longest)
  const found = parts.flatMap(part => pieces.push(part))
  pieces.end()
  return found
}

describe('pieces of a JSON object', () => {
  test('are its members and the elements of its lists, wherever the text is cut', () => {
    const member = fc.tuple(fc.constantFrom('list', 'other', '', '"\\'), fc.jsonValue())
    const cuts = fc.array(fc.nat({ max: 40 }), { maxLength: 8 })
    const property = fc.property(fc.array(member), cuts, fc.constantFrom(undefined, 1), (entries, sizes, space) => {
      const object = Object.fromEntries(entries)
      const expected = Object.entries(object).flatMap(([name, value]) =>
        name === 'list' && Array.isArray(value) ? value.map(element => [name, element, true]) : [[name, value, false]],
      )
      const text = JSON.stringify(object, undefined, space)
      const parts = [
        ...sizes.map((_, at) => text.slice(total(sizes, at), total(sizes, at + 1))),
        text.slice(total(sizes)),
      ]
      const read = piecesOf(parts, text.length).map(({ name, text, isElement }) => [name, JSON.parse(text), isElement])
      assert.deepEqual(JSON.stringify(read), JSON.stringify(expected))
    })
    fc.assert(property, { numRuns: 500 })
  })

  for (const text of [
    '',
    '[]',
    'null',
    '{',
    '{"a":1',
    '{"a":1}}',
    '{"a":1} x',
    '{"a":}',
    '{"a"}',
    '{,}',
    '{"a":1,}',
    '{"list":[1,]}',
    '{"list":[,1]}',
    '{"list":[1}',
    '{"list":[1]2}',
    '{"list":2[1]}',
    '{a:1}',
    '{"a":"\\',
    '{"a":1}{}',
  ])
    test(`${text || 'nothing'} is invalid`, () => {
      assert.throws(() => piecesOf([text]), { message: 'invalid JSON' })
    })

  test('have a maximum length, whether or not they end', () => {
    const long = 'x'.repeat(LONGEST)
    for (const text of [`{"a":"${long}"}`, `{"a":"${long}`, `{"list":["${long}"]}`])
      assert.throws(() => piecesOf([text]), { message: 'invalid JSON' })
    assert.equal(piecesOf([`{"a":"${'x'.repeat(LONGEST - 2)}"}`]).length, 1)
  })
})

function total(sizes: readonly number[], count = sizes.length): number {
  return sizes.slice(0, count).reduce((sum, size) => sum + size, 0)
}
