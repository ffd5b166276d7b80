import { hash } from 'node:crypto'
import type { Question } from '../domain/surveys/question.ts'

/** The fields of a submitted form by name. */
export type Typed = ReadonlyMap<string, string>

/** The name of a question's field. */
export function fieldName(index: number): string {
  return `q${index}`
}

/** The hidden field that identifies the questions for which a form was rendered. */
export const QUESTIONS_FIELD = 'questions'

/**
 * Length of a question's identifier: one character for its type and four of a hash. Short, because a form can have
 * 1,000 questions.
 */
const NAME_LENGTH = 5
const TEXT_TYPE = 'f'

/** Identifies questions by what gives their answers meaning: type, text and options. */
export function questionNames(questions: readonly Question[]): string {
  return questions.map(questionName).join('')
}

/**
 * Whether a form was rendered for different questions from those that the survey has now. Choices are sent as
 * positions, which could mean other options by now. Questions added at the end do not matter.
 */
export function isOutdated(questions: readonly Question[], typed: Typed): boolean {
  return !questionNames(questions).startsWith(typed.get(QUESTIONS_FIELD) ?? '')
}

/** What an outdated form can keep: answers to unchanged questions, and texts. */
export function stillTyped(questions: readonly Question[], typed: Typed): Typed {
  const names = typed.get(QUESTIONS_FIELD) ?? ''
  const lost = new Set<string>()
  for (const [index, question] of questions.entries()) {
    const name = names.slice(index * NAME_LENGTH, (index + 1) * NAME_LENGTH)
    const isText = name.startsWith(TEXT_TYPE) && question.type === 'free_text'
    if (name !== questionName(question) && !isText) lost.add(fieldName(index))
  }
  return new Map([...typed].filter(([name]) => !lost.has(name)))
}

function questionName({ type, text, options }: Question): string {
  const digest = hash('sha256', JSON.stringify([text, ...options.keys()]), 'base64url')
  return (type.slice(0, 1) + digest).slice(0, NAME_LENGTH)
}
