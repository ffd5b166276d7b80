import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Static } from 'typebox'
import { type Status, statusAt } from '../domain/lifecycle.ts'
import type { Order } from '../domain/response-query.ts'
import type { Result } from '../domain/tally.ts'
import type { Changed, Created, Listed, Response, Survey } from '../service/surveys.ts'
import type { SavedTemplate, Template } from '../service/templates.ts'
import type { CreatedSurvey } from './contract.ts'

/**
 * What verbs give, in the words of the contract. Questions and responses are JSON text in the store and are passed
 * through as it is, so the answers that hold them are strings; a test holds those to the contract.
 */
export class SurveySerializer {
  readonly #baseUrl: string

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  created({ slug, title, createdAt, adminToken, theme }: Created): Static<typeof CreatedSurvey> {
    return {
      id: slug,
      title,
      url: this.#url(slug),
      admin_token: adminToken,
      admin_url: this.adminUrl(slug, adminToken),
      created_at: createdAt,
      theme,
    }
  }

  /** As text, since an account can have 500 of them; only a title can hold what must be escaped. */
  list(surveys: readonly Listed[]): string {
    return `{"surveys":[${surveys.map(survey => this.#listed(survey)).join(',')}]}`
  }

  /** A survey with its responses, as a stream of text: memory does not grow with their number. */
  async *detail(survey: Survey, pages: AsyncIterable<readonly Response[]>, now: number): AsyncGenerator<string> {
    yield `${this.#head(survey, statusAt(survey, now))},"responses":[`
    const padding = new Padding(survey)
    let separator = ''
    for await (const page of pages) {
      yield separator + page.map(response => responseItem(response, padding)).join(',')
      separator = ','
      // A fast reader never holds the stream up; without a turn here it would hold up everyone else.
      await nextTurn()
    }
    yield `]${tail(survey)}`
  }

  aggregate(survey: Survey, results: readonly Result[], now: number): string {
    return `${this.#head(survey, statusAt(survey, now))},"results":${JSON.stringify(results)}${tail(survey)}`
  }

  #listed({ slug, title, status, createdAt, responseCount, adminToken }: Listed): string {
    const admin =
      adminToken === undefined ? '' : `,"admin_token":"${adminToken}","admin_url":"${this.adminUrl(slug, adminToken)}"`
    return `{"id":"${slug}","title":${JSON.stringify(title)},"status":"${status}","created_at":"${createdAt}","response_count":${responseCount},"url":"${this.#url(slug)}"${admin}}`
  }

  #head(survey: Survey, status: Status): string {
    const { slug: id, title, createdAt: created_at, expiresAt, questions, responseCount } = survey
    const expires_at = written(expiresAt)
    const fields = JSON.stringify({ id, title, status, created_at, expires_at, url: this.#url(id) })
    return `${fields.slice(0, -1)},"questions":${questions},"response_count":${responseCount}`
  }

  #url(slug: string): string {
    return `${this.#baseUrl}/s/${slug}`
  }

  /** The token stands behind `#`, so that it reaches no log, proxy or referrer. */
  adminUrl(slug: string, token: string): string {
    return `${this.#baseUrl}/admin/${slug}#${token}`
  }
}

/** Responses of one page, separated by commas. They are padded in the order taken, whichever they are listed in. */
export function responseList(survey: Survey, responses: readonly Response[], order: Order): string {
  const padding = new Padding(survey)
  const item = (response: Response) => responseItem(response, padding)
  const items = order === 'oldest' ? responses.map(item) : responses.toReversed().map(item).reverse()
  return items.join(',')
}

export function changed({ slug: id, status, theme, questions, archived, expiresAt }: Changed): string {
  const expires_at = expiresAt === undefined ? undefined : written(expiresAt)
  const fields = JSON.stringify({ id, status, theme, archived, expires_at })
  return questions === undefined ? fields : `${fields.slice(0, -1)},"questions":${questions}}`
}

export function template({ id, name, questions, createdAt, updatedAt }: Template): string {
  const times = JSON.stringify({ created_at: createdAt, updated_at: updatedAt })
  return `${JSON.stringify({ id, name }).slice(0, -1)},"questions":${questions},${times.slice(1)}`
}

export function templateList(templates: readonly Template[]): string {
  return `{"templates":[${templates.map(template).join(',')}]}`
}

export function savedTemplate({ id, name, questionCount, createdAt }: SavedTemplate, surveyId: string) {
  return { id, name, question_count: questionCount, created_at: createdAt, saved_from: surveyId }
}

function written(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

function tail({ theme }: Survey): string {
  return `,"theme":${JSON.stringify(theme)}}`
}

function responseItem({ id, submittedAt, answers }: Response, padding: Padding): string {
  return `{"id":"${id}","submitted_at":"${submittedAt}","answers":${padding.pad(answers)}}`
}

/**
 * Pads answers to the questions that the survey has now. Lists only grow while there are responses, so from the first
 * response that is long enough all are, and none of those is looked into.
 */
class Padding {
  readonly #width: number
  #done = false

  constructor({ questions }: Survey) {
    this.#width = JSON.parse(questions).length
  }

  pad(answers: string): string {
    if (this.#done) return answers
    const missing = this.#width - JSON.parse(answers).length
    this.#done = missing <= 0
    return `${answers.slice(0, -1)}${',null'.repeat(missing)}]`
  }
}
