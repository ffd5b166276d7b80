import type { Status } from '../../src/domain/lifecycle.ts'
import type { Result } from '../../src/domain/tally.ts'

/** The state that a survey's creator is told. */
export type SurveyState = Status | 'taken_down'

/** A survey that the operator has taken down reads as closed to everybody else. */
export function stateOf(survey: { readonly status: Status; readonly taken_down?: boolean }): SurveyState {
  return survey.taken_down ? 'taken_down' : survey.status
}

interface Counted {
  readonly results: readonly Result[]
}

/** Whether nobody can send a response, since the survey has boards alone. */
export function isBoardOnly({ results }: Counted): boolean {
  return results.length > 0 && results.every(({ board }) => board !== undefined)
}

/** What is on all boards together. */
export function boardTotals({ results }: Counted): { items: number; votes: number } {
  const boards = results.flatMap(({ board }) => board ?? [])
  const sum = (of: 'items' | 'votes') => boards.reduce((total, board) => total + board[of], 0)
  return { items: sum('items'), votes: sum('votes') }
}
