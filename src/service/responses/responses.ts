import { answersOfPage } from '../../domain/responses/page-answers.ts'
import {
  answersBeforeEdit,
  parseAnswers,
  parseOneAnswer,
  withoutTrailingBlanks,
} from '../../domain/responses/submission.ts'
import { type Presentation, refusalOfAnswer } from '../../domain/results/presentation.ts'
import { slotsOf } from '../../domain/results/tally.ts'
import type { Positions, QuestionGroup } from '../../domain/surveys/groups/question-group.ts'
import { stepAround } from '../../domain/surveys/groups/step-around.ts'
import { checkAccepting, nextOpening, type Status, statusAt } from '../../domain/surveys/lifecycle.ts'
import type { Question } from '../../domain/surveys/question.ts'
import { isOutdated } from '../../domain/surveys/question-match.ts'
import { questionNames } from '../../domain/surveys/question-names.ts'
import { isGeneratedSlug, slugMeantBy, soundsLike, withoutHyphens } from '../../domain/surveys/slug.ts'
import type { Answer } from '../../domain/values/answer.ts'
import type { Json, JsonObject } from '../../domain/values/json.ts'
import { Refusal, refusalOf } from '../../domain/values/refusal.ts'
import { isUuid } from '../../domain/values/text.ts'
import type { StoredResponse } from '../../store/responses/stored-response.ts'
import { storedBytesOf } from '../../store/stored-bytes.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import { RESPONDENT_TABLES, type RespondentColumn, type RespondentTable } from '../../store/tables.ts'
import { QuestionLists } from '../cache.ts'
import { type Context, timestamp } from '../context.ts'
import { checkSlug, orNotFound } from '../not-found.ts'
import { SLUG_WORDS } from '../surveys/slug-words.ts'
import type { ParsedSubmission } from './submission-batch.ts'

export type { RespondentColumn, RespondentTable, Survey }

const WORDS: ReadonlySet<string> = new Set(SLUG_WORDS)

/** A survey as a respondent sees it. */
export interface PublicSurvey {
  readonly survey: Survey
  readonly questions: readonly Question[]
  readonly status: Status
  /** When it opens, in milliseconds since the epoch; null unless it waits for its time. */
  readonly opensAt: number | null
  /** Whether search engines may list its page: it is open, and its creator chose the link. */
  readonly isListed: boolean
}

/** A stored response with the questions that it answers. */
export interface SubmittedResponse extends StoredResponse {
  readonly questions: readonly Question[]
}

/** A table as it is in the database. */
export interface StoredTable {
  readonly name: RespondentTable
  readonly columns: readonly string[]
}

/** The operations of respondents, who have no account and about whom nothing is stored. */
export class Responses {
  readonly #context: Context
  readonly #lists: QuestionLists

  constructor(context: Context) {
    this.#context = context
    this.#lists = new QuestionLists(context.caches)
  }

  /** @throws Refusal `not found` */
  async publicSurvey(slug: string): Promise<PublicSurvey> {
    checkSlug(slug)
    const survey = orNotFound(await this.#context.store.surveys.findPublic(slug, this.#lists.known(slug)))
    const status = this.statusOf(survey)
    const opensAt = nextOpening(survey, this.#context.clock())
    const isListed = status === 'open' && !isGeneratedSlug(WORDS, survey.slug)
    return { survey, questions: this.#lists.of(survey), status, opensAt, isListed }
  }

  /** The current status of a previously read survey. */
  statusOf(survey: Survey): Status {
    return statusAt(survey, this.#context.clock())
  }

  /** Whether a previously read survey and its boards are unchanged and still open. Reads the database each time. */
  async isOpenAt(survey: Survey): Promise<boolean> {
    const now = await this.#context.store.surveys.revisionsOf(survey.slug)
    const isUnchanged = now?.revision === survey.revision && now.boardRevision === survey.boardRevision
    return isUnchanged && this.statusOf(survey) === 'open'
  }

  /**
   * Finds the survey that a typed text refers to: a link in any form in which it was shown, or run together. A slug
   * that one survey has had never leads to another, and nothing is guessed if several surveys could be meant.
   * @returns its slug; undefined if there is none
   */
  async surveyMeantBy(typed: string): Promise<string | undefined> {
    const slug = slugMeantBy(typed)
    if (slug === undefined) return undefined
    const { store, keys } = this.#context
    if ((await store.surveys.revisionsOf(slug)) !== undefined) return slug
    if (await store.surveys.isAssigned(keys.slugHash(slug))) return undefined
    const only = await store.surveys.onlySlugOf(withoutHyphens(slug))
    return only !== undefined && soundsLike(slug, only) ? only : undefined
  }

  /**
   * Stores a response, which is on disk when this resolves. A repeat with the same key and the same answers is not
   * stored again and returns the first result, even if the survey has changed or closed since.
   * @param body with `form`, as a page sends it, choices are positions of options
   * @throws Refusal `not found`, a malformed key, `invalid_answers`, `questions_changed`, `survey_closed`, `survey_expired`, and
   *   of a paced survey `not_asked_yet`, `time_is_up`
   */
  async submit(slug: string, body: JsonObject): Promise<SubmittedResponse> {
    checkSlug(slug)
    const refreshed = this.#context.quota.refresh(slug)
    if (refreshed !== undefined) await refreshed
    const submittedAt = timestamp(this.#context)
    let questions: readonly Question[] = []
    const add = (presentation?: Presentation | null) => {
      const parse = (survey: Survey) => {
        questions = this.#lists.of(survey)
        if (survey.paced && presentation === undefined) throw new PresentationNeeded(survey.id)
        return this.#parse({ survey, questions, presentation }, body)
      }
      return this.#context.submissions.add({ slug, submittedAt, parse })
    }
    const response = await add().catch(async error => {
      if (!(error instanceof PresentationNeeded)) throw error
      return add(await this.#context.store.presentations.find(error.surveyId))
    })
    return { ...response, questions }
  }

  /** The tables that hold what respondents submit, with all their columns. */
  storedTables(): Promise<readonly StoredTable[]> {
    const { store } = this.#context
    return Promise.all(RESPONDENT_TABLES.map(async name => ({ name, columns: await store.columnsOf(name) })))
  }

  #admit(survey: Survey, answers: string): void {
    checkAccepting(survey, this.#context.clock())
    this.#context.quota.admit(survey.slug, storedBytesOf(answers))
  }

  #parse(to: Asked, { answers, key, form }: JsonObject): ParsedSubmission {
    if (key !== undefined && (typeof key !== 'string' || !isUuid(key))) throw new Refusal('invalid_key')
    const isFromPage = typeof form === 'string'
    const texts = isFromPage ? answersOfPage(to.questions, form, answers) : answers
    // Before it opens, no reason says what will be asked.
    if (nextOpening(to.survey, this.#context.clock()) !== null)
      return this.#repeatOnly(to, texts, key, new Refusal('survey_closed'))
    if (!isFromPage) return this.#parseTexts(to, texts, key)
    if (!isOutdated(form, questionNames(to.questions))) return this.#parseTexts(to, texts, key)
    const closed = refusalOf(() => checkAccepting(to.survey, this.#context.clock()))
    return this.#repeatOnly(to, texts, key, closed ?? new Refusal('questions_changed'))
  }

  #parseTexts(to: Asked, answers: Json | undefined, key: string | undefined): ParsedSubmission {
    try {
      return this.#parseFitting(to, answers, key)
    } catch (error) {
      // The questions may have been edited since a response was removed, and repeating that response must still be
      // recognised.
      const hasRemoved = to.survey.responseCount < to.survey.lastSequence
      if (!hasRemoved || !(error instanceof Refusal)) throw error
      return this.#repeatOnly(to, answers, key, error)
    }
  }

  /** What is refused unless it repeats a response. @throws the refusal if it cannot be a repeat */
  #repeatOnly(
    { survey, questions }: Asked,
    answers: Json | undefined,
    key: string | undefined,
    refusal: Refusal,
  ): ParsedSubmission {
    const before = key === undefined ? undefined : answersBeforeEdit(questions, answers)
    if (before === undefined || key === undefined) throw refusal
    const text = survey.paced ? stepIdentity(before, survey.groups) : JSON.stringify(withoutTrailingBlanks(before))
    return { id: this.#context.keys.responseId(survey.id, key, text), answers: '', marks: [], refusal }
  }

  /** @throws Refusal `invalid_answers` for answers that do not fit their question, but not for missing ones */
  #parseFitting(to: Asked, input: Json | undefined, key: string | undefined): ParsedSubmission {
    const { keys, random } = this.#context
    const { survey, questions } = to
    const { answers, errors, wellFormed } = survey.paced
      ? parseOneAnswer(questions, input, survey.groups)
      : parseAnswers(questions, input, survey.groups)
    const invalid = errors.length > 0 ? new Refusal('invalid_answers', { questions: errors }) : undefined
    if (invalid !== undefined && !wellFormed) throw invalid
    const text = JSON.stringify(answers)
    const given = withoutTrailingBlanks(answers)
    const givenText = given.length === answers.length ? text : JSON.stringify(given)
    const identity = survey.paced ? stepIdentity(answers, survey.groups) : givenText
    const id = key === undefined ? random.uuid() : keys.responseId(survey.id, key, identity)
    const refusal = invalid ?? refusalOf(() => this.#admit(survey, text)) ?? this.#refusalOfStep(to, answers)
    return { id, answers: text, marks: slotsOf({ questions, paced: survey.paced }, answers), refusal }
  }

  #refusalOfStep({ survey, presentation = null }: Asked, answers: readonly Answer[]): Refusal | undefined {
    if (!survey.paced) return undefined
    return refusalOfAnswer(presentation, stepOf(answers, survey.groups), this.#context.clock())
  }
}

/** A paced survey stores one answer to each question, and to each check-list, from each key: the first one that is sent. */
function stepIdentity(answers: readonly Answer[], groups: readonly QuestionGroup[]): string {
  return `answer to ${stepOf(answers, groups).from}`
}

function stepOf(answers: readonly Answer[], groups: readonly QuestionGroup[]): Positions {
  return stepAround(
    answers.findIndex(answer => answer !== null),
    groups,
  )
}

/** What a submission answers. */
interface Asked {
  readonly survey: Survey
  readonly questions: readonly Question[]
  /** What the presenter of a paced survey has shown; null for nothing. */
  readonly presentation: Presentation | null | undefined
}

/** Thrown where the survey that was submitted to turns out to be paced. */
class PresentationNeeded extends Error {
  readonly surveyId: number

  constructor(surveyId: number) {
    super()
    this.surveyId = surveyId
  }
}
