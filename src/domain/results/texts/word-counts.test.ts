import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { foldCase } from '../../values/fold-case.ts'
import { MAX_TERMS } from '../limits.ts'
import { WordCounts } from './word-counts.ts'

const NONE: ReadonlySet<string> = new Set()

/** Counts the answers to a question, one per person. */
function countsOf(texts: readonly (string | null)[]): WordCounts {
  const counts = new WordCounts(1)
  for (const text of texts) counts.add(['Yes', text])
  return counts
}

/** The words and phrases of texts that were each written by three people. */
function wordsOf(...texts: string[]): string[] {
  const counts = countsOf(texts.flatMap(text => [text, text, text]))
  return counts
    .top(100, NONE)
    .map(({ word }) => word)
    .sort()
}

test('a word counts once per response, however often it is written and in which case [words-counted]', () => {
  const counts = countsOf(['Parking, parking, PARKING!', 'parking', 'Parking', null, 'Lunch', 'lunch'])
  assert.deepEqual(counts.top(10, NONE), [{ word: 'Parking', people: 3 }])
})

test('a word is shown in its most frequent spelling [words-counted]', () => {
  assert.deepEqual(countsOf(['parking', 'Parking', 'Parking']).top(10, NONE), [{ word: 'Parking', people: 3 }])
})

test('the most frequent are listed, in whatever order they were written [words-counted]', () => {
  const counts = countsOf(Array.from({ length: 40 }, (_, n) => Array<string>(3 + ((17 * n) % 40)).fill(`w${n}`)).flat())
  assert.deepEqual(counts.top(2, NONE), [
    { word: 'w7', people: 42 },
    { word: 'w14', people: 41 },
  ])
})

test('words written by fewer than three people are not listed [words-three]', () => {
  const two = ['team spirit', 'team spirit', 'spirit']
  assert.deepEqual(countsOf(two).top(10, NONE), [{ word: 'spirit', people: 3 }])
  assert.deepEqual(countsOf([...two, 'team']).top(10, NONE), [
    { word: 'spirit', people: 3 },
    { word: 'team', people: 3 },
  ])
})

test('a word is left out if fewer than three people wrote it outside a shown phrase [words-three]', () => {
  const phrase = Array<string>(4).fill('team spirit')
  const most = { word: 'team spirit', people: 4 }
  assert.deepEqual(countsOf([...phrase, 'team', 'team']).top(10, NONE), [most])
  assert.deepEqual(countsOf([...phrase, 'team', 'team', 'team']).top(10, NONE), [{ word: 'team', people: 7 }, most])
})

test('hidden words are left out, and a hidden phrase does not hide its words [words-hidden]', () => {
  const counts = countsOf(Array<string>(3).fill('Team spirit'))
  assert.deepEqual(counts.top(10, new Set([foldCase('team SPIRIT')])), [
    { word: 'spirit', people: 3 },
    { word: 'Team', people: 3 },
  ])
})

describe('words of six languages, without stop words, numbers and single letters [words-counted]', () => {
  for (const [text, words] of [
    ['The music is too loud in 2024, I think', ['loud', 'music', 'think']],
    ["I don't like the team’s plan b", ['team plan']],
    ['The difference between weight and mass', ['difference', 'mass', 'weight']],
    ['Vacuum vs air, everything else clear', ['Vacuum', 'air', 'clear']],
    ['Während der Pause: beide Türen sowie das Fenster', ['Fenster', 'Pause', 'Türen']],
    ['Aunque durante la pausa', ['pausa']],
    ['Die Musik ist zu laut und das Essen wird kalt', ['Essen', 'Musik', 'kalt', 'laut']],
    ['L’équipe est très sympathique', ['sympathique', 'équipe']],
    ['La comida está muy fría', ['comida', 'fría']],
    ['A equipe é muito simpática', ['equipe', 'simpática']],
    ['食堂的音乐', ['音乐', '食堂']],
    ['parking. station', ['parking', 'station']],
    ['parking\nstation', ['parking', 'station']],
    ['🙂 !!! 42', []],
    ['x'.repeat(41), []],
    [`a${'\u0301'.repeat(9_000)}`, []],
  ] as const)
    test(text.slice(0, 50), () => assert.deepEqual(wordsOf(text), words))
})

test('the rarest terms are forgotten, and frequent ones keep their counts [words-bounded]', () => {
  const counts = countsOf([])
  for (let n = 0; n < 3 * MAX_TERMS; n++) {
    counts.add([null, n % 1_000 === 0 ? 'parking' : `w${n.toString(36)}`])
    assert.ok(counts.size <= 2 * MAX_TERMS)
  }
  assert.deepEqual(counts.top(10, NONE), [{ word: 'parking', people: (3 * MAX_TERMS) / 1_000 }])
})
