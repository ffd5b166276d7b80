import { asksWhoAnswers } from '../personal-words.ts'
import { fieldIn } from './field-lines.ts'
import { type Item, PLAIN_OPTION_LENGTH } from './list-roles.ts'
import { asks } from './question-marks.ts'
import { BOARD } from './text-items.ts'

// Options that have no sign in front of them.

/** An answer that may end as a sentence does, as in `Yes, with pleasure!` or `Sorry, I can’t.` */
const ANSWER =
  /^(?:yes|no|sorry|maybe|ja|nein|leider|vielleicht|oui|non|désolée?|peut-être|sí|lo siento|sim|não|sì|tak|nie|да|нет)(?!\p{L})/iu

/** Whether a line may be an option, though nothing says so. */
export function mayBePlainOption(item: Item): boolean {
  const { line, text, marker, isHeading, isQuestion } = item
  if (marker !== undefined || isHeading || line.isBold || BOARD.test(text)) return false
  if ((isQuestion && !isStarredOnly(item)) || isFieldBelow(text)) return false
  return text.length <= PLAIN_OPTION_LENGTH && (!/[.!]$/.test(text) || ANSWER.test(text))
}

/** Whether a line says something else about its question, as in `Correct answer: C`. */
function isFieldBelow(text: string): boolean {
  const { field, value } = fieldIn(text) ?? { field: 'title', value: '' }
  return value !== '' && field !== 'title' && field !== 'question'
}

/** Whether only a star makes a question of a line. As one of several answers it would be the right one. */
export function isStarredOnly({ text, marked }: Item): boolean {
  return marked.isStarred && marked.marks === 1 && !asks(marked.text) && !asksWhoAnswers(marked.text) && text !== ''
}

/** Whether lines may be options of a question: a star is at one of them, as at right answers, or at none. */
export function areStarsOfOptions(list: readonly Item[], question: string): boolean {
  const starred = list.filter(({ marked }) => marked.isStarred).length
  return starred === 0 || (starred === 1 && list.length > 2 && asks(question))
}
