import type { DashboardSurvey } from '../../../src/dashboard/contract.ts'
import { comparableAnswers, type Group } from '../../../src/domain/results/comparison.ts'
import { shownTogether } from '../../../src/domain/results/groups/shown-together.ts'
import { groupedNames } from '../../../src/domain/surveys/groups/grouped-names.ts'

/** Answers whose people can be compared with everyone, below the name of what they answer. */
interface ComparableGroups {
  readonly name: string
  readonly answers: readonly (Group & { readonly count: number })[]
}

type Compared = Pick<DashboardSurvey, 'results' | 'groups' | 'paced' | 'response_count'>

/** A check-list has its options below one name. */
export function comparableGroups(survey: Compared): ComparableGroups[] {
  const names = questionNames(survey)
  return shownTogether(survey.results, survey).flatMap(({ group, questions }) => {
    const all = questions.map(result => ({
      name: names[result.index] ?? result.text,
      answers: comparableAnswers(result, survey.response_count).map(one => ({ question: result.index, ...one })),
    }))
    const answers = all.flatMap(one => one.answers)
    const lists = group?.kind === 'check_list' ? [{ name: questions[0].text, answers }] : all
    return lists.filter(one => one.answers.length > 0)
  })
}

/** A question is called by the title of its group and its own text, except for an option of a check-list. */
export function questionNames({ results, groups }: Pick<Compared, 'results' | 'groups'>): string[] {
  const questions = results.map(({ text, tally = [] }) => {
    return { text, options: new Map(tally.map(({ option }, at) => [option, at])) }
  })
  const inText = groups.filter(({ kind }) => kind === 'grid' || kind === 'ranking')
  return groupedNames(questions, inText)
}
