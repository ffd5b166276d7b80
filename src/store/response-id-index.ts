import type { Kysely } from 'kysely'
import { BatchedStatement, repeatLookup } from './batched-statement.ts'
import type { Engine } from './engine.ts'
import type { StoredResponse } from './responses.ts'
import type { Survey } from './surveys.ts'
import type { Tables } from './tables.ts'

/** Surveys whose unfiled responses are remembered; those of others are read again when they are needed. */
const MAX_CACHED_SURVEYS = 200

/** A response with its place in its survey. */
export interface SequencedResponse extends StoredResponse {
  readonly sequence: number
}

/**
 * Finds kept responses again by their ids. Ids are random, so that filing each at once would write a page of the file
 * for each; a survey's newest responses are remembered instead, and filed together in the order of the file.
 */
export class ResponseIdIndex {
  readonly #engine: Engine
  readonly #writesThrough: boolean
  /** By survey: id → place of what is kept and not filed. */
  readonly #pending = new Map<number, Map<string, number>>()
  readonly #sequencesByPrefix: BatchedStatement<{ place: number }>
  readonly #responsesBySequence: BatchedStatement<SequencedResponse>
  readonly #removedIds: BatchedStatement<{ id: string }>
  readonly #insert: BatchedStatement<unknown>

  constructor(engine: Engine) {
    this.#engine = engine
    this.#writesThrough = engine.maxPendingIds === 0
    const { reader } = engine
    const filed = reader.selectFrom('filed').where('survey_id', '=', 0).where('prefix', '=', 0).select('place')
    this.#sequencesByPrefix = new BatchedStatement(size => repeatLookup(size, filed))
    const response = reader.selectFrom('response').where('survey_id', '=', 0).where('place', '=', 0)
    this.#responsesBySequence = new BatchedStatement(size =>
      repeatLookup(size, response.select(['place as sequence', 'id', 'submitted_at as submittedAt', 'answers'])),
    )
    const removed = reader.selectFrom('removed').where('survey_id', '=', 0).where('id', '=', '').select('id')
    this.#removedIds = new BatchedStatement(size => repeatLookup(size, removed))
    const row = { survey_id: 0, prefix: 0, place: 0 }
    this.#insert = new BatchedStatement(size => reader.insertInto('filed').values(Array(size).fill(row)))
  }

  /** Those of the survey's responses that have one of these ids, and perhaps a few others whose ids begin alike. */
  async find(db: Kysely<Tables>, survey: Survey, ids: readonly string[]): Promise<SequencedResponse[]> {
    const unfiled = this.#writesThrough ? new Map() : await this.#pendingOf(db, survey)
    const places = ids.map(id => unfiled.get(id)).filter(place => place !== undefined)
    if (this.#writesThrough ? survey.lastSequence > 0 : survey.indexedSequence > 0) {
      const prefixes = ids.map(id => [survey.id, prefixOf(id)])
      for (const { place } of await this.#sequencesByPrefix.run(db, prefixes)) places.push(place)
    }
    const rows = places.map(place => [survey.id, place])
    return this.#responsesBySequence.run(db, rows)
  }

  /** Which of these ids the survey's removed responses had. Nothing is read where none was removed. */
  async findRemoved(db: Kysely<Tables>, survey: Survey, ids: readonly string[]): Promise<string[]> {
    if (survey.responseCount === survey.lastSequence) return []
    const rows = await this.#removedIds.run(
      db,
      ids.map(id => [survey.id, id]),
    )
    return rows.map(({ id }) => id)
  }

  /** Finds a response no more, and keeps its id, so that it cannot be taken again. */
  async remove(
    db: Kysely<Tables>,
    { id: surveyId }: Survey,
    { id, sequence: place }: SequencedResponse,
  ): Promise<void> {
    this.#pending.delete(surveyId)
    await db
      .deleteFrom('filed')
      .where('survey_id', '=', surveyId)
      .where('prefix', '=', prefixOf(id))
      .where('place', '=', place)
      .execute()
    await db.insertInto('removed').values({ survey_id: surveyId, id }).execute()
  }

  /** Takes note of responses that the same act keeps; files what is due. Where the act fails, `forget` must be told. */
  async add(db: Kysely<Tables>, survey: Survey, taken: Iterable<readonly [id: string, place: number]>): Promise<void> {
    if (this.#writesThrough) return this.#insertAll(db, survey, taken)
    const unfiled = await this.#pendingOf(db, survey)
    for (const [id, place] of taken) unfiled.set(id, place)
    if (unfiled.size <= this.#engine.maxPendingIds) return
    await this.#insertAll(db, survey, unfiled)
    const filedPlace = Math.max(survey.indexedSequence, ...unfiled.values())
    await db.updateTable('survey').set('filed_place', filedPlace).where('id', '=', survey.id).execute()
    unfiled.clear()
  }

  async #insertAll(
    db: Kysely<Tables>,
    { id: surveyId }: Survey,
    taken: Iterable<readonly [string, number]>,
  ): Promise<void> {
    const entries = [...taken].map(([id, place]) => [surveyId, prefixOf(id), place] as const)
    await this.#insert.run(
      db,
      entries.sort(([, a], [, b]) => a - b),
    )
  }

  /** What is remembered of these surveys may not have been kept; it is read again when it is needed. */
  forget(surveyIds: Iterable<number>): void {
    for (const id of surveyIds) this.#pending.delete(id)
  }

  async #pendingOf(db: Kysely<Tables>, { id, indexedSequence: filedPlace }: Survey): Promise<Map<string, number>> {
    const known = this.#pending.get(id)
    if (known !== undefined) return known
    const query = db.selectFrom('response').where('survey_id', '=', id).where('place', '>', filedPlace)
    const rows = await query.select(['id', 'place']).execute()
    const unfiled = new Map(rows.map(row => [row.id, row.place]))
    this.#pending.set(id, unfiled)
    const [first] = this.#pending.keys()
    if (this.#pending.size > MAX_CACHED_SURVEYS && first !== undefined) this.#pending.delete(first)
    return unfiled
  }
}

/** The first 32 bits of an id. */
function prefixOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16)
}
