import type { Kysely } from 'kysely'
import { findInvalidColumn } from '../domain/moving/row-check.ts'
import { responsesAtOnce } from '../domain/responses/responses-at-once.ts'
import type { Count } from '../domain/results/count.ts'
import { countAnswers } from '../domain/results/tally.ts'
import { readQuestions } from '../domain/surveys/question.ts'
import type { Engine } from './engine.ts'
import { countsOf } from './surveys/tallies.ts'
import type { Tables } from './tables.ts'

export interface CountVerificationResult {
  readonly surveys: number
  /** Surveys that were verified, and the responses read for it. */
  readonly verified: number
  readonly responses: number
  /** The slugs of surveys whose maintained counts differ from their responses. */
  readonly mismatched: readonly string[]
  readonly unreadable: readonly UnreadableSurvey[]
}

/** A survey with a value that this program would not have written, in its row or in that of a response. */
export interface UnreadableSurvey {
  readonly slug: string
  readonly column: string
  readonly sequence?: number
}

/** What is wrong with a survey; undefined for nothing. */
type Finding = 'mismatched' | Omit<UnreadableSurvey, 'slug'> | undefined

/** Maximum number of responses read by one statement. */
const MAX_PAGE = 1_000

/** Compares the maintained counts of surveys with their responses. */
export class CountVerification {
  readonly #engine: Pick<Engine, 'reader' | 'read'>

  constructor(engine: Pick<Engine, 'reader' | 'read'>) {
    this.#engine = engine
  }

  /** Verifies surveys, smallest first, with up to `maxResponses` responses in total. */
  async run(maxResponses: number): Promise<CountVerificationResult> {
    const query = this.#engine.reader.selectFrom('survey').select(['id', 'slug', 'response_count as responses'])
    const surveys = await query.orderBy('response_count').orderBy('id').execute()
    const mismatched: string[] = []
    const unreadable: UnreadableSurvey[] = []
    let verified = 0
    let total = 0
    for (const { id, slug, responses } of surveys) {
      if (total + Number(responses) > maxResponses) break
      const finding = await this.#engine.read(db => verify(db, id))
      if (finding === 'mismatched') mismatched.push(slug)
      else if (finding !== undefined) unreadable.push({ slug, ...finding })
      total += Number(responses)
      verified++
    }
    return { surveys: surveys.length, verified, responses: total, mismatched, unreadable }
  }
}

/** Reads the survey, its tallies and its responses in one snapshot. */
async function verify(db: Kysely<Tables>, id: number): Promise<Finding> {
  const survey = await db.selectFrom('survey').selectAll().where('id', '=', id).executeTakeFirst()
  if (survey === undefined) return undefined
  const column = findInvalidColumn('survey', Object.keys(survey), Object.values(survey))
  if (column !== undefined) return { column }
  const questions = readQuestions(survey.questions)
  const counts = new Map<string, number>()
  let rows = 0
  for await (const page of pages(db, id, responsesAtOnce(questions, MAX_PAGE))) {
    const unreadable = page.find(({ answers }) => findInvalidColumn('response', ['answers'], [answers]) !== undefined)
    if (unreadable !== undefined) return { column: 'answers', sequence: unreadable.sequence }
    rows += page.length
    const answers = page.map(row => JSON.parse(row.answers))
    for (const { question, slot, count } of countAnswers({ questions, paced: survey.paced === 1 }, answers))
      counts.set(`${question} ${slot}`, (counts.get(`${question} ${slot}`) ?? 0) + count)
  }
  const stored = await countsOf(db, id)
  const matches = ({ question, slot, count }: Count) => counts.get(`${question} ${slot}`) === Number(count)
  const isMatch = rows === Number(survey.response_count) && stored.length === counts.size && stored.every(matches)
  return isMatch ? undefined : 'mismatched'
}

interface Stored {
  readonly sequence: number
  readonly answers: string
}

async function* pages(db: Kysely<Tables>, id: number, size: number): AsyncGenerator<Stored[]> {
  const query = db
    .selectFrom('response')
    .select(['sequence', 'answers'])
    .where('survey_id', '=', id)
    .orderBy('sequence')
    .limit(size)
  for (let after = 0; ; ) {
    const rows = await query.where('sequence', '>', after).execute()
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < size) return
    after = last.sequence
  }
}
