import type { Count } from '../../domain/results/tally.ts'
import { storedBytesOf } from '../stored-bytes.ts'
import type { StoredResponse } from './stored-response.ts'

/**
 * The responses that one commit stores for one survey: all of them if the survey has this revision and no id is in use,
 * otherwise none.
 */
export interface ResponseBatch {
  readonly survey: {
    readonly id: number
    readonly accountId: string
    readonly slug: string
    readonly revision: number
  }
  readonly responses: readonly StoredResponse[]
  /** Increments of the survey's counts. */
  readonly counts: readonly Count[]
  /** Ids of refused submissions. If one of them is in use, its submission is a repeat. */
  readonly refusedIds: readonly string[]
}

/** Ids of a batch that are in use in its survey. */
export interface UsedIds {
  readonly stored: readonly StoredResponse[]
  readonly removedIds: readonly string[]
}

/** A batch without responses is also `stored` if its refusals are right for the current survey. */
export type BatchOutcome = 'stored' | 'survey_changed' | 'survey_locked' | UsedIds

/** What to do if another transaction has locked a survey: wait, or store nothing and report it. */
export type IfLocked = 'wait' | 'skip'

/** Increase of the survey's stored bytes. */
export function addedBytes({ responses }: ResponseBatch): number {
  return responses.reduce((sum, { answers }) => sum + storedBytesOf(answers), 0)
}
