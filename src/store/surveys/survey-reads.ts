import type { Kysely } from 'kysely'
import type { Count } from '../../domain/results/count.ts'
import type { ShownCounts } from '../../domain/results/shown-counts.ts'
import type { Tables } from '../tables.ts'
import { readShownCounts } from './stored-shown-counts.ts'
import { countsOf } from './tallies.ts'

/** Data that the decision on a change may need in addition to the survey, read in the same transaction. */
export interface SurveyReads {
  counts(): Promise<Count[]>
  shownCounts(): Promise<ShownCounts>
  /** The indexes of the board questions that have items. */
  boardsWithItems(): Promise<number[]>
}

export function readsOf(db: Kysely<Tables>, surveyId: number): SurveyReads {
  const survey = db.selectFrom('survey').where('id', '=', surveyId)
  return {
    counts: () => countsOf(db, surveyId),
    shownCounts: async () => {
      const row = await survey.select('shown_counts').executeTakeFirst()
      return readShownCounts(row?.shown_counts ?? null)
    },
    boardsWithItems: () => boardsWithItems(db, surveyId),
  }
}

/** The boards of a survey that have items in any state. */
async function boardsWithItems(db: Kysely<Tables>, surveyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('board_item')
    .where('survey_id', '=', surveyId)
    .select('question')
    .distinct()
    .orderBy('question')
    .execute()
  return rows.map(({ question }) => question)
}
