import { Refusal } from '../../values/refusal.ts'
import type { Question } from '../question.ts'
import { inOrder, type Positions, type QuestionGroup, withArticle } from './question-group.ts'

/** Whether the questions of a group, in order, make it up. @param from the position of the first in the survey */
type Fits = (questions: readonly Question[], from: number) => boolean

/** What a group must consist of, in the code and as a sentence says it. */
const KINDS: Readonly<Record<QuestionGroup['kind'], { readonly fits: Fits; readonly what: string }>> = {
  check_list: {
    fits: isCheckList,
    what: 'at least two optional multiple_choice questions with the same text and one option each, which differ; behind them may stand a free_text that is required if the last one is chosen',
  },
  grid: { fits: isGrid, what: 'at least two multiple_choice questions with the same options in the same order' },
  ranking: {
    fits: isRanking,
    what: 'at least two multiple_choice questions, each with the options 1, 2 and so on to their number',
  },
  other: {
    fits: isWithOther,
    what: 'a multiple_choice question, and a free_text that is required if one certain option of it is chosen',
  },
  section: { fits: () => true, what: 'questions' },
}

/**
 * Checks that groups fit the questions of their survey.
 * @param groups in order, as `parseGroups` returns them
 * @throws Refusal `invalid_groups` with a reason that says what would fit, and names groups by their 1-based position
 */
export function checkGroups(groups: readonly QuestionGroup[], questions: readonly Question[]): void {
  for (const [index, { to }] of groups.entries())
    if (to >= questions.length) throw invalid(`group ${index + 1}: there is no question ${to + 1}`)
  // Before their kinds: groups that are apart have each question twice at most, so that 2,000 of them take no time.
  checkPlaces(groups)
  for (const [index, group] of groups.entries()) {
    const name = `group ${index + 1}`
    if (!isFitting(group, questions))
      throw invalid(`${name}: ${withArticle(group.kind)} consists of ${KINDS[group.kind].what}`)
    checkNumbers(group, questions, name)
  }
}

function checkPlaces(groups: readonly QuestionGroup[]): void {
  const sections = groups.filter(group => group.kind === 'section')
  const others = groups.filter(group => group.kind !== 'section')
  checkApart(sections, 'a question can be in one section at most')
  checkApart(others, 'a question can be in one group at most, and in one section')
  for (const group of others) checkInside(group, sections)
}

/**
 * Those of a draft's groups that can be shown, since its questions make them up by now. What overlaps an earlier one is left out, whether
 * that one fits or not, so that no question is looked at more than twice.
 */
export function fittingGroups(groups: readonly QuestionGroup[], questions: readonly Question[]): QuestionGroup[] {
  const sections = apartIn(groups.filter(({ kind }) => kind === 'section')).filter(one => fits(one, questions))
  const others = apartIn(groups.filter(({ kind }) => kind !== 'section')).filter(one => fits(one, questions))
  return [...sections, ...others.filter(one => isInside(one, sections))].sort(inOrder)
}

function apartIn(groups: readonly QuestionGroup[]): QuestionGroup[] {
  let taken = -1
  return groups.filter(({ from, to }) => {
    const isApart = from > taken
    if (isApart) taken = to
    return isApart
  })
}

function fits(group: QuestionGroup, questions: readonly Question[]): boolean {
  try {
    checkGroups([group], questions)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Whether questions make up a group, apart from its numbers. @param questions all those of the survey */
export function isFitting({ kind, from, to }: QuestionGroup, questions: readonly Question[]): boolean {
  return KINDS[kind].fits(questions.slice(from, to + 1), from)
}

/** How many answers a group can have: options of a check-list, ranks of a ranking. */
export function choicesOf({ from, to }: Positions, questions: readonly Question[]): number {
  return questions.slice(from, to + 1).filter(isChoice).length
}

function isCheckList(questions: readonly Question[], from: number): boolean {
  const text = isChoice(questions.at(-1)) ? undefined : questions.at(-1)
  const options = text === undefined ? questions : questions.slice(0, -1)
  const names = new Set(options.flatMap(({ options }) => [...options.keys()]))
  const areOptions = options.every(
    one => isChoice(one) && one.options.size === 1 && one.requirement === 'optional' && one.text === options[0]?.text,
  )
  if (options.length < 2 || !areOptions || names.size < options.length) return false
  return text === undefined || isTextOf(text, options.at(-1), from + options.length - 1)
}

function isGrid(questions: readonly Question[]): boolean {
  return haveOptions(questions, [...(questions[0]?.options.keys() ?? [])])
}

function isRanking(questions: readonly Question[]): boolean {
  return haveOptions(
    questions,
    questions.map((_, at) => `${at + 1}`),
  )
}

/** Whether they are at least two choices, each among exactly these. */
function haveOptions(questions: readonly Question[], options: readonly string[]): boolean {
  const names = JSON.stringify(options)
  return (
    questions.length >= 2 && questions.every(one => isChoice(one) && JSON.stringify([...one.options.keys()]) === names)
  )
}

function isWithOther(questions: readonly Question[], from: number): boolean {
  const [question, text] = questions
  return questions.length === 2 && isChoice(question) && text !== undefined && isTextOf(text, question, from)
}

/** Whether a free text is required exactly if one certain option of the question before it, at `position`, is chosen. */
function isTextOf({ type, requirement }: Question, question: Question | undefined, position: number): boolean {
  if (type !== 'free_text' || typeof requirement === 'string' || requirement.conditions.length > 1) return false
  const [condition] = requirement.conditions
  const [option, ...others] = condition?.values ?? []
  const isOne = option !== undefined && others.length === 0 && question?.options.has(option)
  return condition?.questionIndex === position && isOne === true
}

function isChoice(question: Question | undefined): question is Question {
  return question?.type === 'multiple_choice'
}

function checkNumbers(group: QuestionGroup, questions: readonly Question[], name: string): void {
  const min = 'min' in group ? group.min : undefined
  const max = 'max' in group ? group.max : undefined
  const choices = choicesOf(group, questions)
  for (const number of [min, max])
    if (number !== undefined && number > choices) throw invalid(`${name}: nobody can choose ${number} of ${choices}`)
  if (min !== undefined && max !== undefined && min > max)
    throw invalid(`${name}: min must not be greater than max, or nobody can answer it`)
}

function checkApart(groups: readonly QuestionGroup[], reason: string): void {
  for (const [index, { from }] of groups.entries())
    if (from <= (groups[index - 1]?.to ?? -1)) throw invalid(`${reason}, but question ${from + 1} is in two`)
}

function checkInside(group: QuestionGroup, sections: readonly QuestionGroup[]): void {
  const { from, to, kind } = group
  if (!isInside(group, sections))
    throw invalid(
      `${withArticle(kind)} must be in a section as a whole or not at all, but questions ${from + 1} to ${to + 1} are not`,
    )
}

/** Whether a group is in one of these sections as a whole, or in none. */
function isInside({ from, to }: QuestionGroup, sections: readonly QuestionGroup[]): boolean {
  const [first, last] = [from, to].map(at => sections.find(section => section.from <= at && at <= section.to))
  return first === last
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_groups', { reason })
}
