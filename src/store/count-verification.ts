import type { Kysely } from 'kysely'
import { responsesAtOnce } from '../domain/responses/responses-at-once.ts'
import { type Count, countAnswers } from '../domain/results/tally.ts'
import { readQuestions } from '../domain/surveys/question.ts'
import { parseTheme } from '../domain/surveys/theme.ts'
import type { Answer } from '../domain/values/answer.ts'
import type { Json } from '../domain/values/json.ts'
import { Refusal } from '../domain/values/refusal.ts'
import type { Engine } from './engine.ts'
import { findSurveys } from './surveys/surveys.ts'
import { countsOf } from './surveys/tallies.ts'
import type { Tables } from './tables.ts'

export interface CountVerificationResult {
  readonly surveys: number
  /** Surveys that were verified, and the responses read for it. */
  readonly verified: number
  readonly responses: number
  /** The slugs of surveys whose maintained counts differ from their responses. */
  readonly mismatched: readonly string[]
  /** The slugs of surveys whose questions, answers or theme cannot be read. */
  readonly unreadable: readonly string[]
}

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
    const unreadable: string[] = []
    let verified = 0
    let total = 0
    for (const { id, slug, responses } of surveys) {
      if (total + Number(responses) > maxResponses) break
      const matches = await this.#engine.read(db => countsMatch(db, id)).catch(unlessUnreadable)
      if (matches === undefined) unreadable.push(slug)
      else if (!matches) mismatched.push(slug)
      total += Number(responses)
      verified++
    }
    return { surveys: surveys.length, verified, responses: total, mismatched, unreadable }
  }
}

/** @returns undefined for an error that says what a survey contains */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof Refusal || error instanceof SyntaxError)) throw error
}

/** Reads the count, the tallies and the responses in one snapshot. */
async function countsMatch(db: Kysely<Tables>, id: number): Promise<boolean> {
  const [survey] = await findSurveys(db.selectFrom('survey').where('id', '=', id))
  if (survey === undefined) return true
  const questions = readQuestions(survey.questions)
  parseTheme(survey.theme as Json)
  const counts = new Map<string, number>()
  let rows = 0
  for await (const page of pages(db, id, responsesAtOnce(questions, MAX_PAGE))) {
    rows += page.length
    for (const { question, slot, count } of countAnswers(questions, page))
      counts.set(`${question} ${slot}`, (counts.get(`${question} ${slot}`) ?? 0) + count)
  }
  const stored = await countsOf(db, id)
  const matches = ({ question, slot, count }: Count) => counts.get(`${question} ${slot}`) === Number(count)
  return rows === survey.responseCount && stored.length === counts.size && stored.every(matches)
}

async function* pages(db: Kysely<Tables>, id: number, size: number): AsyncGenerator<Answer[][]> {
  const query = db
    .selectFrom('response')
    .select(['sequence', 'answers'])
    .where('survey_id', '=', id)
    .orderBy('sequence')
    .limit(size)
  for (let after = 0; ; ) {
    const rows = await query.where('sequence', '>', after).execute()
    yield rows.map(({ answers }) => JSON.parse(answers))
    const last = rows.at(-1)
    if (last === undefined || rows.length < size) return
    after = last.sequence
  }
}
