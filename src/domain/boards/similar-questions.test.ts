import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { similarQuestions } from './similar-questions.ts'

describe('similar questions [board-similar]', () => {
  const pairs: [typed: string, there: string][] = [
    ['When is the new office ready?', 'When will the new office be ready?'],
    ['wann ziehen wir ins neue büro', 'Wann ziehen wir in das neue Büro um?'],
    ['¿Cuándo estará lista la nueva oficina?', '¿Cuando esta lista la oficina nueva?'],
    [
      'Quand déménageons-nous dans les nouveaux bureaux ?',
      'Quand est-ce que nous déménageons dans les nouveaux bureaux ?',
    ],
    ['Quando o novo escritório fica pronto?', 'Quando vai ficar pronto o novo escritório?'],
    ['新办公室什么时候启用？', '什么时候启用新办公室'],
  ]
  const all = pairs.map(([, text]) => ({ text }))
  for (const [typed, there] of pairs)
    test(`“${typed}” finds “${there}” first and nothing else`, () => {
      assert.deepEqual(similarQuestions(typed, all, 3), [{ text: there }])
    })

  test('are empty for an unrelated text, a few letters or no letters', () => {
    for (const typed of ['', 'Wh', '???', '😀😀😀', 'Who pays for lunch?'])
      assert.deepEqual(similarQuestions(typed, all, 3), [], typed)
  })

  test('are at most as many as requested, most similar first', () => {
    const there = ['Will lunch be free?', 'Is lunch free?', 'Is lunch free', 'Is lunch free today?'].map(text => ({
      text,
    }))
    const found = similarQuestions('is LUNCH free?', there, 2)
    assert.deepEqual(
      found.map(({ text }) => text),
      ['Is lunch free?', 'Is lunch free'],
    )
  })

  test('begin with the same text, however short, even if others differ in only one character', () => {
    const there = ['0', '1', '2', '3', '4', '5'].map(number => ({ text: `Question ${number}?` }))
    assert.equal(similarQuestions('question 1', there, 3)[0]?.text, 'Question 1?')
    const turned = [{ text: 'Question 2 1' }, { text: 'Question 1, 2' }]
    assert.equal(similarQuestions('Question 1 2?', turned, 1)[0]?.text, 'Question 1, 2')
    assert.deepEqual(similarQuestions('why', [{ text: 'Who?' }, { text: 'Why?' }], 3), [{ text: 'Why?' }])
  })

  test('are searched within a limited number of letters and questions', () => {
    const many = Array.from({ length: 1_000 }, () => ({ text: 'x' }))
    const text = 'Is lunch free?'
    assert.deepEqual(similarQuestions(text, [...many, { text }], 3), [])
    assert.deepEqual(similarQuestions(text + ' '.repeat(500) + 'elsewhere'.repeat(10_000), [{ text }], 3), [{ text }])
  })
})
