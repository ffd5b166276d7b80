import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLine, splitLines } from './source-line.ts'

test('lines end as Unicode says', () => {
  assert.deepEqual(splitLines('a\r\nb\rc\nd\u2028e\u0085f\vg'), ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})

test('a line without what nobody sees, and with its place', () => {
  const cases: [raw: string, text: string, column: number, indent: number][] = [
    ['\u200b- Yes', '- Yes', 2, 0],
    ['\u200f- نعم', '- نعم', 2, 0],
    ['> > quoted', 'quoted', 5, 0],
    ['\tYes', 'Yes', 2, 4],
    ['**1.** Why?', '1. Why?', 1, 0],
    ['Why? _(optional)_', 'Why? (optional)', 1, 0],
    ['\\- Yes', '- Yes', 1, 0],
    ['Name *', 'Name *', 1, 0],
    ['snake_case_name', 'snake_case_name', 1, 0],
    ['"Will you come?"', 'Will you come?', 1, 0],
  ]
  for (const [raw, text, column, indent] of cases) {
    const line = readLine(raw, 1)
    assert.deepEqual([line.text, line.column, line.indent], [text, column, indent], raw)
  }
  assert.equal(readLine('**Part one**', 1).isBold, true)
})
