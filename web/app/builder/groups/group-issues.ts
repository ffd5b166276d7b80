import { isBlank } from '../../../../src/domain/values/text.ts'
import { type Draft, type DraftQuestion, optionsOf } from '../../../ui/questions/draft.ts'
import type { DraftGroup } from '../../../ui/questions/draft-groups.ts'
import type { EditProblem, FormPart } from '../../../ui/questions/edit-impact.ts'
import { isFaultyOption, optionIssues, questionIssues, ruleIssues } from '../../../ui/questions/question-issues.ts'
import { builderTexts } from '../../../words/builder-words.ts'
import { words } from '../../../words/words.ts'
import { type Entry, type Row, rowsOf } from './rows.ts'

const texts = builderTexts.groupProblem

type Issue = Omit<EditProblem, 'key'>

/** What is missing or wrong in a draft from top to bottom. Problems of a group have its key. */
export function rowIssues(draft: Draft): EditProblem[] {
  return rowsOf(draft).flatMap(row => issuesOf(draft, row).map(issue => ({ ...issue, key: row.key })))
}

function issuesOf(draft: Draft, row: Row): Issue[] {
  if (row.type !== 'entry') return row.type === 'heading' ? missing(row.section.title, 'text', texts.noHeading) : []
  const { group, questions } = row
  if (group === undefined) return questions.flatMap(question => questionIssues(draft, question))
  return [...ISSUES[group.kind](row, group), ...questions.flatMap(one => ownRuleIssues(draft, row, one))]
}

const ISSUES: Readonly<Record<DraftGroup['kind'], (entry: Entry, group: DraftGroup) => Issue[]>> = {
  check_list: checkListIssues,
  grid: ({ questions }, { title }) => [
    ...missing(title, 'text', words.questions.problem.noText),
    ...rowIssuesOf(questions, texts.rows),
    ...optionIssues(optionsOf(questions[0] ?? {})).map(ofPart('options')),
  ],
  ranking: ({ questions }, { title, min }) => [
    ...missing(title, 'text', words.questions.problem.noText),
    ...rowIssuesOf(questions, texts.items),
    ...numberIssues(questions.length, min),
  ],
  other: ({ questions: [choice, text] }) => [
    ...missing(choice?.text, 'text', words.questions.problem.noText),
    ...optionIssues(optionsOf(choice ?? {})).map(ofPart('options')),
    ...missing(text?.text, 'other', texts.noOtherText),
  ],
  section: () => [],
}

function checkListIssues({ questions }: Entry, { min, max }: DraftGroup): Issue[] {
  const choices = questions.filter(({ type }) => type === 'multiple_choice')
  const text = questions.find(({ type }) => type === 'free_text')
  return [
    ...missing(choices[0]?.text, 'text', words.questions.problem.noText),
    ...optionIssues(choices.map(one => optionsOf(one)[0] ?? '')).map(ofPart('options')),
    ...(choices.length < 2 ? [texts.fewOptions].map(ofPart('options')) : []),
    ...(text === undefined ? [] : missing(text.text, 'other', texts.noOtherText)),
    ...numberIssues(choices.length, min, max),
  ]
}

function missing(text: unknown, part: FormPart, problem: string): Issue[] {
  return isBlank(String(text ?? '')) ? [{ part, text: problem }] : []
}

interface RowTexts {
  readonly few: string
  readonly empty: (position: number) => string
  readonly same: (text: string) => string
}

function rowIssuesOf(questions: readonly DraftQuestion[], { few, empty, same }: RowTexts): Issue[] {
  const rows = questions.map(({ text }) => String(text))
  const twice = rows.find((row, at) => !isBlank(row) && isFaultyOption(rows, at))
  return [
    ...rows.flatMap((row, at) => (isBlank(row) ? [empty(at + 1)] : [])),
    ...(twice === undefined ? [] : [same(twice)]),
    ...(rows.length < 2 ? [few] : []),
  ].map(ofPart('rows'))
}

function numberIssues(choices: number, min?: number, max?: number): Issue[] {
  const over = [min, max].find(number => number !== undefined && number > choices)
  const isCrossed = over === undefined && min !== undefined && max !== undefined && min > max
  return [
    ...(over === undefined ? [] : [texts.tooManyOf(over, choices)]),
    ...(isCrossed ? [texts.crossed(min, max)] : []),
  ].map(ofPart('numbers'))
}

/** The rule of the text of *Other* is kept by the builder. */
function ownRuleIssues(draft: Draft, { group, questions }: Entry, question: DraftQuestion): Issue[] {
  const isText = group?.kind !== 'grid' && question === questions.at(-1) && question.type === 'free_text'
  return isText ? [] : ruleIssues(draft, question)
}

function ofPart(part: FormPart): (text: string) => Issue {
  return text => ({ text, part })
}
