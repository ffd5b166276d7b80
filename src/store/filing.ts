import type { Kysely } from 'kysely'
import { Blocks, times } from './blocks.ts'
import type { Engine } from './engine.ts'
import type { Response } from './responses.ts'
import type { Survey } from './surveys.ts'
import type { Tables } from './tables.ts'

/** Surveys whose unfiled responses are remembered; those of others are read again when they are needed. */
const REMEMBERED = 200

/** A response with its place in its survey. */
export interface Placed extends Response {
  readonly place: number
}

/**
 * Finds kept responses again by their ids. Ids are random, so that filing each at once would write a page of the file
 * for each; a survey's newest responses are remembered instead, and filed together in the order of the file.
 */
export class Filing {
  readonly #engine: Engine
  readonly #filesAtOnce: boolean
  /** By survey: id → place of what is kept and not filed. */
  readonly #unfiled = new Map<number, Map<string, number>>()
  readonly #places: Blocks<{ place: number }>
  readonly #responses: Blocks<Placed>
  readonly #removed: Blocks<{ id: string }>
  readonly #file: Blocks<unknown>

  constructor(engine: Engine) {
    this.#engine = engine
    this.#filesAtOnce = engine.mayStayUnfiled === 0
    const { reader } = engine
    const filed = reader.selectFrom('filed').where('survey_id', '=', 0).where('prefix', '=', 0).select('place')
    this.#places = new Blocks(size => times(size, filed))
    const response = reader.selectFrom('response').where('survey_id', '=', 0).where('place', '=', 0)
    this.#responses = new Blocks(size =>
      times(size, response.select(['place', 'id', 'submitted_at as submittedAt', 'answers'])),
    )
    const removed = reader.selectFrom('removed').where('survey_id', '=', 0).where('id', '=', '').select('id')
    this.#removed = new Blocks(size => times(size, removed))
    const row = { survey_id: 0, prefix: 0, place: 0 }
    this.#file = new Blocks(size => reader.insertInto('filed').values(Array(size).fill(row)))
  }

  /** Those of the survey's responses that have one of these ids, and perhaps a few others whose ids begin alike. */
  async find(db: Kysely<Tables>, survey: Survey, ids: readonly string[]): Promise<Placed[]> {
    const unfiled = this.#filesAtOnce ? new Map() : await this.#unfiledOf(db, survey)
    const places = ids.map(id => unfiled.get(id)).filter(place => place !== undefined)
    if (this.#filesAtOnce ? survey.lastPlace > 0 : survey.filedPlace > 0) {
      const prefixes = ids.map(id => [survey.id, prefixOf(id)])
      for (const { place } of await this.#places.run(db, prefixes)) places.push(place)
    }
    const rows = places.map(place => [survey.id, place])
    return this.#responses.run(db, rows)
  }

  /** Which of these ids the survey's removed responses had. Nothing is read where none was removed. */
  async removedOf(db: Kysely<Tables>, survey: Survey, ids: readonly string[]): Promise<string[]> {
    if (survey.responseCount === survey.lastPlace) return []
    const rows = await this.#removed.run(
      db,
      ids.map(id => [survey.id, id]),
    )
    return rows.map(({ id }) => id)
  }

  /** Finds a response no more, and keeps its id, so that it cannot be taken again. */
  async remove(db: Kysely<Tables>, { id: surveyId }: Survey, { id, place }: Placed): Promise<void> {
    this.#unfiled.delete(surveyId)
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
    if (this.#filesAtOnce) return this.#fileAll(db, survey, taken)
    const unfiled = await this.#unfiledOf(db, survey)
    for (const [id, place] of taken) unfiled.set(id, place)
    if (unfiled.size <= this.#engine.mayStayUnfiled) return
    await this.#fileAll(db, survey, unfiled)
    const filedPlace = Math.max(survey.filedPlace, ...unfiled.values())
    await db.updateTable('survey').set('filed_place', filedPlace).where('id', '=', survey.id).execute()
    unfiled.clear()
  }

  async #fileAll(
    db: Kysely<Tables>,
    { id: surveyId }: Survey,
    taken: Iterable<readonly [string, number]>,
  ): Promise<void> {
    const entries = [...taken].map(([id, place]) => [surveyId, prefixOf(id), place] as const)
    await this.#file.run(
      db,
      entries.sort(([, a], [, b]) => a - b),
    )
  }

  /** What is remembered of these surveys may not have been kept; it is read again when it is needed. */
  forget(surveyIds: Iterable<number>): void {
    for (const id of surveyIds) this.#unfiled.delete(id)
  }

  async #unfiledOf(db: Kysely<Tables>, { id, filedPlace }: Survey): Promise<Map<string, number>> {
    const known = this.#unfiled.get(id)
    if (known !== undefined) return known
    const query = db.selectFrom('response').where('survey_id', '=', id).where('place', '>', filedPlace)
    const rows = await query.select(['id', 'place']).execute()
    const unfiled = new Map(rows.map(row => [row.id, row.place]))
    this.#unfiled.set(id, unfiled)
    const [first] = this.#unfiled.keys()
    if (this.#unfiled.size > REMEMBERED && first !== undefined) this.#unfiled.delete(first)
    return unfiled
  }
}

/** The first 32 bits of an id. */
function prefixOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16)
}
