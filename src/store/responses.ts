import type { Kysely, Transaction } from 'kysely'
import { ARRIVALS } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Mark } from '../domain/tally.ts'
import { touchAccounts } from './accounts.ts'
import { times } from './blocks.ts'
import { takeOff } from './deletion.ts'
import type { Engine } from './engine.ts'
import { Filing, type Placed } from './filing.ts'
import { type Bounds, GroupCommit, type Watch } from './group.ts'
import { Intake, type IntakeStatements, intakeStatements } from './intake.ts'
import { preparedRead } from './prepared.ts'
import { findAll, owned, publicSurveys, type Survey } from './surveys.ts'
import type { Tables } from './tables.ts'

/** A response as it is kept. */
export interface Response {
  readonly id: string
  readonly submittedAt: string
  /** JSON: one entry for each question that the survey had at that moment. */
  readonly answers: string
}

/** When the response of a place was taken. */
export type Arrival = Pick<Placed, 'place' | 'submittedAt'>

/** A submission that has been read against the survey of that moment. */
export interface Reading {
  /** The id it is or was kept under; a repeated send has the same one. */
  readonly id: string
  readonly answers: string
  readonly marks: readonly Mark[]
  /** Why it cannot be kept; it counts only where it has not been kept before. */
  readonly refusal: Refusal | undefined
}

interface Submission {
  readonly slug: string
  readonly submittedAt: string
  /** Pure. May throw what refuses the submission in any case. */
  read(survey: Survey): Reading
}

type Outcome = Response | Error

type ResponseColumns = [number, string, string, string]

export class Responses {
  readonly #engine: Engine
  readonly #commits: GroupCommit<Submission, Outcome>
  readonly #statements: IntakeStatements
  readonly #filing: Filing
  readonly #page: (surveyId: number, after: number, last: number, size: number) => Promise<readonly ResponseColumns[]>
  readonly #newest: (surveyId: number, before: number, size: number) => Promise<readonly ResponseColumns[]>
  readonly #arrivals: (...parameters: readonly number[]) => Promise<readonly [place: number, submittedAt: string][]>

  constructor(engine: Engine, bounds: Bounds, watch?: Watch) {
    this.#engine = engine
    this.#commits = new GroupCommit(group => this.#keep(group), bounds, watch)
    this.#statements = intakeStatements(engine.reader)
    this.#filing = new Filing(engine)
    const ofSurvey = engine.reader.selectFrom('response').where('survey_id', '=', 0)
    const whole = ofSurvey.select(['place', 'id', 'submitted_at', 'answers'])
    const after = whole.where('place', '>', 0).where('place', '<=', 0)
    this.#page = preparedRead(engine, after.orderBy('place').limit(0))
    this.#newest = preparedRead(engine, whole.where('place', '<', 0).orderBy('place', 'desc').limit(0))
    const next = ofSurvey.where('place', '>=', 0).select(['place', 'submitted_at']).orderBy('place').limit(1)
    const arrival = engine.reader.selectFrom(next.as('next')).select(['place', 'submitted_at'])
    this.#arrivals = preparedRead(engine, times(ARRIVALS, arrival))
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
  async add(submission: Submission): Promise<Response> {
    const outcome = await this.#commits.add(submission, submission.slug)
    if (outcome instanceof Error) throw outcome
    return outcome
  }

  /** All responses up to a place, in the order taken, in pages of `size`. Each page is read when it is asked for. */
  async *pages(surveyId: number, lastPlace: number, size: number): AsyncGenerator<readonly Response[]> {
    let after = 0
    while (after < lastPlace) {
      const page = await this.#page(surveyId, after, lastPlace, size)
      if (page.length > 0) yield page.map(([_, id, submittedAt, answers]) => ({ id, submittedAt, answers }))
      const [last] = page.at(-1) ?? []
      after = page.length < size ? lastPlace : (last ?? lastPlace)
    }
  }

  /** Those after a place and up to another, in the order taken. */
  async page(surveyId: number, after: number, lastPlace: number, size: number): Promise<readonly Placed[]> {
    return placed(await this.#page(surveyId, after, lastPlace, size))
  }

  /** Those before a place, newest first. */
  async newest(surveyId: number, before: number, size: number): Promise<readonly Placed[]> {
    return placed(await this.#newest(surveyId, before, size))
  }

  /**
   * What is kept at each of these places, or next after it where that was removed; each once, in order.
   * @param places `ARRIVALS` of them, since they are looked up in one statement
   */
  async arrivals(surveyId: number, places: readonly number[]): Promise<readonly Arrival[]> {
    const rows = await this.#arrivals(...places.flatMap(place => [surveyId, place, 1]))
    return [...new Map(rows)].sort(([a], [b]) => a - b).map(([place, submittedAt]) => ({ place, submittedAt }))
  }

  /** Removes a response of the account's own survey, which counts it no more. @returns whether there was one */
  remove(accountId: string, slug: string, id: string): Promise<boolean> {
    return this.#engine.write(async db => {
      const [survey] = await findAll(this.#engine.lockRows(owned(db, accountId, slug)))
      if (survey === undefined) return false
      const kept = (await this.#filing.find(db, survey, [id])).find(response => response.id === id)
      if (kept === undefined) return false
      await db.deleteFrom('response').where('survey_id', '=', survey.id).where('place', '=', kept.place).execute()
      await takeOff(db, survey, [kept])
      await this.#filing.remove(db, survey, kept)
      await touchAccounts(db, [accountId])
      await this.#engine.announce(db, { slug, part: 'responses' })
      return true
    })
  }

  async #keep(group: readonly Submission[]): Promise<Outcome[]> {
    const taking: Intake[] = []
    try {
      return await this.#engine.write(async db => {
        const intakes = await this.#lockSurveys(db, group)
        const outcomes = await this.#decide(db, group, intakes)
        taking.push(...[...intakes.values()].filter(intake => intake.hasAny))
        const accounts = taking.map(({ survey }) => survey.accountId)
        await Promise.all([...taking.map(intake => this.#write(db, intake)), touchAccounts(db, accounts)])
        return outcomes
      })
    } catch (error) {
      this.#filing.forget(taking.map(({ survey }) => survey.id))
      throw error
    }
  }

  async #decide(db: Kysely<Tables>, group: readonly Submission[], intakes: Map<string, Intake>): Promise<Outcome[]> {
    const readings = group.map(submission => readOne(submission, intakes.get(submission.slug)?.survey))
    const kept = await this.#findKept(db, group, readings, intakes)
    return readings.map((reading, at) => {
      const { slug, submittedAt } = group[at] as Submission
      if (reading instanceof Error) return reading
      const outcome = kept.get(reading.id) ?? reading.refusal ?? intakes.get(slug)?.take(reading, submittedAt)
      if (outcome === undefined || outcome instanceof Error) return outcome ?? new Refusal('not_found')
      kept.set(reading.id, outcome)
      return outcome
    })
  }

  async #write(db: Transaction<Tables>, intake: Intake): Promise<void> {
    await Promise.all([
      intake.write(db, this.#statements),
      this.#filing.add(db, intake.survey, intake.places()),
      this.#engine.announce(db, { slug: intake.survey.slug, part: 'responses' }),
    ])
  }

  async #lockSurveys(db: Kysely<Tables>, group: readonly Submission[]): Promise<Map<string, Intake>> {
    const slugs = [...new Set(group.map(({ slug }) => slug))]
    const query = publicSurveys(db).where('slug', 'in', slugs).orderBy('id')
    const surveys = await findAll(this.#engine.lockRows(query))
    return new Map(surveys.map(survey => [survey.slug, new Intake(survey)]))
  }

  /** Which of these have been kept before: repeats are the same row, and refused where that was removed. */
  async #findKept(
    db: Kysely<Tables>,
    group: readonly Submission[],
    readings: readonly (Reading | Error)[],
    intakes: Map<string, Intake>,
  ): Promise<Map<string, Outcome>> {
    const kept = new Map<string, Outcome>()
    for (const [slug, { survey }] of intakes) {
      const ids = readings.flatMap((reading, at) =>
        reading instanceof Error || group[at]?.slug !== slug ? [] : [reading.id],
      )
      for (const { place: _, ...response } of await this.#filing.find(db, survey, ids)) kept.set(response.id, response)
      for (const id of await this.#filing.removedOf(db, survey, ids)) kept.set(id, new Refusal('response_removed'))
    }
    return kept
  }
}

function placed(rows: readonly ResponseColumns[]): Placed[] {
  return rows.map(([place, id, submittedAt, answers]) => ({ place, id, submittedAt, answers }))
}

/** An error of one submission is that one's outcome alone. */
function readOne(submission: Submission, survey: Survey | undefined): Reading | Error {
  if (survey === undefined) return new Refusal('not_found')
  try {
    return submission.read(survey)
  } catch (error) {
    return error as Error
  }
}
