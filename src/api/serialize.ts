import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { Order } from '../domain/responses/response-query.ts'
import { questionsNotAsked } from '../domain/results/edit-history/asked.ts'
import type { Result } from '../domain/results/tally.ts'
import { statusAt } from '../domain/surveys/lifecycle.ts'
import { JsonText, writeJson } from '../domain/values/json-text.ts'
import type { Response } from '../service/responses/received-responses.ts'
import type { Created } from '../service/surveys/survey-creation.ts'
import type { Changed, Listed, Survey } from '../service/surveys/surveys.ts'
import type { Template } from '../service/surveys/templates.ts'
import { formatTimestamp } from '../service/timestamp.ts'
import type { CreatedSurvey, SavedTemplate as PublishedSavedTemplate } from './contract.ts'

/**
 * Converts results of operations to the objects of the contract. Questions and answers are JSON text in the store and
 * are passed through. A test checks every response against the contract.
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

  list(surveys: readonly Listed[]) {
    return { surveys: surveys.map(survey => this.#listed(survey)) }
  }

  aggregate(survey: Survey, results: readonly Result[], now: number) {
    return { ...this.#head(survey, now), results: results.map(withoutChosen), theme: survey.theme }
  }

  /**
   * A survey with its responses as a stream of text. Memory use does not depend on the number of responses.
   * @param more text of further members, each preceded by a comma
   */
  async *detail(
    survey: Survey,
    pages: AsyncIterable<readonly Response[]>,
    now: number,
    more?: AsyncIterable<string>,
  ): AsyncGenerator<string> {
    yield `${writeJson(this.#head(survey, now)).slice(0, -1)},"responses":[`
    const padding = new Padding(survey)
    let separator = ''
    for await (const page of pages) {
      yield separator + page.map(response => writeJson(serializeResponse(response, padding))).join(',')
      separator = ','
      // A fast reader exerts no back-pressure, so without this yield a stream would block the event loop from start to
      // end.
      await nextTurn()
    }
    yield ']'
    if (more !== undefined) yield* more
    yield `,"theme":${writeJson(survey.theme)}}`
  }

  #listed({ slug, title, status, createdAt, responseCount, adminToken }: Listed) {
    return {
      id: slug,
      title,
      status,
      created_at: createdAt,
      response_count: responseCount,
      url: this.#url(slug),
      ...(adminToken !== undefined && { admin_token: adminToken, admin_url: this.adminUrl(slug, adminToken) }),
    }
  }

  #head(survey: Survey, now: number) {
    return {
      id: survey.slug,
      title: survey.title,
      status: statusAt(survey, now),
      created_at: survey.createdAt,
      expires_at: formatTimestamp(survey.expiresAt),
      url: this.#url(survey.slug),
      questions: new JsonText(survey.questions),
      response_count: survey.responseCount,
    }
  }

  #url(slug: string): string {
    return `${this.#baseUrl}/s/${slug}`
  }

  /** The token is in the fragment, so that it does not reach any log, proxy or referrer. */
  adminUrl(slug: string, token: string): string {
    return `${this.#baseUrl}/admin/${slug}#${token}`
  }
}

/** The API knows no check-lists. */
function withoutChosen(result: Result): Result {
  if (result.chosen === undefined) return result
  const { chosen: _, ...own } = result
  return own
}

/**
 * The responses of one page, with the questions that they were not asked, if any. Older responses are padded first,
 * whichever order they are listed in.
 */
export function serializeResponses(survey: Survey, responses: readonly Response[], order: Order) {
  const padding = new Padding(survey)
  const notAskedOf = questionsNotAsked(survey.editHistory)
  const serialize = (response: Response) => {
    const notAsked = notAskedOf(response.sequence)
    return { ...serializeResponse(response, padding), ...(notAsked.length > 0 && { not_asked: notAsked }) }
  }
  return order === 'oldest' ? responses.map(serialize) : responses.toReversed().map(serialize).reverse()
}

/** The API cannot change all of these fields; fields that were not sent are left out. */
export function serializeChange({ slug: id, status, theme, questions, archived, ...rest }: Changed) {
  const {
    expiresAt,
    opensAt,
    shareResults,
    resultsRevealed,
    responseLimit,
    sharedDevice,
    shareRecord,
    paced,
    revealedAtOnce,
    language,
    questionSettings,
    texts,
    groups,
  } = rest
  return {
    id,
    status,
    theme,
    archived,
    expires_at: expiresAt === undefined ? undefined : formatTimestamp(expiresAt),
    opens_at: opensAt === undefined ? undefined : formatTimestamp(opensAt),
    share_results: shareResults,
    results_revealed: resultsRevealed,
    response_limit: responseLimit,
    shared_device: sharedDevice,
    share_record: shareRecord,
    paced,
    revealed_at_once: revealedAtOnce,
    language,
    question_settings: questionSettings,
    texts,
    groups,
    questions: questions && new JsonText(questions),
  }
}

export function serializeTemplate({ id, name, questions, createdAt, updatedAt }: Template) {
  return { id, name, questions: new JsonText(questions), created_at: createdAt, updated_at: updatedAt }
}

/** A list of templates as a stream of text, taking turns with other requests. */
export async function* serializeTemplates(pages: AsyncIterable<readonly Template[]>): AsyncGenerator<string> {
  // Nothing is sent before the first page has been read, so that a failure can be sent as an error response.
  let before = '{"templates":['
  for await (const page of pages)
    for (const template of page) {
      yield before + writeJson(serializeTemplate(template))
      before = ','
      await nextTurn()
    }
  yield before === ',' ? ']}' : `${before}]}`
}

export function serializeSavedTemplate(
  { id, name, questionCount, createdAt }: Template,
  surveyId: string,
): Static<typeof PublishedSavedTemplate> {
  return { id, name, question_count: questionCount, created_at: createdAt, saved_from: surveyId }
}

function serializeResponse({ id, submittedAt, answers }: Response, padding: Padding) {
  return { id, submitted_at: submittedAt, answers: new JsonText(padding.pad(answers)) }
}

/**
 * Pads answers to the survey's current number of questions. The list only grows while there are responses, so once one
 * response is long enough, all later ones are, and they are not parsed.
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
