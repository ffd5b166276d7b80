import type { Kysely, Transaction } from 'kysely'
import { ARRIVAL_POINTS } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import { bumpAccountRevisions } from './accounts.ts'
import { repeatLookup } from './batched-statement.ts'
import type { Engine } from './engine.ts'
import { type CommitObserver, GroupCommit, type GroupCommitLimits } from './group-commit.ts'
import { prepareRead } from './prepared-statement.ts'
import { ResponseLookup } from './response-lookup.ts'
import type { SequencedResponse, StoredResponse } from './stored-response.ts'
import { type BatchStatements, batchStatements, type ParsedSubmission, SubmissionBatch } from './submission-batch.ts'
import { findSurveys, ownSurvey, publicSurveys, type Survey } from './surveys.ts'
import type { Tables } from './tables.ts'
import { subtractFromCounts } from './tallies.ts'

/** When the response with a sequence number was submitted. */
export type ResponseTime = Pick<SequencedResponse, 'sequence' | 'submittedAt'>

interface Submission {
  readonly slug: string
  readonly submittedAt: string
  /** Pure. Throws if the submission is refused whether or not it was stored before. */
  parse(survey: Survey): ParsedSubmission
}

type SubmissionOutcome = StoredResponse | Error

type ResponseColumns = [sequence: number, id: string, submittedAt: string, answers: string]

export class Responses {
  readonly #engine: Engine
  readonly #commits: GroupCommit<Submission, SubmissionOutcome>
  readonly #statements: BatchStatements
  readonly #lookup: ResponseLookup
  readonly #page: (surveyId: number, after: number, last: number, size: number) => Promise<readonly ResponseColumns[]>
  readonly #newest: (surveyId: number, before: number, size: number) => Promise<readonly ResponseColumns[]>
  readonly #times: (...parameters: readonly number[]) => Promise<readonly [sequence: number, submittedAt: string][]>

  constructor(engine: Engine, limits: GroupCommitLimits, observer?: CommitObserver) {
    this.#engine = engine
    this.#commits = new GroupCommit(group => this.#commit(group), limits, observer)
    this.#statements = batchStatements(engine.reader)
    this.#lookup = new ResponseLookup(engine.reader)
    const ofSurvey = engine.reader.selectFrom('response').where('survey_id', '=', 0)
    const columns = ofSurvey.select(['sequence', 'id', 'submitted_at', 'answers'])
    const after = columns.where('sequence', '>', 0).where('sequence', '<=', 0)
    this.#page = prepareRead(engine, after.orderBy('sequence').limit(0))
    this.#newest = prepareRead(engine, columns.where('sequence', '<', 0).orderBy('sequence', 'desc').limit(0))
    const next = ofSurvey.where('sequence', '>=', 0).select(['sequence', 'submitted_at']).orderBy('sequence').limit(1)
    const time = engine.reader.selectFrom(next.as('next')).select(['sequence', 'submitted_at'])
    this.#times = prepareRead(engine, repeatLookup(ARRIVAL_POINTS, time))
  }

  /** Submissions that wait for a commit. */
  get waiting(): number {
    return this.#commits.waiting
  }

  /** Resolves when the commit under way, if there is one, has ended. */
  get commitEnded(): Promise<void> {
    return this.#commits.ended
  }

  /**
   * Stores a response and updates its survey's count and tallies, in one commit with concurrent submissions.
   * @returns the stored response once it is on disk; for a repeated submission, the response that was stored first
   * @throws Refusal `not found`, or what `parse` decides; other submissions are not affected. `temporarily unavailable`
   *   if too many wait, and for all submissions of a commit that the storage cannot take
   */
  async add(submission: Submission): Promise<StoredResponse> {
    const outcome = await this.#commits.add(submission, submission.slug)
    if (outcome instanceof Error) throw outcome
    return outcome
  }

  /** All responses up to a sequence number, in order, in pages of `size`. Each page is read when it is asked for. */
  async *pages(surveyId: number, lastSequence: number, size: number): AsyncGenerator<readonly StoredResponse[]> {
    let after = 0
    while (after < lastSequence) {
      const page = await this.#page(surveyId, after, lastSequence, size)
      if (page.length > 0) yield page.map(([_, id, submittedAt, answers]) => ({ id, submittedAt, answers }))
      const [last] = page.at(-1) ?? []
      after = page.length < size ? lastSequence : (last ?? lastSequence)
    }
  }

  /** The responses after one sequence number and up to another, in order. */
  async page(
    surveyId: number,
    after: number,
    lastSequence: number,
    size: number,
  ): Promise<readonly SequencedResponse[]> {
    return sequenced(await this.#page(surveyId, after, lastSequence, size))
  }

  /** The responses before a sequence number, newest first. */
  async newest(surveyId: number, before: number, size: number): Promise<readonly SequencedResponse[]> {
    return sequenced(await this.#newest(surveyId, before, size))
  }

  /**
   * For each sequence number, the time of its response, or of the next one if it was removed; without duplicates, in order.
   * @param sequences exactly `ARRIVAL_POINTS`, since one prepared statement looks them up
   */
  async responseTimes(surveyId: number, sequences: readonly number[]): Promise<readonly ResponseTime[]> {
    const rows = await this.#times(...sequences.flatMap(sequence => [surveyId, sequence, 1]))
    return [...new Map(rows)].sort(([a], [b]) => a - b).map(([sequence, submittedAt]) => ({ sequence, submittedAt }))
  }

  /** Deletes a response of the account's own survey and subtracts it from all counts. @returns whether it existed */
  async remove(accountId: string, slug: string, id: string): Promise<boolean> {
    const isRemoved = await this.#engine.write(async db => {
      const [survey] = await findSurveys(this.#engine.lockRows(ownSurvey(db, accountId, slug)))
      if (survey === undefined) return false
      const [response] = await this.#lookup.find(db, survey, [id])
      if (response === undefined) return false
      const ofSurvey = db.deleteFrom('response').where('survey_id', '=', survey.id)
      await ofSurvey.where('sequence', '=', response.sequence).execute()
      await subtractFromCounts(db, survey, [response])
      // Its id stays, so that a repeated submission does not store it again.
      await db.insertInto('removed_response').values({ survey_id: survey.id, id }).execute()
      await bumpAccountRevisions(db, [accountId])
      await this.#engine.notify(db, { slug, part: 'responses' })
      return true
    })
    if (isRemoved) this.#engine.eraseDeleted()
    return isRemoved
  }

  #commit(group: readonly Submission[]): Promise<SubmissionOutcome[]> {
    return this.#engine.write(async db => {
      const batches = await this.#lockSurveys(db, group)
      const outcomes = await this.#decide(db, group, batches)
      const written = [...batches.values()].filter(batch => batch.hasAny)
      const accounts = written.map(({ survey }) => survey.accountId)
      await Promise.all([...written.map(batch => this.#write(db, batch)), bumpAccountRevisions(db, accounts)])
      return outcomes
    })
  }

  async #decide(
    db: Kysely<Tables>,
    group: readonly Submission[],
    batches: Map<string, SubmissionBatch>,
  ): Promise<SubmissionOutcome[]> {
    const submissions = group.map(submission => parseOne(submission, batches.get(submission.slug)?.survey))
    const existing = await this.#findExisting(db, group, submissions, batches)
    return submissions.map((submission, index) => {
      const { slug, submittedAt } = group[index] as Submission
      if (submission instanceof Error) return submission
      const outcome =
        existing.get(submission.id) ?? submission.refusal ?? batches.get(slug)?.add(submission, submittedAt)
      if (outcome === undefined || outcome instanceof Error) return outcome ?? new Refusal('not_found')
      existing.set(submission.id, outcome)
      return outcome
    })
  }

  async #write(db: Transaction<Tables>, batch: SubmissionBatch): Promise<void> {
    await Promise.all([
      batch.write(db, this.#statements),
      this.#engine.notify(db, { slug: batch.survey.slug, part: 'responses' }),
    ])
  }

  async #lockSurveys(db: Kysely<Tables>, group: readonly Submission[]): Promise<Map<string, SubmissionBatch>> {
    const slugs = [...new Set(group.map(({ slug }) => slug))]
    const query = publicSurveys(db).where('slug', 'in', slugs).orderBy('id')
    const surveys = await findSurveys(this.#engine.lockRows(query))
    return new Map(surveys.map(survey => [survey.slug, new SubmissionBatch(survey)]))
  }

  /** By id, the outcome of submissions that are repeats: the stored response, or a refusal if it was removed. */
  async #findExisting(
    db: Kysely<Tables>,
    group: readonly Submission[],
    submissions: readonly (ParsedSubmission | Error)[],
    batches: Map<string, SubmissionBatch>,
  ): Promise<Map<string, SubmissionOutcome>> {
    const existing = new Map<string, SubmissionOutcome>()
    for (const [slug, { survey }] of batches) {
      const ids = submissions.flatMap((submission, index) =>
        submission instanceof Error || group[index]?.slug !== slug ? [] : [submission.id],
      )
      for (const { sequence: _, ...response } of await this.#lookup.find(db, survey, ids))
        existing.set(response.id, response)
      for (const id of await this.#lookup.findRemoved(db, survey, ids))
        existing.set(id, new Refusal('response_removed'))
    }
    return existing
  }
}

function sequenced(rows: readonly ResponseColumns[]): SequencedResponse[] {
  return rows.map(([sequence, id, submittedAt, answers]) => ({ sequence, id, submittedAt, answers }))
}

/** Returns an error rather than throwing it, since it concerns one submission of the group only. */
function parseOne(submission: Submission, survey: Survey | undefined): ParsedSubmission | Error {
  if (survey === undefined) return new Refusal('not_found')
  try {
    return submission.parse(survey)
  } catch (error) {
    return error as Error
  }
}
