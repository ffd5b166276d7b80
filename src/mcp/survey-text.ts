import {
  type AskedWords,
  laterOptionNotes,
  questionNotes,
  type ShownResponses,
} from '../domain/results/edit-history/asked-notes.ts'
import type { Result } from '../domain/results/tally.ts'
import type { Question } from '../domain/surveys/question.ts'
import type { Condition, Requirement } from '../domain/surveys/requirement.ts'
import { type RuleNames, ruleNames } from '../domain/surveys/rule-names.ts'
import { counted } from '../domain/values/text.ts'

/** A survey's page as text, for people and models who check it before it is created. */
export function pageText(title: string, questions: readonly Question[]): string {
  const named = namesIn(ruleNames(questions), index => questions[index]?.text ?? '')
  return [
    title,
    ...questions.map((question, at) => `${at + 1}. ${question.text}\n   ${answerText(question, named)}`),
  ].join('\n\n')
}

/** How the rules of a survey name questions and options. */
export interface Named {
  question(index: number): string
  values(condition: Condition): readonly string[]
}

/** @param textOf the text of the question at an index */
export function namesIn(names: RuleNames, textOf: (index: number) => string): Named {
  return { question: index => names.name(textOf(index)), values: condition => names.values(condition) }
}

/** How a question is answered. */
export function answerText(question: Question, named: Named): string {
  const { type, options, requirement, source } = question
  const rule = ruleText(requirement, named)
  if (type === 'multiple_choice') return `One of ${[...options.keys()].map(quoted).join(', ')}. ${rule}`
  if (type === 'rating') return `A number from 1 to 10. ${rule}`
  if (type === 'free_text') return `Free text. ${rule}`
  const approval = source.moderated === true ? ' New ones wait for approval.' : ''
  return `A board: people ask questions, and vote for those of others.${approval}`
}

export function ruleText(requirement: Requirement, named: Named): string {
  if (requirement === 'always') return 'Required.'
  if (requirement === 'optional') return 'Optional.'
  const conditions = requirement.conditions.map(
    condition =>
      `${quoted(named.question(condition.questionIndex))} is ${named.values(condition).map(quoted).join(' or ')}`,
  )
  return `Required when ${conditions.join(requirement.op === 'any' ? ' or ' : ' and ')}.`
}

const ASKED_WORDS: AskedWords = {
  answered: answers => `${answers} answered`,
  answeredPaced: answers => `${answers} answered`,
  ofAsked: (answers, asked) => `${answers} of ${asked} asked`,
  addedAfter: responses => `added after ${counted(responses, 'response')}`,
  rewordedAfter: responses => `reworded after ${counted(responses, 'response')}`,
}

/** Only counts: nothing written by respondents. */
export function resultText(result: Result, shown: ShownResponses): string {
  const { index, text, tally = [], mean, distribution, board } = result
  const lines = [`${index + 1}. ${quoted(text)} (${questionNotes(result, shown, ASKED_WORDS).join(', ')})`]
  const notes = laterOptionNotes(result, shown, ASKED_WORDS)
  for (const [at, { option, count }] of tally.entries())
    lines.push(`   ${quoted(option)}: ${notes.get(at)?.join(', ') ?? count}`)
  if (distribution !== undefined)
    lines.push(
      `   mean ${mean ?? 'unknown'}; ${distribution.map(({ value, count }) => `${value}: ${count}`).join(', ')}`,
    )
  if (board !== undefined)
    lines.push(`   a board with ${counted(board.items, 'question')} and ${counted(board.votes, 'vote')}`)
  return lines.join('\n')
}

export function quoted(text: string): string {
  return JSON.stringify(text)
}
