import { askedOf, askedOfOption, type EditedQuestion, editedQuestion } from '../../../src/domain/results/asked.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { words } from '../../words/words.ts'

/** The responses that are shown, all of them or those of a group, and what was edited between them. */
export interface ShownResponses {
  readonly count: number
  readonly edited: readonly EditedQuestion[]
  /** The edits as all responses have them. */
  readonly everyonesEdited: readonly EditedQuestion[]
}

/** How many answered a question, of how many that were asked it, and when it was added and reworded. */
export function questionNote({ index, answered }: Result, { count, edited, everyonesEdited }: ShownResponses): string {
  const { added_after: added = 0, reworded_after: reworded = 0 } = editedQuestion(everyonesEdited, index) ?? {}
  const ofAsked = numberAsked(answered, askedOf(edited, index, count))
  const parts = [
    added > 0 ? ofAsked : dashboardTexts.results.answered(answered, count),
    ...addedMark(added),
    ...(reworded > 0 ? [words.charts.rewordedAfter(reworded)] : []),
  ]
  return parts.join(' · ')
}

/** The notes on the options that were added later than their question, in lines, by position. */
export function laterOptionNotes(
  { index, tally = [] }: Result,
  { count, edited, everyonesEdited }: ShownResponses,
): ReadonlyMap<number, string> {
  const { options = [] } = editedQuestion(everyonesEdited, index) ?? {}
  return new Map(
    options.map(({ position, added_after: added }) => {
      const chosen = numberAsked(tally[position]?.count ?? 0, askedOfOption(edited, { index, position }, count))
      return [position, [chosen, ...addedMark(added)].join('\n')]
    }),
  )
}

function addedMark(responses: number): string[] {
  return responses > 0 ? [words.charts.addedAfter(responses)] : []
}

function numberAsked(answers: number, asked: number): string {
  return `${words.format.number(answers)} ${words.charts.ofAsked(asked)}`
}
