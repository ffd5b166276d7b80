import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JsonText, writeJson } from './json-text.ts'

const EXACT = '[12345678901234567890,1e400,{"__proto__":{"a":1.10}}]'

test('a JSON text is written unchanged, wherever it occurs', () => {
  const text = new JsonText(EXACT)
  assert.equal(writeJson(text), EXACT)
  assert.equal(writeJson({ a: 1, text, b: undefined, c: [text, null] }), `{"a":1,"text":${EXACT},"c":[${EXACT},null]}`)
})

test('JSON.stringify does not lose any of its digits either', () => {
  assert.equal(
    JSON.stringify({ text: new JsonText('[12345678901234567890, 1e400]') }),
    '{"text":[12345678901234567890,1e400]}',
  )
})

test('a value without such texts is written as JSON.stringify does', () => {
  for (const value of [null, 'a "b" \0', [1, { c: new Date(0) }], { '\0': '\0' }])
    assert.equal(writeJson(value), JSON.stringify(value))
})

test('a text that looks like the placeholder is written as itself', () => {
  for (const lure of ['\0', '"\0', '"\0"', '\\u0000', '"\\u0000"']) {
    const text = new JsonText('[1,2]')
    for (const value of [
      { lure, text },
      { text, lure },
      { [lure]: text, lure: [lure] },
    ])
      assert.deepEqual(JSON.parse(writeJson(value)), JSON.parse(JSON.stringify(value)))
  }
})

test('a value that cannot be written does not affect the next call', () => {
  const circular: Record<string, unknown> = { text: new JsonText('[1]') }
  circular.circular = circular
  assert.throws(() => writeJson(circular), TypeError)
  assert.equal(JSON.stringify(new JsonText('[1]')), '[1]')
})
