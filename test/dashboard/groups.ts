import { choice, freeText, optional, requiredWhen } from '../api/fixtures.ts'

const day = (name: string) => choice('Which days suit you?', [name], optional)
const item = (text: string) => choice(text, ['1', '2', '3'], optional)

/** Three days, a text for another one, two rows, three items, and a drink with a text for another one. */
export const QUESTIONS = [
  day('Monday'),
  day('Tuesday'),
  day('Other'),
  freeText('Which other one?', requiredWhen('all', [2, 'Other'])),
  choice('Food', ['Bad', 'Good']),
  choice('Music', ['Bad', 'Good'], optional),
  item('Time'),
  item('Money'),
  item('Rest'),
  choice('Which drink?', ['Tea', 'Other']),
  freeText('Which one?', requiredWhen('all', [9, 'Other'])),
]

/** One of every kind, in order. */
export const GROUPS = [
  { kind: 'check_list', from: 0, to: 3, min: 1, max: 2 },
  { kind: 'section', from: 4, to: 8, title: 'The evening', text: 'Think of <all> of it.' },
  { kind: 'grid', from: 4, to: 5, title: 'How was it?' },
  { kind: 'ranking', from: 6, to: 8, title: 'What matters most?', min: 2 },
  { kind: 'other', from: 9, to: 10 },
]

/** Answers that keep to all rules. */
export const ANSWERS = ['Monday', null, 'Other', 'Friday', 'Good', null, '2', '1', null, 'Other', 'Coffee']
