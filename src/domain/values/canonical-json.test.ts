import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson } from './canonical-json.ts'
import { parseJson } from './json.ts'

const spellings: [string, ...string[]][] = [
  ['{"a":1,"b":[true,null,"\u00e9"]}', '{ "b": [true, null, "\\u00e9"],\n "a": 1 }', '{"a":1e0,"b":[true,null,"é"]}'],
  ['{"1":{},"__proto__":[]}', '{"__proto__":[],"1":{}}'],
  ['[12345678901234567890]', '[ 12345678901234567890 ]', '[12345678901234567890.0]', '[1234567890123456789e1]'],
  ['[1e400]', '[1E+400]', '[10e399]', '[0.1e401]'],
  ['[-0.1234567890123456789]', '[-1234567890123456789e-19]'],
  ['[0]', '[-0]', '[0e400]', '[0.0e-9999999999]'],
]
for (const [text, ...others] of spellings)
  test(`${text} has the same canonical text in every spelling [idempotency-same-body]`, () => {
    for (const other of others) assert.equal(canonicalJson(parseJson(other)), canonicalJson(parseJson(text)))
    assert.equal(canonicalJson(parseJson(canonicalJson(parseJson(text)))), canonicalJson(parseJson(text)))
  })

const different: [string, string][] = [
  ['[1,2]', '[2,1]'],
  ['"1"', '1'],
  ['[12345678901234567890]', '[12345678901234567891]'],
  ['[1e400]', '[-1e400]'],
  ['[1e9999999999]', '[2e9999999999]'],
  ['[0.1234567890123456789]', '[0.12345678901234567]'],
  ['{"a":null}', '{}'],
  ['{"a":{"b":1}}', '{"a":1,"b":1}'],
]
for (const [one, other] of different)
  test(`${one} is not ${other} [idempotency-same-body]`, () => {
    assert.notEqual(canonicalJson(parseJson(one)), canonicalJson(parseJson(other)))
  })
