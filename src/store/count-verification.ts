import type { Kysely } from 'kysely'
import type { Answer } from '../domain/answer.ts'
import { readQuestions } from '../domain/question.ts'
import { type Count, countAnswers } from '../domain/tally.ts'
import type { Engine } from './engine.ts'
import { countsOf, findAll, type Survey } from './surveys.ts'
import type { Tables } from './tables.ts'

/** What came of a look at kept counts. */
export interface CountVerificationResult {
  readonly surveys: number
  readonly verified: number
  readonly responses: number
  /** The slugs of those whose kept counts are not those of their rows. */
  readonly mismatched: readonly string[]
}

/** Responses that are read at once. */
const PAGE_SIZE = 1_000

/** Whether kept counts are what the responses add up to. */
export class CountVerification {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Looks at as many surveys as have `most` responses together, small ones first. */
  async run(most: number): Promise<CountVerificationResult> {
    const query = this.#engine.reader.selectFrom('survey').select(['id', 'slug', 'response_count as responses'])
    const surveys = await query.orderBy('response_count').orderBy('id').execute()
    const wrong: string[] = []
    let [looked, read] = [0, 0]
    for (const { id, slug, responses } of surveys) {
      read += Number(responses)
      if (read > most)
        return { surveys: surveys.length, verified: looked, responses: read - Number(responses), mismatched: wrong }
      if (!(await this.#engine.read(db => countsMatch(db, id)))) wrong.push(slug)
      looked++
    }
    return { surveys: surveys.length, verified: looked, responses: read, mismatched: wrong }
  }
}

/** Reads count, tallies and responses of one moment. */
async function countsMatch(db: Kysely<Tables>, id: number): Promise<boolean> {
  const [survey] = await findAll(db.selectFrom('survey').where('id', '=', id))
  if (survey === undefined) return true
  const counts = new Map<string, number>()
  let rows = 0
  for await (const page of pages(db, survey)) {
    rows += page.length
    for (const { question, slot, count } of countAnswers(readQuestions(survey.questions), page))
      counts.set(`${question} ${slot}`, (counts.get(`${question} ${slot}`) ?? 0) + count)
  }
  const kept = (await countsOf(db, id)).filter(({ count }) => Number(count) !== 0)
  const agree = ({ question, slot, count }: Count) => counts.get(`${question} ${slot}`) === Number(count)
  return rows === survey.responseCount && kept.length === counts.size && kept.every(agree)
}

async function* pages(db: Kysely<Tables>, { id }: Survey): AsyncGenerator<Answer[][]> {
  const query = db.selectFrom('response').select(['place', 'answers']).where('survey_id', '=', id).orderBy('place')
  for (let after = 0; ; ) {
    const rows = await query.where('place', '>', after).limit(PAGE_SIZE).execute()
    yield rows.map(({ answers }) => JSON.parse(answers))
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_SIZE) return
    after = last.place
  }
}
