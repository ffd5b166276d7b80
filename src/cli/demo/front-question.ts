const OPTIONS = ['Early in the morning', 'Before noon', 'In the afternoon', 'In the evening', 'At night']

/** The question on the front page. */
export const FRONT_QUESTION = {
  title: 'Best hours',
  slug: 'best-hours',
  questions: [{ type: 'multiple_choice', text: 'When do you do your best thinking?', options: OPTIONS }],
}

export const FRONT_QUESTION_SETTINGS = { share_results: 'after_answering' }

/** The answers of one response: varied, and the same on every installation. */
export function frontAnswers(index: number) {
  return [OPTIONS[[0, 1, 1, 3, 4, 1, 2, 3, 4, 1, 3][index % 11] ?? 0] ?? null]
}
