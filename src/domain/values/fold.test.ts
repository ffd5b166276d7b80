import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldForSearch } from './fold.ts'
import { foldCase } from './fold-case.ts'

const LAST_LETTER = 0x1_ff_ff

for (const fold of [foldCase, foldForSearch]) {
  test(`${fold.name} folds every letter in any case, composed or not (exhaustive) [dashboard-search-folded]`, () => {
    const others = [(text: string) => text.toUpperCase(), (text: string) => text.toLowerCase(), decomposed]
    assert.deepEqual(
      letters().filter(text => others.some(other => fold(other(text)) !== fold(text))),
      [],
    )
  })

  test(`${fold.name} folds long runs of combining marks, whatever their order [dashboard-search-folded]`, () => {
    for (const letter of ['o', 'あ'])
      assert.equal(fold(letter + '\u0301\u0323'.repeat(15)), fold(letter + '\u0323\u0301'.repeat(15)))
  })
}

test('texts that differ only in case are also equal for a search (exhaustive) [dashboard-search-folded]', () => {
  assert.deepEqual(
    letters().filter(text => foldForSearch(foldCase(text)) !== foldForSearch(text)),
    [],
  )
})

test('digits are equal in every numbering system of the world [dashboard-search-folded]', () => {
  const digits = '0123456789'
  const others = Intl.supportedValuesOf('numberingSystem').map(system =>
    [...digits]
      .map(digit => new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(Number(digit)))
      .join(''),
  )
  const positional = others.filter(text => /^\p{Nd}+$/u.test(text))
  assert.ok(positional.length > 70)
  assert.deepEqual(new Set(positional.map(foldForSearch)), new Set([digits]))
})

function letters(): string[] {
  const all = Array.from({ length: LAST_LETTER + 1 }, (_, code) => String.fromCodePoint(code))
  return all.filter(text => text.isWellFormed())
}

function decomposed(text: string): string {
  return text.normalize('NFD')
}
