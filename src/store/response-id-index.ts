import type { Kysely } from 'kysely'
import { BatchedStatement, repeatLookup } from './batched-statement.ts'
import type { Engine } from './engine.ts'
import type { SequencedResponse } from './stored-response.ts'
import type { Survey } from './surveys.ts'
import type { Tables } from './tables.ts'

/** Surveys whose pending ids are cached. Those of other surveys are read again when they are needed. */
const MAX_CACHED_SURVEYS = 200

type IdAndSequence = readonly [id: string, sequence: number]

/**
 * Finds responses by their ids. Ids are random, so inserting each into the index by itself would write one page for each.
 * Where this process is the only writer, the ids of a survey's newest responses stay pending in memory instead, and are
 * inserted together, in the order of the index. After a restart they are read from `response`.
 */
export class ResponseIdIndex {
  readonly #engine: Engine
  /** Whether each id is inserted at once, because other processes store responses too. */
  readonly #writesThrough: boolean
  /** By survey, id → sequence number of the responses that are not in the index yet. */
  readonly #pending = new Map<number, Map<string, number>>()
  readonly #sequencesByPrefix: BatchedStatement<{ sequence: number }>
  readonly #responsesBySequence: BatchedStatement<SequencedResponse>
  readonly #removedIds: BatchedStatement<{ id: string }>
  readonly #insert: BatchedStatement<unknown>

  constructor(engine: Engine) {
    this.#engine = engine
    this.#writesThrough = engine.maxPendingIds === 0
    const { reader } = engine
    const entry = reader.selectFrom('response_id_index').where('survey_id', '=', 0).where('id_prefix', '=', 0)
    this.#sequencesByPrefix = new BatchedStatement(size => repeatLookup(size, entry.select('sequence')))
    const response = reader
      .selectFrom('response')
      .where('survey_id', '=', 0)
      .where('sequence', '=', 0)
      .select(['sequence', 'id', 'submitted_at as submittedAt', 'answers'])
    this.#responsesBySequence = new BatchedStatement(size => repeatLookup(size, response))
    const removed = reader.selectFrom('removed_response').where('survey_id', '=', 0).where('id', '=', '').select('id')
    this.#removedIds = new BatchedStatement(size => repeatLookup(size, removed))
    const row = { survey_id: 0, id_prefix: 0, sequence: 0 }
    this.#insert = new BatchedStatement(size => reader.insertInto('response_id_index').values(Array(size).fill(row)))
  }

  /** The survey's responses with these ids, and perhaps a few whose ids only begin alike. */
  async find(db: Kysely<Tables>, survey: Survey, ids: readonly string[]): Promise<SequencedResponse[]> {
    const pending = this.#writesThrough ? undefined : await this.#pendingOf(db, survey)
    const sequences = ids.map(id => pending?.get(id)).filter(sequence => sequence !== undefined)
    const isIndexEmpty = (this.#writesThrough ? survey.lastSequence : survey.indexedSequence) === 0
    if (!isIndexEmpty) {
      const prefixes = ids.map(id => [survey.id, prefixOf(id)])
      for (const { sequence } of await this.#sequencesByPrefix.run(db, prefixes)) sequences.push(sequence)
    }
    const rows = sequences.map(sequence => [survey.id, sequence])
    return this.#responsesBySequence.run(db, rows)
  }

  /** Which of these ids belong to removed responses. Reads nothing if the survey has none. */
  async findRemoved(db: Kysely<Tables>, survey: Survey, ids: readonly string[]): Promise<string[]> {
    if (survey.responseCount === survey.lastSequence) return []
    const keys = ids.map(id => [survey.id, id])
    const rows = await this.#removedIds.run(db, keys)
    return rows.map(({ id }) => id)
  }

  /** Removes a response from the index, and records its id so that it cannot be stored again. */
  async remove(db: Kysely<Tables>, { id: surveyId }: Survey, { id, sequence }: SequencedResponse): Promise<void> {
    this.#pending.delete(surveyId)
    await db
      .deleteFrom('response_id_index')
      .where('survey_id', '=', surveyId)
      .where('id_prefix', '=', prefixOf(id))
      .where('sequence', '=', sequence)
      .execute()
    await db.insertInto('removed_response').values({ survey_id: surveyId, id }).execute()
  }

  /**
   * Adds the responses that the same transaction stores. Flushes the survey's pending ids if there are too many. If the
   * transaction fails, `forget` must be called.
   */
  async add(db: Kysely<Tables>, survey: Survey, added: Iterable<IdAndSequence>): Promise<void> {
    if (this.#writesThrough) return this.#insertAll(db, survey, added)
    const pending = await this.#pendingOf(db, survey)
    for (const [id, sequence] of added) pending.set(id, sequence)
    if (pending.size <= this.#engine.maxPendingIds) return
    await this.#insertAll(db, survey, pending)
    const indexedSequence = Math.max(survey.indexedSequence, ...pending.values())
    await db.updateTable('survey').set('indexed_sequence', indexedSequence).where('id', '=', survey.id).execute()
    pending.clear()
  }

  /** Drops the pending ids of these surveys, which may not have been stored. They are read again when they are needed. */
  forget(surveyIds: Iterable<number>): void {
    for (const id of surveyIds) this.#pending.delete(id)
  }

  async #insertAll(db: Kysely<Tables>, { id: surveyId }: Survey, added: Iterable<IdAndSequence>): Promise<void> {
    const entries = [...added].map(([id, sequence]) => [surveyId, prefixOf(id), sequence] as const)
    await this.#insert.run(
      db,
      entries.sort(([, a], [, b]) => a - b),
    )
  }

  async #pendingOf(db: Kysely<Tables>, { id, indexedSequence }: Survey): Promise<Map<string, number>> {
    const cached = this.#pending.get(id)
    if (cached !== undefined) return cached
    const query = db.selectFrom('response').where('survey_id', '=', id).where('sequence', '>', indexedSequence)
    const rows = await query.select(['id', 'sequence']).execute()
    const pending = new Map(rows.map(row => [row.id, row.sequence]))
    this.#pending.set(id, pending)
    const [oldest] = this.#pending.keys()
    if (this.#pending.size > MAX_CACHED_SURVEYS && oldest !== undefined) this.#pending.delete(oldest)
    return pending
  }
}

/** The first 32 bits of an id. */
function prefixOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16)
}
