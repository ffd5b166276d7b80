import type { Question } from '../surveys/question.ts'
import { BODY_BYTES } from '../values/body-limits.ts'
import { FREE_TEXT_LENGTH, RESPONSE_CHARACTERS_AT_ONCE } from './limits.ts'

/** How many responses to read or delete at once: `most`, or fewer if answers to these questions can be long. */
export function responsesAtOnce(questions: readonly Question[], most: number): number {
  const longest = questions.reduce((sum, question) => sum + longestAnswer(question), 0)
  return Math.min(most, Math.ceil(RESPONSE_CHARACTERS_AT_ONCE / Math.min(longest, BODY_BYTES)))
}

function longestAnswer({ type, options }: Question): number {
  if (type === 'free_text') return FREE_TEXT_LENGTH
  return options.keys().reduce((longest, option) => Math.max(longest, option.length), 0)
}
