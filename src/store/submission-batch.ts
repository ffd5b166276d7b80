import type { Kysely } from 'kysely'
import { BatchedStatement } from './batched-statement.ts'
import { type PreparedStatement, prepareStatement } from './prepared-statement.ts'
import type { ParsedSubmission, StoredResponse } from './responses.ts'
import type { Survey } from './surveys.ts'
import type { Tables } from './tables.ts'

/** More slots than a question can have: a body of 1 MiB holds fewer options. */
const MAX_SLOTS = 2 ** 20

/** What one survey takes in within one commit: places are given and counts added up here, then written at once. */
export class SubmissionBatch {
  readonly survey: Survey
  readonly #rows: [surveyId: number, place: number, id: string, submittedAt: string, answers: string][] = []
  readonly #counts = new Map<number, number>()

  constructor(survey: Survey) {
    this.survey = survey
  }

  get hasAny(): boolean {
    return this.#rows.length > 0
  }

  add({ id, answers, marks }: ParsedSubmission, submittedAt: string): StoredResponse {
    const { survey } = this
    this.#rows.push([survey.id, survey.lastSequence + this.#rows.length + 1, id, submittedAt, answers])
    for (const { question, slot } of marks) {
      const at = question * MAX_SLOTS + slot
      this.#counts.set(at, (this.#counts.get(at) ?? 0) + 1)
    }
    return { id, submittedAt, answers }
  }

  /** The ids of what was taken, each with its place. */
  sequences(): [id: string, place: number][] {
    return this.#rows.map(([_, place, id]) => [id, place])
  }

  async write(db: Kysely<Tables>, statements: BatchStatements): Promise<void> {
    const taken = this.#rows.length
    const { id } = this.survey
    const counts = [...this.#counts].sort(([a], [b]) => a - b)
    const countRows = counts.map(([at, count]) => [id, Math.floor(at / MAX_SLOTS), at % MAX_SLOTS, count])
    await Promise.all([
      statements.insertResponses.run(db, this.#rows),
      statements.addToSurvey(db, taken, taken, id),
      statements.addToTallies.run(db, countRows),
    ])
  }
}

export interface BatchStatements {
  readonly insertResponses: BatchedStatement<unknown>
  readonly addToTallies: BatchedStatement<unknown>
  readonly addToSurvey: PreparedStatement<unknown>
}

export function batchStatements(db: Kysely<Tables>): BatchStatements {
  const row = { survey_id: 0, place: 0, id: '', submitted_at: '', answers: '' }
  const count = { survey_id: 0, question: 0, slot: 0, count: 0 }
  return {
    insertResponses: new BatchedStatement(size => db.insertInto('response').values(Array(size).fill(row))),
    addToTallies: new BatchedStatement(size =>
      db
        .insertInto('tally')
        .values(Array(size).fill(count))
        .onConflict(conflict =>
          conflict
            .columns(['survey_id', 'question', 'slot'])
            .doUpdateSet(({ ref, eb }) => ({ count: eb(ref('tally.count'), '+', ref('excluded.count')) })),
        ),
    ),
    addToSurvey: prepareStatement(
      db
        .updateTable('survey')
        .set(({ eb }) => ({ response_count: eb('response_count', '+', 0), last_place: eb('last_place', '+', 0) }))
        .where('id', '=', 0),
    ),
  }
}
