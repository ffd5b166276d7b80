import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markerOf, numberOf } from './marker.ts'

test('what stands in front of a line of a list', () => {
  const cases: [text: string, kind: string | undefined, value: number, rest: string][] = [
    ['- Yes', 'bullet', 0, 'Yes'],
    ['-\tYes', 'bullet', 0, 'Yes'],
    ['•Yes', 'bullet', 0, 'Yes'],
    ['- [ ] Yes', 'box', 0, 'Yes'],
    ['☐Yes', 'box', 0, 'Yes'],
    ['( ) Yes', 'circle', 0, 'Yes'],
    ['😀 Great', 'bullet', 0, '😀 Great'],
    ['12. Why?', 'number', 12, 'Why?'],
    ['1.Why?', 'number', 1, 'Why?'],
    ['(3) Why?', 'number', 3, 'Why?'],
    ['1.2 Why?', 'number', 2, 'Why?'],
    ['Q7: Why?', 'number', 7, 'Why?'],
    ['Frage 2: Warum?', 'number', 2, 'Warum?'],
    ['⑩ Why?', 'number', 10, 'Why?'],
    ['1️⃣ Why?', 'number', 1, 'Why?'],
    ['١٢. لماذا؟', 'number', 12, 'لماذا؟'],
    ['IV. Why?', 'number', 4, 'Why?'],
    ['c) Rome', 'letter', 3, 'Rome'],
    ['(B) Rome', 'letter', 2, 'Rome'],
  ]
  for (const [text, kind, value, rest] of cases) {
    const { kind: found, value: number, rest: left } = markerOf(text) ?? { value: 0, rest: '' }
    assert.deepEqual([found, number, left], [kind, value, rest], text)
  }
})

test('a sign without white space behind it is part of the text', () => {
  for (const text of [
    '-2',
    '−1',
    '-5 to 0',
    '#1 What?',
    '#tag',
    '*bold*',
    '--- note',
    '??',
    '2026 was good',
    '10 - 12 years',
    '3.5 kg',
  ])
    assert.equal(markerOf(text), undefined, text)
})

test('numbers are read in the digits of any script', () => {
  for (const [digits, value] of [
    ['42', 42],
    ['٤٢', 42],
    ['４２', 42],
    ['४२', 42],
  ] as const)
    assert.equal(numberOf(digits), value)
})
