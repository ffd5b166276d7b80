import { type Draft, type DraftQuestion, optionsOf, ruleOf } from '../../../ui/questions/draft.ts'
import type { DraftGroup } from '../../../ui/questions/draft-groups.ts'
import { modeOf } from '../../../ui/questions/requirement.ts'
import { rowsOf, withRows } from './rows.ts'

type Questions = readonly DraftQuestion[]

/** Whether questions make up a group as far as they are written. */
const IS_EDITABLE: Readonly<Record<DraftGroup['kind'], (questions: Questions) => boolean>> = {
  check_list: isCheckList,
  grid: questions => questions.every(one => isChoice(one) && optionText(one) === optionText(questions[0])),
  ranking: questions => {
    const ranks = JSON.stringify(questions.map((_, at) => `${at + 1}`))
    return questions.every(one => isChoice(one) && optionText(one) === ranks)
  },
  other: ([choice, text, ...others]) => others.length === 0 && isChoice(choice) && isTextOf(text, choice),
  section: () => true,
}

/** A draft without groups that the builder cannot show: they overlap others, or do not fit their questions. */
export function withEditableGroups(draft: Draft): Draft {
  if (draft.groups.length === 0) return draft
  const rows = rowsOf(draft).flatMap(row => {
    if (row.type !== 'entry' || row.group === undefined || IS_EDITABLE[row.group.kind](row.questions)) return [row]
    return row.questions.map(one => ({ type: 'entry' as const, key: one.index, group: undefined, questions: [one] }))
  })
  return withRows(draft, rows)
}

function isCheckList(questions: Questions): boolean {
  const text = isChoice(questions.at(-1)) ? undefined : questions.at(-1)
  const options = text === undefined ? questions : questions.slice(0, -1)
  const areOptions = options.every(
    one => isChoice(one) && optionsOf(one).length === 1 && modeOf(one) === 'optional' && one.text === options[0]?.text,
  )
  return options.length > 0 && areOptions && (text === undefined || isTextOf(text, options.at(-1)))
}

function isTextOf(text: DraftQuestion | undefined, choice: DraftQuestion | undefined): boolean {
  const [condition, ...others] = (text && ruleOf(text)?.when.conditions) ?? []
  const isOne = others.length === 0 && condition?.values.length === 1
  return text?.type === 'free_text' && isOne && condition.questionIndex === choice?.index
}

function isChoice(question: DraftQuestion | undefined): boolean {
  return question?.type === 'multiple_choice'
}

function optionText(question: DraftQuestion | undefined): string {
  return JSON.stringify(optionsOf(question ?? {}))
}
