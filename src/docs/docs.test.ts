import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { includesTag } from './docs.ts'

test('a tag is found at any position in If-None-Match', () => {
  for (const known of ['W/"a"', '"b", W/"a"', '"b" ,W/"a" , "c"'])
    assert.equal(includesTag(known, 'W/"a"'), true, known)
  for (const known of [undefined, '', 'W/"ab"', 'W/"b", "c"']) assert.equal(includesTag(known, 'W/"a"'), false)
})

test('tags are compared weakly, and * is any document', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '*', ' * '])
    assert.equal(includesTag(header, 'W/"a"'), true, header)
  for (const header of ['"*"', 'a', 'W/"b"', '']) assert.equal(includesTag(header, 'W/"a"'), false, header)
})

test('the time to read If-None-Match does not grow quadratically with a run of spaces', () => {
  const header = `"b"${' '.repeat(1_000_000)}c`
  // A regular expression would run here for an hour, and only a virtual machine can interrupt it.
  const isKnown = runInNewContext('includesTag(header, "c")', { includesTag, header }, { timeout: 60_000 })
  assert.equal(isKnown, false)
})
