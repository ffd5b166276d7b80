import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../read.ts'
import { rangeBehind } from './scale.ts'

test('a range at the end of a text that asks for a rating is its scale', () => {
  const cases: [text: string, low: number, high: number, before: string][] = [
    ['How good was it 1-10', 1, 10, 'How good was it'],
    ['how was the food 1-5', 1, 5, 'how was the food'],
    ['How did you like it 1 to 7', 1, 7, 'How did you like it'],
    ['How likely are you to recommend us 0–10', 0, 10, 'How likely are you to recommend us'],
    ['How was the weather, 1-5', 1, 5, 'How was the weather'],
    ['How was it 1-5 stars', 1, 5, 'How was it'],
    ['Rate the food 1 to 5', 1, 5, 'Rate the food'],
    ['Please rate our service 1-10.', 1, 10, 'Please rate our service'],
    ['Overall satisfaction 1-10', 1, 10, 'Overall satisfaction'],
    ['Mood today -2 to 2', -2, 2, 'Mood today'],
    ['Zufriedenheit 1 bis 10', 1, 10, 'Zufriedenheit'],
    ['Kundenzufriedenheit – 1-6', 1, 6, 'Kundenzufriedenheit'],
    ['Wie gut war es 1-10', 1, 10, 'Wie gut war es'],
    ['Wie hat es Ihnen gefallen 1–6', 1, 6, 'Wie hat es Ihnen gefallen'],
    ['Bewerten Sie das Essen 1-10', 1, 10, 'Bewerten Sie das Essen'],
    ['Note 1 à 10', 1, 10, 'Note'],
    ["Comment c'était 1-10", 1, 10, "Comment c'était"],
    ['Satisfaction globale 0-10', 0, 10, 'Satisfaction globale'],
    ['¿Qué tan bueno fue 1-10', 1, 10, '¿Qué tan bueno fue'],
    ['Satisfacción 1 a 5', 1, 5, 'Satisfacción'],
    ['Valutazione 1-10', 1, 10, 'Valutazione'],
    ['Tevredenheid 1 tot 10', 1, 10, 'Tevredenheid'],
    ['Ocena 1-10', 1, 10, 'Ocena'],
    ['Насколько вам понравилось 1-10', 1, 10, 'Насколько вам понравилось'],
    ['Оценка 1-5', 1, 5, 'Оценка'],
    ['满意度 1-10', 1, 10, '满意度'],
    ['您有多满意 1-10', 1, 10, '您有多满意'],
    ['満足度 1〜5', 1, 5, '満足度'],
    ['التقييم ١-١٠', 1, 10, 'التقييم'],
  ]
  for (const [text, low, high, before] of cases) {
    const found = rangeBehind(text)
    assert.deepEqual([found?.text, found?.range.low, found?.range.high], [before, low, high], text)
  }
})

test('numbers behind anything else are part of it', () => {
  const cases = [
    ...['Room 1-10', 'Rooms 1-10', 'Table 1 to 10', 'Version 1-10', 'Ages 1-5', 'Children 0-3', 'Bring 1-2 bottles'],
    ...['In 2023-2024', 'Budget 2019-2024', 'How was 2019-2024', 'Opening hours 9-17', 'Pages 1-10', 'Rate pages 1-10'],
    ...[
      'How were lessons 1-10',
      'How good was chapter 1-3',
      'How many people 1-10',
      'How often 1-5',
      'How old are they 0-12',
    ],
    ...['What happened in weeks 1-5', 'Which of the days 1-5', 'Were you in group 1-5', 'Read chapters 1 to 5 first'],
    ...['Wie viele Kinder 0-10', 'Wie oft 1-5', 'Wie war Kapitel 1-3', 'Combien de personnes 1-10', 'Räume 1-10'],
    ...[
      'How good was version 1.10',
      'How did it end 1/10',
      'Notes 1-10 are in the folder',
      'Rate 1-10',
      'Rating',
      '1-10',
    ],
    ...['How good was it between 1-10', 'Note de 0 à 10'],
  ]
  for (const text of cases) assert.equal(rangeBehind(text), undefined, text)
})

test('options below a question are its answers, and what is listed below a demand to rate is rated', () => {
  const { questions } = read('How do you use what we have 1-10\n- often\n- never\n\nRate these 1-10\n- Food\n- Room')
  assert.deepEqual(questions, [
    { type: 'multiple_choice', text: 'How do you use what we have 1-10', options: ['often', 'never'] },
    { type: 'rating', text: 'Rate these: Food' },
    { type: 'rating', text: 'Rate these: Room' },
  ])
})
