import type { Json } from '../../values/json.ts'
import { QUESTION_TYPES, type QuestionType } from '../question.ts'
import { type NamedType, typeNamed } from './text/type-words.ts'

/** What the name of a type says that is none of ours. */
export function namedType(name: Json | undefined): NamedType | undefined {
  return typeof name === 'string' && QUESTION_TYPES.every(type => type !== name) ? typeNamed(name) : undefined
}

const OWN: Readonly<Record<NamedType, QuestionType>> = {
  single: 'multiple_choice',
  multiple: 'multiple_choice',
  choice: 'multiple_choice',
  several: 'multiple_choice',
  yes_no: 'multiple_choice',
  text: 'free_text',
  rating: 'rating',
  board: 'upvoted_question',
}
const DESCRIBED: Readonly<Record<QuestionType, string>> = {
  multiple_choice: 'a multiple-choice question',
  free_text: 'a free-text question',
  rating: 'a rating',
  upvoted_question: 'a question board',
}

/** Our type for one that has another name. */
export function ownTypeOf(named: NamedType): QuestionType {
  return OWN[named]
}

export function describedType(type: QuestionType): string {
  return DESCRIBED[type]
}
