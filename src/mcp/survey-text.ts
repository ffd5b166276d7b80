import type { Question } from '../domain/question.ts'
import type { Requirement } from '../domain/requirement.ts'
import type { Result } from '../domain/tally.ts'
import { counted } from '../domain/text.ts'

/** The page of a survey as text, for people and models who check it before it is created. */
export function pageText(title: string, questions: readonly Question[]): string {
  return [
    title,
    ...questions.map((question, at) => `${at + 1}. ${question.text}\n${answerText(question, questions)}`),
  ].join('\n\n')
}

function answerText({ type, options, requirement }: Question, questions: readonly Question[]): string {
  const rule = ruleText(requirement, questions)
  if (type === 'multiple_choice') return `   One of ${[...options.keys()].map(quoted).join(', ')}. ${rule}`
  if (type === 'rating') return `   A number from 1 to 10. ${rule}`
  if (type === 'free_text') return `   Free text. ${rule}`
  return '   A board: people ask questions, and vote for those of others.'
}

function ruleText(requirement: Requirement, questions: readonly Question[]): string {
  if (requirement === 'always') return 'Required.'
  if (requirement === 'optional') return 'Optional.'
  const conditions = requirement.conditions.map(({ questionIndex, values }) => {
    const { text = '' } = questions[questionIndex] ?? {}
    return `${quoted(text)} is ${values.map(quoted).join(' or ')}`
  })
  return `Required when ${conditions.join(requirement.op === 'any' ? ' or ' : ' and ')}.`
}

/** Counts only: nothing that a respondent wrote. */
export function resultText({ index, text, answered, tally, mean, distribution, board }: Result): string {
  const lines = [`${index + 1}. ${quoted(text)} (${answered} answered)`]
  for (const { option, count } of tally ?? []) lines.push(`   ${quoted(option)}: ${count}`)
  if (distribution !== undefined)
    lines.push(
      `   mean ${mean ?? 'unknown'}; ${distribution.map(({ value, count }) => `${value}: ${count}`).join(', ')}`,
    )
  if (board !== undefined)
    lines.push(`   a board with ${counted(board.items, 'question')} and ${counted(board.votes, 'vote')}`)
  return lines.join('\n')
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
