import type { Kysely, Transaction } from 'kysely'
import { type Wall, withoutResponse } from '../domain/wall.ts'
import type { Engine } from './engine.ts'
import { findSurvey, ownSurvey, type Survey } from './surveys.ts'
import type { Tables } from './tables.ts'
import { wallText } from './wall.ts'

/** The answers of a response. */
export interface AnsweredResponse {
  readonly id: string
  /** JSON. */
  readonly answers: string
}

/** @param response the one that was asked for */
export type WallDecision = (survey: Survey, response: AnsweredResponse | undefined) => Wall

/** The projected parts of a survey's free-text answers. */
export class Walls {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Applies the change that `decide` returns.
   * @param responseId its response is read in the same transaction; undefined if there is none
   * @param decide pure; if it throws, nothing changes
   * @returns whether the account owns a survey with this slug
   */
  change(accountId: string, slug: string, responseId: string | undefined, decide: WallDecision): Promise<boolean> {
    return this.#engine.write(async db => {
      const survey = await findSurvey(this.#engine.lockRows(ownSurvey(db, accountId, slug)))
      if (survey === undefined) return false
      const [response] = responseId === undefined ? [] : await responsesOf(this.#engine, db, survey, [responseId])
      await storeWall(this.#engine, db, survey, decide(survey, response))
      return true
    })
  }

  /** The responses with these ids, if they are still stored. */
  responses(survey: Survey, ids: readonly string[]): Promise<readonly AnsweredResponse[]> {
    return responsesOf(this.#engine, this.#engine.reader, survey, ids)
  }
}

/** In a transaction that deletes a response and has locked its survey. */
export function removeFromWall(
  engine: Engine,
  db: Transaction<Tables>,
  survey: Survey,
  responseId: string,
): Promise<void> {
  return storeWall(engine, db, survey, withoutResponse(survey.wall, responseId))
}

async function storeWall(
  engine: Engine,
  db: Transaction<Tables>,
  { id, slug, wall }: Survey,
  changed: Wall,
): Promise<void> {
  if (changed === wall) return
  await db
    .updateTable('survey')
    .set({ wall: wallText(changed) })
    .where('id', '=', id)
    .execute()
  await engine.notify(db, { slug, part: 'wall' })
}

async function responsesOf(
  engine: Engine,
  db: Kysely<Tables>,
  survey: Survey,
  ids: readonly string[],
): Promise<AnsweredResponse[]> {
  const sequences = ids.length === 0 ? [] : await engine.findSequences(db, survey.id, ids)
  if (sequences.length === 0) return []
  const ofSurvey = db.selectFrom('response').where('survey_id', '=', survey.id).where('sequence', 'in', sequences)
  return ofSurvey.select(['id', 'answers']).execute()
}
