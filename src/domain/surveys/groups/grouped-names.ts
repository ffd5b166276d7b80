import type { Question } from '../question.ts'
import type { QuestionGroup } from './question-group.ts'

/**
 * What each question is called where it stands by itself, such as above a column: the group's title, and in brackets what
 * is its own, as in `Days [Monday]`. A question without a group has its text.
 */
export function groupedNames(
  questions: readonly Pick<Question, 'text' | 'options'>[],
  groups: readonly QuestionGroup[],
): string[] {
  const names = questions.map(({ text }) => text)
  for (const group of groups) {
    if (group.kind === 'section') continue
    const { from, to, kind } = group
    const title = 'title' in group ? group.title : (questions[from]?.text ?? '')
    for (let at = kind === 'other' ? to : from; at <= to; at++) {
      const { text = '', options = [] } = questions[at] ?? {}
      const [option] = kind === 'check_list' ? options.keys() : []
      names[at] = `${title} [${option ?? text}]`
    }
  }
  return names
}
