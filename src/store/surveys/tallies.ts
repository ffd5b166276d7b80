import { type Kysely, sql } from 'kysely'
import type { Count } from '../../domain/results/count.ts'
import { type Counted, countAnswers } from '../../domain/results/tally.ts'
import type { Answer } from '../../domain/values/answer.ts'
import { BatchedStatement } from '../batched-statement.ts'
import type { Engine } from '../engine.ts'
import { nestedRows } from '../nested-rows.ts'
import { storedBytesOf } from '../stored-bytes.ts'
import type { Tables } from '../tables.ts'

/** A survey's maintained counts, by question and slot. Counts reduced to zero by removals are left out. */
export function countsOf(db: Kysely<Tables>, surveyId: number): Promise<Count[]> {
  return db
    .selectFrom('tally')
    .where('survey_id', '=', surveyId)
    .where('count', '!=', 0)
    .select(['question', 'slot', 'count'])
    .orderBy('question')
    .orderBy('slot')
    .execute()
}

/** The same, as one value of the survey's row. */
export const NESTED_COUNTS = nestedRows(['question', 'slot', 'count'], sql`tally where survey_id = survey.id`)

export function readNestedCounts(text: string | null): Count[] {
  // Up to 20,000 rows: split into texts, they take several times as long.
  const numbers: number[] = JSON.parse(`[${(text ?? '').replaceAll(' ', ',')}]`)
  const counts: Count[] = []
  for (let at = 0; at < numbers.length; at += 3)
    counts.push({ question: numbers[at] ?? 0, slot: numbers[at + 1] ?? 0, count: numbers[at + 2] ?? 0 })
  return counts
}

/** Batched, because a survey can have as many counts as its questions have options. */
export function insertTallies({ reader }: Engine): BatchedStatement {
  return new BatchedStatement(size => reader.insertInto('tally').values(Array(size).fill(EMPTY)))
}

const EMPTY = { survey_id: 0, question: 0, slot: 0, count: 0 }

/** Subtracts responses from the counts of their survey, in the transaction that deletes them. */
export class TallySubtraction {
  readonly #add: BatchedStatement

  constructor({ reader }: Engine) {
    this.#add = new BatchedStatement(size =>
      reader
        .insertInto('tally')
        .values(Array(size).fill(EMPTY))
        .onConflict(conflict =>
          conflict
            .columns(['survey_id', 'question', 'slot'])
            .doUpdateSet({ count: ({ ref }) => sql<number>`${ref('tally.count')} + ${ref('excluded.count')}` }),
        ),
    )
  }

  /** @param bytesLeft bytes that remain stored for them */
  async run(
    db: Kysely<Tables>,
    survey: Counted & { readonly id: number; readonly accountId: string },
    rows: readonly { readonly answers: string }[],
    bytesLeft = 0,
  ): Promise<void> {
    const answers = rows.map((row): Answer[] => JSON.parse(row.answers))
    const counts = countAnswers(survey, answers)
    await this.#add.run(
      db,
      counts.map(({ question, slot, count }) => [survey.id, question, slot, -count]),
    )
    const bytes = rows.reduce((sum, row) => sum + storedBytesOf(row.answers), 0) - bytesLeft
    await db
      .updateTable('survey')
      .set(row => ({
        response_count: row('response_count', '-', rows.length),
        stored_bytes: row('stored_bytes', '-', bytes),
      }))
      .where('id', '=', survey.id)
      .where('account_id', '=', survey.accountId)
      .execute()
  }
}
