import type { Kysely } from 'kysely'
import { BatchedStatement, repeatLookup } from './batched-statement.ts'
import type { SequencedResponse } from './stored-response.ts'
import type { Survey } from './surveys.ts'
import type { Tables } from './tables.ts'

/** Looks up responses of a survey by their ids. Reads nothing for a survey that cannot have any. */
export class ResponseLookup {
  readonly #responses: BatchedStatement<SequencedResponse>
  readonly #removedIds: BatchedStatement<{ id: string }>

  constructor(db: Kysely<Tables>) {
    const response = db
      .selectFrom('response')
      .where('survey_id', '=', 0)
      .where('id', '=', '')
      .select(['sequence', 'id', 'submitted_at as submittedAt', 'answers'])
    this.#responses = new BatchedStatement(size => repeatLookup(size, response))
    const removed = db.selectFrom('removed_response').where('survey_id', '=', 0).where('id', '=', '').select('id')
    this.#removedIds = new BatchedStatement(size => repeatLookup(size, removed))
  }

  /** The survey's responses with these ids. */
  async find(db: Kysely<Tables>, survey: Survey, ids: readonly string[]): Promise<SequencedResponse[]> {
    return survey.responseCount === 0 ? [] : this.#responses.run(db, keys(survey, ids))
  }

  /** Which of these ids belong to removed responses. */
  async findRemoved(db: Kysely<Tables>, survey: Survey, ids: readonly string[]): Promise<string[]> {
    if (survey.responseCount === survey.lastSequence) return []
    const rows = await this.#removedIds.run(db, keys(survey, ids))
    return rows.map(({ id }) => id)
  }
}

function keys({ id: surveyId }: Survey, ids: readonly string[]): [surveyId: number, id: string][] {
  return ids.map(id => [surveyId, id])
}
