import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mostInBrackets, mostNamed } from './most-chosen.ts'

const NAMED: Readonly<Record<string, number>> = {
  'choose up to 3': 3,
  'Please select at most 2 options.': 2,
  'max. 2 answers': 2,
  'up to 4 choices': 4,
  'pick any up to ٣': 3,
  'bis zu 3 Antworten': 3,
  'höchstens 2 Nennungen möglich': 2,
  'Wählen Sie höchstens 2 Optionen aus.': 2,
  'kreuzen Sie maximal 3 an': 3,
  'Veuillez sélectionner au plus 2 options.': 2,
  'au maximum 3 réponses': 3,
  'Seleccione como máximo 2 opciones.': 2,
  'até 3 respostas': 3,
  'maximaal 2 antwoorden': 2,
  'choose 3': 3,
  'pick your top three': 3,
  'bis zu zwei Antworten': 2,
}

describe('how many options may be chosen', () => {
  for (const [words, number] of Object.entries(NAMED)) test(words, () => assert.equal(mostNamed(words), number))
  // Each of these may be about something else, such as words.
  for (const words of ['max. 3', 'up to 3', 'at most 3 words', 'choose 1', 'select an option', 'choose up to many'])
    test(`not by “${words}”`, () => assert.equal(mostNamed(words), undefined))

  test('between brackets at the end of a question', () => {
    assert.equal(mostInBrackets('Which do you want (max. 2)?'), 2)
    assert.equal(mostInBrackets('Which (max. 2) do you want?'), undefined)
  })
})
