import type { Kysely, Transaction } from 'kysely'
import { ARRIVAL_POINTS } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import type { TallySlot } from '../domain/tally.ts'
import { bumpAccountRevisions } from './accounts.ts'
import { repeatLookup } from './batched-statement.ts'
import { subtractFromCounts } from './deletion.ts'
import type { Engine } from './engine.ts'
import { type CommitObserver, GroupCommit, type GroupCommitLimits } from './group-commit.ts'
import { prepareRead } from './prepared-statement.ts'
import { ResponseIdIndex, type SequencedResponse } from './response-id-index.ts'
import { type BatchStatements, batchStatements, SubmissionBatch } from './submission-batch.ts'
import { findAll, owned, publicSurveys, type Survey } from './surveys.ts'
import type { Tables } from './tables.ts'

/** A response as it is kept. */
export interface StoredResponse {
  readonly id: string
  readonly submittedAt: string
  /** JSON: one entry for each question that the survey had at that moment. */
  readonly answers: string
}

/** When the response of a place was taken. */
export type ResponseTime = Pick<SequencedResponse, 'sequence' | 'submittedAt'>

/** A submission that has been read against the survey of that moment. */
export interface ParsedSubmission {
  /** The id it is or was kept under; a repeated send has the same one. */
  readonly id: string
  readonly answers: string
  readonly marks: readonly TallySlot[]
  /** Why it cannot be kept; it counts only where it has not been kept before. */
  readonly refusal: Refusal | undefined
}

interface Submission {
  readonly slug: string
  readonly submittedAt: string
  /** Pure. May throw what refuses the submission in any case. */
  parse(survey: Survey): ParsedSubmission
}

type SubmissionOutcome = StoredResponse | Error

type ResponseColumns = [number, string, string, string]

export class Responses {
  readonly #engine: Engine
  readonly #commits: GroupCommit<Submission, SubmissionOutcome>
  readonly #statements: BatchStatements
  readonly #idIndex: ResponseIdIndex
  readonly #page: (surveyId: number, after: number, last: number, size: number) => Promise<readonly ResponseColumns[]>
  readonly #newest: (surveyId: number, before: number, size: number) => Promise<readonly ResponseColumns[]>
  readonly #responseTimes: (
    ...parameters: readonly number[]
  ) => Promise<readonly [place: number, submittedAt: string][]>

  constructor(engine: Engine, bounds: GroupCommitLimits, watch?: CommitObserver) {
    this.#engine = engine
    this.#commits = new GroupCommit(group => this.#commit(group), bounds, watch)
    this.#statements = batchStatements(engine.reader)
    this.#idIndex = new ResponseIdIndex(engine)
    const ofSurvey = engine.reader.selectFrom('response').where('survey_id', '=', 0)
    const whole = ofSurvey.select(['place', 'id', 'submitted_at', 'answers'])
    const after = whole.where('place', '>', 0).where('place', '<=', 0)
    this.#page = prepareRead(engine, after.orderBy('place').limit(0))
    this.#newest = prepareRead(engine, whole.where('place', '<', 0).orderBy('place', 'desc').limit(0))
    const next = ofSurvey.where('place', '>=', 0).select(['place', 'submitted_at']).orderBy('place').limit(1)
    const arrival = engine.reader.selectFrom(next.as('next')).select(['place', 'submitted_at'])
    this.#responseTimes = prepareRead(engine, repeatLookup(ARRIVAL_POINTS, arrival))
  }

  /** Submissions that wait for a commit. */
  get waiting(): number {
    return this.#commits.waiting
  }

  /**
   * Keeps a response, its survey's count and its tallies, in one commit with those that arrive beside it.
   * @returns what is on disk then: for a repeated send, the response that was kept the first time
   * @throws Refusal `not found`, or as `read` says; no other submission is touched by it. `temporarily unavailable` where
   *   too many wait, and for all of a commit that the storage cannot take
   */
  async add(submission: Submission): Promise<StoredResponse> {
    const outcome = await this.#commits.add(submission, submission.slug)
    if (outcome instanceof Error) throw outcome
    return outcome
  }

  /** All responses up to a place, in the order taken, in pages of `size`. Each page is read when it is asked for. */
  async *pages(surveyId: number, lastPlace: number, size: number): AsyncGenerator<readonly StoredResponse[]> {
    let after = 0
    while (after < lastPlace) {
      const page = await this.#page(surveyId, after, lastPlace, size)
      if (page.length > 0) yield page.map(([_, id, submittedAt, answers]) => ({ id, submittedAt, answers }))
      const [last] = page.at(-1) ?? []
      after = page.length < size ? lastPlace : (last ?? lastPlace)
    }
  }

  /** Those after a place and up to another, in the order taken. */
  async page(surveyId: number, after: number, lastPlace: number, size: number): Promise<readonly SequencedResponse[]> {
    return sequenced(await this.#page(surveyId, after, lastPlace, size))
  }

  /** Those before a place, newest first. */
  async newest(surveyId: number, before: number, size: number): Promise<readonly SequencedResponse[]> {
    return sequenced(await this.#newest(surveyId, before, size))
  }

  /**
   * What is kept at each of these places, or next after it where that was removed; each once, in order.
   * @param places `ARRIVALS` of them, since they are looked up in one statement
   */
  async responseTimes(surveyId: number, places: readonly number[]): Promise<readonly ResponseTime[]> {
    const rows = await this.#responseTimes(...places.flatMap(place => [surveyId, place, 1]))
    return [...new Map(rows)].sort(([a], [b]) => a - b).map(([sequence, submittedAt]) => ({ sequence, submittedAt }))
  }

  /** Removes a response of the account's own survey, which counts it no more. @returns whether there was one */
  remove(accountId: string, slug: string, id: string): Promise<boolean> {
    return this.#engine.write(async db => {
      const [survey] = await findAll(this.#engine.lockRows(owned(db, accountId, slug)))
      if (survey === undefined) return false
      const kept = (await this.#idIndex.find(db, survey, [id])).find(response => response.id === id)
      if (kept === undefined) return false
      await db.deleteFrom('response').where('survey_id', '=', survey.id).where('place', '=', kept.sequence).execute()
      await subtractFromCounts(db, survey, [kept])
      await this.#idIndex.remove(db, survey, kept)
      await bumpAccountRevisions(db, [accountId])
      await this.#engine.notify(db, { slug, part: 'responses' })
      return true
    })
  }

  async #commit(group: readonly Submission[]): Promise<SubmissionOutcome[]> {
    const taking: SubmissionBatch[] = []
    try {
      return await this.#engine.write(async db => {
        const intakes = await this.#lockSurveys(db, group)
        const outcomes = await this.#decide(db, group, intakes)
        taking.push(...[...intakes.values()].filter(intake => intake.hasAny))
        const accounts = taking.map(({ survey }) => survey.accountId)
        await Promise.all([...taking.map(intake => this.#write(db, intake)), bumpAccountRevisions(db, accounts)])
        return outcomes
      })
    } catch (error) {
      this.#idIndex.forget(taking.map(({ survey }) => survey.id))
      throw error
    }
  }

  async #decide(
    db: Kysely<Tables>,
    group: readonly Submission[],
    intakes: Map<string, SubmissionBatch>,
  ): Promise<SubmissionOutcome[]> {
    const readings = group.map(submission => parseOne(submission, intakes.get(submission.slug)?.survey))
    const kept = await this.#findExisting(db, group, readings, intakes)
    return readings.map((reading, at) => {
      const { slug, submittedAt } = group[at] as Submission
      if (reading instanceof Error) return reading
      const outcome = kept.get(reading.id) ?? reading.refusal ?? intakes.get(slug)?.add(reading, submittedAt)
      if (outcome === undefined || outcome instanceof Error) return outcome ?? new Refusal('not_found')
      kept.set(reading.id, outcome)
      return outcome
    })
  }

  async #write(db: Transaction<Tables>, intake: SubmissionBatch): Promise<void> {
    await Promise.all([
      intake.write(db, this.#statements),
      this.#idIndex.add(db, intake.survey, intake.sequences()),
      this.#engine.notify(db, { slug: intake.survey.slug, part: 'responses' }),
    ])
  }

  async #lockSurveys(db: Kysely<Tables>, group: readonly Submission[]): Promise<Map<string, SubmissionBatch>> {
    const slugs = [...new Set(group.map(({ slug }) => slug))]
    const query = publicSurveys(db).where('slug', 'in', slugs).orderBy('id')
    const surveys = await findAll(this.#engine.lockRows(query))
    return new Map(surveys.map(survey => [survey.slug, new SubmissionBatch(survey)]))
  }

  /** Which of these have been kept before: repeats are the same row, and refused where that was removed. */
  async #findExisting(
    db: Kysely<Tables>,
    group: readonly Submission[],
    readings: readonly (ParsedSubmission | Error)[],
    intakes: Map<string, SubmissionBatch>,
  ): Promise<Map<string, SubmissionOutcome>> {
    const kept = new Map<string, SubmissionOutcome>()
    for (const [slug, { survey }] of intakes) {
      const ids = readings.flatMap((reading, at) =>
        reading instanceof Error || group[at]?.slug !== slug ? [] : [reading.id],
      )
      for (const { sequence: _, ...response } of await this.#idIndex.find(db, survey, ids))
        kept.set(response.id, response)
      for (const id of await this.#idIndex.findRemoved(db, survey, ids)) kept.set(id, new Refusal('response_removed'))
    }
    return kept
  }
}

function sequenced(rows: readonly ResponseColumns[]): SequencedResponse[] {
  return rows.map(([sequence, id, submittedAt, answers]) => ({ sequence, id, submittedAt, answers }))
}

/** An error of one submission is that one's outcome alone. */
function parseOne(submission: Submission, survey: Survey | undefined): ParsedSubmission | Error {
  if (survey === undefined) return new Refusal('not_found')
  try {
    return submission.parse(survey)
  } catch (error) {
    return error as Error
  }
}
