import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/domain/values/json.ts'
import { notesOf, optionNotes } from '../../web/ui/questions/option-notes.ts'
import { board, choice } from '../api/fixtures.ts'

const INVISIBLE = 'Nobody can see this option: all of it is invisible.'

for (const [options, note] of [
  [['Yes', 'Yes '], 'Same as option 1 but for a blank at the end.'],
  [['Yes\u3000', 'Yes'], 'Same as option 1 but for a blank at the end.'],
  [['Yes', '\u00a0Yes'], 'Same as option 1 but for a blank at the start.'],
  [['No', 'Yes', ' Yes '], 'Looks like option 2, but has other characters.'],
  [['Yes', 'No', 'yes'], 'Same as option 1 but for capitals.'],
  [['Yes', 'No', 'yes '], 'Looks like option 1, but has other characters.'],
  [['Straße', 'STRASSE'], 'Looks like option 1, but has other characters.'],
  [['Café', 'Cafe\u0301'], 'Looks like option 1, but has other characters.'],
  [['Yes', 'Ｙｅｓ'], 'Looks like option 1, but has other characters.'],
  [['Yes', 'Y\u200bes'], 'Looks like option 1, but has other characters.'],
  [['No', '\u200b'], INVISIBLE],
  [['No', '\u2800'], INVISIBLE],
  // Refused by the service, so these are problems of the draft.
  [['Yes', 'Yes'], undefined],
  [['Yes', ' '], undefined],
  [['Yes', ''], undefined],
  [['Yes', 'Yés'], undefined],
  [['👩‍👧', '👩👧'], undefined],
] as const)
  test(`of ${JSON.stringify(options)} the last has ${note ?? 'no note'}`, () => {
    const notes = optionNotes(options)
    assert.equal(notes.at(-1), note)
    assert.ok(notes.slice(0, -1).every(one => one === undefined))
  })

test('notes have the positions of the question and of the option', () => {
  const questions = [board(), choice('Coming?', ['Yes', 'No', 'no']), choice('How?', ['\u200b'])] as JsonObject[]
  assert.deepEqual(notesOf(questions), [
    { question: 1, option: 2, text: 'Same as option 2 but for capitals.' },
    { question: 2, option: 0, text: INVISIBLE },
  ])
})
