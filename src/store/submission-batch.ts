import type { Kysely } from 'kysely'
import type { Refusal } from '../domain/refusal.ts'
import type { TallySlot } from '../domain/tally.ts'
import { BatchedStatement } from './batched-statement.ts'
import { type PreparedStatement, prepareStatement } from './prepared-statement.ts'
import type { StoredResponse } from './stored-response.ts'
import type { Survey } from './surveys.ts'
import type { Tables } from './tables.ts'

/** A submission, checked against the survey as it is in this transaction. */
export interface ParsedSubmission {
  /** The id of its response. A repeated submission has the same id. */
  readonly id: string
  readonly answers: string
  readonly marks: readonly TallySlot[]
  /** Why it cannot be stored. Ignored if a response with this id is stored already. */
  readonly refusal: Refusal | undefined
}

/** More slots than a question can have: a request body of 1 MiB holds fewer options. */
const MAX_SLOTS = 2 ** 20

/** The submissions to one survey in one commit: assigns sequence numbers, adds up the counts, and writes both at once. */
export class SubmissionBatch {
  readonly survey: Survey
  readonly #rows: [surveyId: number, sequence: number, id: string, submittedAt: string, answers: string][] = []
  /** By question and slot, as one number. */
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
      const key = question * MAX_SLOTS + slot
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    }
    return { id, submittedAt, answers }
  }

  async write(db: Kysely<Tables>, statements: BatchStatements): Promise<void> {
    const added = this.#rows.length
    const { id } = this.survey
    const counts = [...this.#counts].sort(([a], [b]) => a - b)
    const countRows = counts.map(([key, count]) => [id, Math.floor(key / MAX_SLOTS), key % MAX_SLOTS, count])
    await Promise.all([
      statements.insertResponses.run(db, this.#rows),
      statements.addToSurvey(db, added, added, id),
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
  const response = { survey_id: 0, sequence: 0, id: '', submitted_at: '', answers: '' }
  const count = { survey_id: 0, question: 0, slot: 0, count: 0 }
  return {
    insertResponses: new BatchedStatement(size => db.insertInto('response').values(Array(size).fill(response))),
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
        .set(({ eb }) => ({
          response_count: eb('response_count', '+', 0),
          last_sequence: eb('last_sequence', '+', 0),
        }))
        .where('id', '=', 0),
    ),
  }
}
