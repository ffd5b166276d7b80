import type { Result } from '../../src/domain/results/tally.ts'
import type { Status } from '../../src/domain/surveys/lifecycle.ts'

/** A survey's state as shown to its creator. */
export type SurveyState = Status | 'taken_down'

/** For everybody else, a survey that the operator has taken down appears closed. */
export function stateOf(survey: { readonly status: Status; readonly taken_down?: boolean }): SurveyState {
  return survey.taken_down ? 'taken_down' : survey.status
}

interface Counted {
  readonly results: readonly Result[]
}

/** Whether nobody can submit a response, because the survey has only boards. */
export function isBoardOnly({ results }: Counted): boolean {
  return results.length > 0 && results.every(({ board }) => board !== undefined)
}

/** Totals over all boards. */
export function boardTotals({ results }: Counted): { items: number; votes: number } {
  const boards = results.flatMap(({ board }) => board ?? [])
  const sum = (of: 'items' | 'votes') => boards.reduce((total, board) => total + board[of], 0)
  return { items: sum('items'), votes: sum('votes') }
}
