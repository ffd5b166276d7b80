import type { Count } from '../../domain/results/count.ts'
import type { Change } from '../change-notifications.ts'
import { storedBytesOf } from '../stored-bytes.ts'
import type { StoredResponse } from './stored-response.ts'

/**
 * The responses that one commit stores for one survey: all of them if the survey has this revision and room for them and
 * no id is in use, otherwise none.
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

/**
 * A batch without responses is also `stored` if its refusals are right for the current survey. One whose responses have
 * made the survey's count reach its limit, and so have closed it, is `stored_last`.
 */
export type BatchOutcome = 'stored' | 'stored_last' | 'survey_changed' | 'survey_locked' | UsedIds

/** What to do if another transaction has locked a survey: wait, or store nothing and report it. */
export type IfLocked = 'wait' | 'skip'

/** What a commit has changed for those who watch a survey. */
export function changesOf(slug: string, outcome: BatchOutcome | undefined): readonly Change[] {
  if (outcome === 'stored') return [{ slug, part: 'responses' }]
  if (outcome !== 'stored_last') return []
  return [
    { slug, part: 'responses' },
    { slug, part: 'survey' },
  ]
}

/** Increase of the survey's stored bytes. */
export function addedBytes({ responses }: ResponseBatch): number {
  return responses.reduce((sum, { answers }) => sum + storedBytesOf(answers), 0)
}
