import type { Kysely, Transaction } from 'kysely'
import { type ProjectedTextSelection, withoutResponse } from '../../domain/results/texts/projected-texts.ts'
import type { Engine } from '../engine.ts'
import { projectedTextsJson } from '../surveys/stored-projected-texts.ts'
import { findSurvey, ownSurvey, type Survey } from '../surveys/surveys.ts'
import type { Tables } from '../tables.ts'

/** The answers of a response. */
export interface AnsweredResponse {
  readonly id: string
  /** JSON. */
  readonly answers: string
}

/** @param response the requested one */
export type SelectionDecision = (survey: Survey, response: AnsweredResponse | undefined) => ProjectedTextSelection

/** The projected parts of a survey's free-text answers. */
export class ProjectedTexts {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Applies the change returned by `decide`.
   * @param responseId the response to read in the same transaction; undefined for none
   * @param decide pure; if it throws, nothing changes
   * @returns whether the account owns a survey with this slug
   */
  change(accountId: string, slug: string, responseId: string | undefined, decide: SelectionDecision): Promise<boolean> {
    return this.#engine.write(async db => {
      const survey = await findSurvey(this.#engine.lockRows(ownSurvey(db, accountId, slug)))
      if (survey === undefined) return false
      const [response] = responseId === undefined ? [] : await responsesOf(this.#engine, db, survey, [responseId])
      await storeSelection(this.#engine, db, survey, decide(survey, response))
      return true
    })
  }

  /** The responses with these ids that are still stored. */
  responses(survey: Survey, ids: readonly string[]): Promise<readonly AnsweredResponse[]> {
    return responsesOf(this.#engine, this.#engine.reader, survey, ids)
  }
}

/** For a transaction that deletes a response and has locked its survey. */
export function removeProjectedTexts(
  engine: Engine,
  db: Transaction<Tables>,
  survey: Survey,
  responseId: string,
): Promise<void> {
  return storeSelection(engine, db, survey, withoutResponse(survey.projectedTexts, responseId))
}

async function storeSelection(
  engine: Engine,
  db: Transaction<Tables>,
  { id, accountId, slug, projectedTexts }: Survey,
  changed: ProjectedTextSelection,
): Promise<void> {
  if (changed === projectedTexts) return
  await db
    .updateTable('survey')
    .set({ projected_texts: projectedTextsJson(changed) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
  await engine.notify(db, { slug, part: 'projected_texts' })
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
  // Both keys are named, so that either index has its whole key.
  return ofSurvey.where('id', 'in', ids).select(['id', 'answers']).execute()
}
