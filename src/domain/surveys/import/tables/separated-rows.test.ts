import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { separatedRows } from './separated-rows.ts'

const cellsOf = (text: string, separator = ',') => separatedRows(text, separator).map(({ cells }) => cells)

test('rows end with lines of any system, and the last one needs no end', () => {
  for (const end of ['\n', '\r\n', '\r'])
    assert.deepEqual(cellsOf(`a,b${end}c,${end}${end},d`), [['a', 'b'], ['c', ''], [''], ['', 'd']])
  assert.deepEqual(cellsOf('a\tb\n', '\t'), [['a', 'b']])
  assert.deepEqual(cellsOf('a,'), [['a', '']])
})

test('a cell between quotation marks may have anything in it', () => {
  assert.deepEqual(cellsOf('"a,b","say ""hello""","two\nlines",""'), [['a,b', 'say "hello"', 'two\nlines', '']])
  assert.deepEqual(cellsOf('"a";b', ';'), [['a', 'b']])
})

test('other quotation marks are characters', () => {
  assert.deepEqual(cellsOf('6" wide,"never closed,a "b" c'), [['6" wide', '"never closed', 'a "b" c']])
  assert.deepEqual(cellsOf('"a"b,c'), [['"a"b', 'c']])
})

test('rows know their lines', () => {
  assert.deepEqual(
    separatedRows('a\n"b\nb"\r\nc', ',').map(({ line }) => line),
    [1, 2, 4],
  )
})

test('what is written is read, with each separator', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ') })
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }),
      fc.constantFrom(',', ';', '\t'),
      (rows, by) => {
        const text = rows.map(cells => cells.map(one => `"${one.replaceAll('"', '""')}"`).join(by)).join('\n')
        assert.deepEqual(cellsOf(text, by), rows)
      },
    ),
  )
})
