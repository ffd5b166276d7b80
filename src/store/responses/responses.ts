import { afterRemoval } from '../../domain/results/edit-history/edit-history.ts'
import { ARRIVAL_POINTS } from '../../domain/results/limits.ts'
import { readQuestions } from '../../domain/surveys/question.ts'
import { bumpAccountRevisions } from '../accounts/accounts.ts'
import { repeatLookup } from '../batched-statement.ts'
import type { Engine, SurveyState } from '../engine.ts'
import { prepareResponseRead } from '../prepared-statement.ts'
import { REMOVED_BYTES } from '../stored-bytes.ts'
import { storeEditHistory } from '../surveys/stored-edit-history.ts'
import { findSurvey, ownSurvey } from '../surveys/surveys.ts'
import { TallySubtraction } from '../surveys/tallies.ts'
import { removeProjectedTexts } from './projected-texts.ts'
import type { BatchOutcome, IfLocked, ResponseBatch } from './response-batch.ts'
import type { SequencedResponse } from './stored-response.ts'

/** When the response with a sequence number was submitted. */
export type ResponseTime = Pick<SequencedResponse, 'sequence' | 'submittedAt'>

type ResponseColumns = [sequence: number, id: string, submittedAt: string, answers: string]

type Read<Row> = (survey: SurveyState, ...parameters: readonly number[]) => Promise<readonly Row[]>

export class Responses {
  readonly #engine: Engine
  readonly #page: Read<ResponseColumns>
  readonly #newest: Read<ResponseColumns>
  readonly #times: Read<[sequence: number, submittedAt: string]>
  readonly #subtraction: TallySubtraction

  constructor(engine: Engine) {
    this.#engine = engine
    this.#subtraction = new TallySubtraction(engine)
    const ofSurvey = engine.reader.selectFrom('response').where('survey_id', '=', 0)
    const columns = ofSurvey.select(['sequence', 'id', 'submitted_at', 'answers'])
    const after = columns.where('sequence', '>', 0).where('sequence', '<=', 0)
    this.#page = prepareResponseRead(engine, after.orderBy('sequence').limit(0))
    this.#newest = prepareResponseRead(engine, columns.where('sequence', '<', 0).orderBy('sequence', 'desc').limit(0))
    const next = ofSurvey.where('sequence', '>=', 0).select(['sequence', 'submitted_at']).orderBy('sequence').limit(1)
    const time = engine.reader.selectFrom(next.as('next')).select(['sequence', 'submitted_at'])
    this.#times = prepareResponseRead(engine, repeatLookup(ARRIVAL_POINTS, time))
  }

  /** How many calls of `add` that do not wait for locks may be under way. Each sees what earlier ones have stored. */
  get commitsUnderWay(): number {
    return this.#engine.commitsUnderWay
  }

  /** See `Engine.storeResponses`. */
  add(batches: readonly ResponseBatch[], ifLocked: IfLocked): Promise<readonly BatchOutcome[]> {
    return this.#engine.storeResponses(batches, ifLocked)
  }

  /** The responses that a survey had when it was read, in order, in pages of `size`. Each page is read on demand. */
  async *pages(survey: SurveyState, size: number): AsyncGenerator<readonly SequencedResponse[]> {
    const { id, lastSequence } = survey
    let after = 0
    while (after < lastSequence) {
      const page = await this.#page(survey, id, after, lastSequence, size)
      if (page.length > 0) yield sequenced(page)
      const [last] = page.at(-1) ?? []
      after = page.length < size ? lastSequence : (last ?? lastSequence)
    }
  }

  /** The responses that a survey had when it was read, after a sequence number, in order. */
  async page(survey: SurveyState, after: number, size: number): Promise<readonly SequencedResponse[]> {
    return sequenced(await this.#page(survey, survey.id, after, survey.lastSequence, size))
  }

  /** The responses before a sequence number, newest first. */
  async newest(survey: SurveyState, before: number, size: number): Promise<readonly SequencedResponse[]> {
    return sequenced(await this.#newest(survey, survey.id, before, size))
  }

  /**
   * For each sequence number, the time of its response, or of the next one if it was removed; without duplicates, in
   * order.
   * @param sequences exactly `ARRIVAL_POINTS`, because one prepared statement looks them up
   */
  async responseTimes(survey: SurveyState, sequences: readonly number[]): Promise<readonly ResponseTime[]> {
    const rows = await this.#times(survey, ...sequences.flatMap(sequence => [survey.id, sequence, 1]))
    return [...new Map(rows)].sort(([a], [b]) => a - b).map(([sequence, submittedAt]) => ({ sequence, submittedAt }))
  }

  /** Deletes a response of the account's own survey and subtracts it from all counts. @returns whether it existed */
  async remove(accountId: string, slug: string, id: string): Promise<boolean> {
    const isRemoved = await this.#engine.write(async db => {
      const survey = await findSurvey(this.#engine.lockRows(ownSurvey(db, accountId, slug)))
      if (survey === undefined) return false
      const [sequence] = await this.#engine.findSequences(db, survey.id, [id])
      if (sequence === undefined) return false
      const [response] = await db
        .deleteFrom('response')
        .where('survey_id', '=', survey.id)
        .where('sequence', '=', sequence)
        // Both keys are named, so that either index has its whole key.
        .where('id', '=', id)
        .returning('answers')
        .execute()
      if (response === undefined) return false
      const questions = readQuestions(survey.questions)
      await this.#subtraction.run(db, { ...survey, questions }, [response], REMOVED_BYTES)
      // Its id is kept, so that a repeated submission does not store it again.
      await db.insertInto('removed_response').values({ survey_id: survey.id, id }).execute()
      await bumpAccountRevisions(db, [accountId])
      await removeProjectedTexts(this.#engine, db, survey, id)
      await storeEditHistory(db, survey, afterRemoval(survey.editHistory, sequence))
      await this.#engine.notify(db, { slug, part: 'responses' })
      return true
    })
    if (isRemoved) this.#engine.eraseDeleted()
    return isRemoved
  }
}

function sequenced(rows: readonly ResponseColumns[]): SequencedResponse[] {
  return rows.map(([sequence, id, submittedAt, answers]) => ({ sequence, id, submittedAt, answers }))
}
