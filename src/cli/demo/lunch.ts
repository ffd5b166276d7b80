/** A survey that people answer at their own pace. */
export const LUNCH = {
  title: 'Team lunch',
  questions: [
    { type: 'multiple_choice', text: 'Will you join us for lunch on Friday?', options: ['Yes', 'No', 'Not sure yet'] },
    {
      type: 'multiple_choice',
      text: 'What would you like?',
      options: ['Noodles', 'Pizza', 'Salad', 'Surprise me'],
      requirement: {
        mode: 'conditional',
        when: { op: 'any', conditions: [{ questionIndex: 0, values: ['Yes', 'Not sure yet'] }] },
      },
    },
    { type: 'rating', text: 'How good was the last lunch?', requirement: { mode: 'optional' } },
    { type: 'free_text', text: 'Anything we should know?', requirement: { mode: 'optional' } },
  ],
}

const REMARKS = [
  'No nuts, please.',
  'I may be ten minutes late.',
  'Could we sit outside?',
  'Thank you for organising it.',
]

/** The answers of one response: varied, and the same on every installation. */
export function lunchAnswers(index: number) {
  const coming = ['Yes', 'Yes', 'No', 'Yes', 'Not sure yet'][index % 5] ?? null
  const dish =
    coming === 'No' ? null : (['Noodles', 'Pizza', 'Noodles', 'Salad', 'Surprise me', 'Pizza'][index % 6] ?? null)
  const rating = index % 4 === 3 ? null : 4 + ((index * 3) % 7)
  const remark = index % 7 === 0 ? (REMARKS[(index / 7) % REMARKS.length] ?? null) : null
  return [coming, dish, rating, remark]
}
