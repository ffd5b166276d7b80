import type { Result } from '../tally.ts'
import { askedOf, askedOfOption, type EditedQuestion, editedQuestion } from './asked.ts'

/** The responses that are shown, all of them or those of a group, and what was edited between them. */
export interface ShownResponses {
  readonly count: number
  readonly edited: readonly EditedQuestion[]
  /** Whether each response answers one question only, so that nobody knows of how many that one was asked. */
  readonly isPaced: boolean
  /** The edits as all responses have them. */
  readonly everyonesEdited: readonly EditedQuestion[]
}

/** How a screen or a text says it. */
export interface AskedWords {
  answered(answers: number, responses: number): string
  answeredPaced(answers: number): string
  /** Of a question or an option that was added later. */
  ofAsked(answers: number, asked: number): string
  addedAfter(responses: number): string
  rewordedAfter(responses: number): string
}

/** How many answered a question, of how many that were asked it, and when it was added and reworded. */
export function questionNotes(
  { index, answered }: Pick<Result, 'index' | 'answered'>,
  { count, edited, everyonesEdited, isPaced }: ShownResponses,
  words: AskedWords,
): string[] {
  const { added_after: added = 0, reworded_after: reworded = 0 } = editedQuestion(everyonesEdited, index) ?? {}
  const ofResponses =
    added > 0 ? words.ofAsked(answered, askedOf(edited, index, count)) : words.answered(answered, count)
  return [
    isPaced ? words.answeredPaced(answered) : ofResponses,
    ...(added > 0 ? [words.addedAfter(added)] : []),
    ...(reworded > 0 ? [words.rewordedAfter(reworded)] : []),
  ]
}

/** The notes on the options that were added later than their question, by position. */
export function laterOptionNotes(
  { index, tally = [] }: { readonly index: number; readonly tally?: readonly { readonly count: number }[] | undefined },
  { count, edited, everyonesEdited, isPaced }: ShownResponses,
  words: AskedWords,
): ReadonlyMap<number, readonly string[]> {
  const { options = [] } = editedQuestion(everyonesEdited, index) ?? {}
  return new Map(
    options.map(({ position, added_after: added }) => {
      const chosen = words.ofAsked(tally[position]?.count ?? 0, askedOfOption(edited, { index, position }, count))
      return [position, [...(isPaced ? [] : [chosen]), words.addedAfter(added)]]
    }),
  )
}
