import type { CheckList, QuestionGroup, Ranking } from '../surveys/groups/question-group.ts'
import type { Question } from '../surveys/question.ts'
import { ANSWER_ERRORS, type Answer, type AnswerError, type AnswerErrorName } from '../values/answer.ts'

/**
 * The errors of groups whose answers fit their questions: how many options are chosen, and which ranks are given. A grid, an
 * *other* and a section have no rule beyond those of their questions.
 * @param errors those of single answers; groups that have one are not checked
 * @returns one error for each group at most, at its first question
 */
export function groupErrors(
  questions: readonly Question[],
  groups: readonly QuestionGroup[],
  { answers, errors }: { readonly answers: readonly Answer[]; readonly errors: readonly AnswerError[] },
): AnswerError[] {
  return groups.flatMap(group => {
    if (errors.some(({ index }) => group.from <= index && index <= group.to)) return []
    const name = errorOf(group, questions, answers)
    return name === undefined ? [] : [{ index: group.from, name, error: ANSWER_ERRORS[name] }]
  })
}

/** The number that the error of a group is about. */
export function limitOf(group: QuestionGroup, name: AnswerErrorName): number | undefined {
  if (name === 'too_many' && group.kind === 'check_list') return group.max
  return 'min' in group ? group.min : undefined
}

function errorOf(
  group: QuestionGroup,
  questions: readonly Question[],
  answers: readonly Answer[],
): AnswerErrorName | undefined {
  const own = answers.slice(group.from, group.to + 1)
  if (group.kind === 'ranking') return errorOfRanking(group, own)
  if (group.kind !== 'check_list') return undefined
  const chosen = own.filter((answer, at) => answer !== null && questions[group.from + at]?.type === 'multiple_choice')
  return errorOfCheckList(group, chosen.length)
}

function errorOfCheckList({ min = 0, max = Infinity }: CheckList, chosen: number): AnswerErrorName | undefined {
  if (chosen < min) return 'too_few'
  return chosen > max ? 'too_many' : undefined
}

function errorOfRanking({ min = 0 }: Ranking, answers: readonly Answer[]): AnswerErrorName | undefined {
  const given = answers.filter(answer => answer !== null).map(Number)
  if (new Set(given).size < given.length) return 'rank_twice'
  if (given.some(rank => rank > given.length)) return 'rank_gap'
  return given.length < min ? 'too_few_ranks' : undefined
}
