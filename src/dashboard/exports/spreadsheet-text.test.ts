import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { keptAsText } from './spreadsheet-text.ts'

test('text that a spreadsheet would run, count or treat as an error gets a leading tab [export-csv-spreadsheet]', () => {
  const errors = ['#N/A', '#REF!', '#DIV/0!', '#NV', '#WERT!', ' #NAME?', 'Err:502']
  const values = ['=1+1', ' @ada', '＝1+1', '-2', '+49 30 123456', '00123', '1e5', '1/2', 'TRUE', 'falsch', '٣٫٥']
  for (const text of [...errors, ...values]) assert.equal(keptAsText(text), `\t${text}`)
  for (const text of ['Soup', '', 'two\nlines', 'A #hashtag', 'C#', "'quoted'"]) assert.equal(keptAsText(text), text)
})

test('without its leading tab, each text is unchanged [export-csv-spreadsheet]', () => {
  const text = fc.string({ unit: fc.constantFrom('\t', ' ', '\n', '=', '#', '5', 'a') })
  fc.assert(fc.property(text, written => keptAsText(written).replace(/^\t/, '') === written))
})
