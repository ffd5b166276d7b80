import { sampleSequences } from '../domain/arrivals.ts'
import type { RequestKey } from '../domain/idempotency.ts'
import type { JsonObject } from '../domain/json.ts'
import { type QuestionsText, readQuestions } from '../domain/question.ts'
import { Refusal } from '../domain/refusal.ts'
import type { ResponseQuery } from '../domain/response-query.ts'
import { responsesAtOnce } from '../domain/responses-at-once.ts'
import { answerMatcher } from '../domain/search.ts'
import type { SharingMode } from '../domain/sharing.ts'
import { isSlug, parseSlug } from '../domain/slug.ts'
import { type Result, results } from '../domain/tally.ts'
import { isId } from '../domain/text.ts'
import type { Theme } from '../domain/theme.ts'
import type { ResponseTime } from '../store/responses.ts'
import type { StoredResponse } from '../store/stored-response.ts'
import type { DecideChange, ListedSurvey, OwnSurvey, Survey } from '../store/surveys.ts'
import type { AccountHolder, Operator, OwnedSurvey, SurveyAdmin } from './authentication.ts'
import type { Context } from './context.ts'
import { deleteSurvey } from './deletion.ts'
import { consumeSlugCheck } from './hourly-limits.ts'
import { findSurvey } from './lookup.ts'
import { type NewestTexts, readNewestTexts } from './newest-texts.ts'
import { checkFound, checkSlug, orNotFound } from './not-found.ts'
import type { AccountOwner, ResultsReader, SurveyEditor } from './principal.ts'
import { type ResponsePage, readResponsePage, responseReader } from './response-search.ts'
import { decideChange, type SurveyEdit } from './survey-change.ts'
import { type CheckedSurvey, type Created, SurveyCreation } from './survey-creation.ts'

export type { Created, OwnSurvey, StoredResponse as Response, Survey }

/** A row of the list; with its admin token where that was asked for. */
export interface Listed extends ListedSurvey {
  readonly adminToken?: string
}

/** What a PATCH changed: the fields that were sent, as they are now. */
export interface Changed {
  readonly slug: string
  readonly status: Survey['status']
  readonly theme?: Theme
  readonly questions?: QuestionsText
  readonly archived?: boolean
  /** Milliseconds since the epoch; null never. */
  readonly expiresAt?: number | null
  readonly shareResults?: SharingMode
  readonly resultsRevealed?: boolean
}

/** Maximum number of responses in one page of a full read: few enough not to block the event loop. */
const MAX_PAGE = 100

/** The operations on surveys, for whichever entry point asks. */
export class Surveys {
  readonly #context: Context
  readonly #creation: SurveyCreation

  constructor(context: Context) {
    this.#context = context
    this.#creation = new SurveyCreation(context)
  }

  /** @throws Refusal as `SurveyCreation.create` */
  create(owner: AccountOwner, body: JsonObject, request?: RequestKey): Promise<Created> {
    return this.#creation.create(owner, body, request)
  }

  /** What `create` would make. Nothing is made, and no slug is counted. @throws Refusal as `create` for an invalid body */
  checkCreation(owner: AccountOwner, body: JsonObject): Promise<CheckedSurvey> {
    return this.#creation.check(owner, body)
  }

  /** @throws Refusal `not found`, otherwise as `create` */
  clone(source: OwnedSurvey, body: JsonObject, request?: RequestKey): Promise<Created> {
    return this.#creation.clone(source, body, request)
  }

  /** @throws Refusal `not found`, otherwise as `create` */
  launch(owner: AccountOwner, templateId: string, body: JsonObject, request?: RequestKey): Promise<Created> {
    return this.#creation.launch(owner, templateId, body, request)
  }

  /** @throws Refusal `not found`, `draft_changed`, with code `entitlement_required`, otherwise as `create` */
  publish(holder: AccountHolder, draftId: string, body: JsonObject): Promise<Created> {
    return this.#creation.publish(holder, draftId, body)
  }

  /** Whether a survey could have this slug. Publishing may still find that it is taken. @throws Refusal `invalid slug`, `rate limit exceeded` */
  async isSlugAvailable({ accountId }: AccountHolder, text: string): Promise<boolean> {
    const { store, keys } = this.#context
    const slug = parseSlug(text)
    await consumeSlugCheck(this.#context, accountId)
    return !(await store.surveys.isAssigned(keys.slugHash(slug)))
  }

  /** All surveys of an account, newest first. */
  listOwn({ accountId }: AccountHolder): Promise<readonly OwnSurvey[]> {
    return this.#context.store.surveys.listOwn(accountId)
  }

  /** The caller's surveys, newest first, without the archived ones. */
  async list(owner: AccountOwner, options: { openOnly: boolean; withAdmin: boolean }): Promise<readonly Listed[]> {
    const surveys = await this.#context.store.surveys.list(owner.accountId, options.openOnly)
    if (!options.withAdmin) return surveys
    const { keys } = this.#context
    return surveys.map(row => ({ ...row, adminToken: keys.adminToken(row.slug, row.adminNonce) }))
  }

  /** @throws Refusal `not found` */
  read(editor: SurveyEditor): Promise<Survey> {
    return findSurvey(this.#context, editor)
  }

  /** Anybody's survey, for the operator to use as its owner does. @throws Refusal where there is none of this slug */
  async findAny(operator: Operator, slug: string): Promise<OwnedSurvey> {
    const survey = isSlug(slug) ? await this.#context.store.surveys.findAny(slug) : undefined
    if (survey === undefined) throw new Refusal('no_such_survey')
    return operator.actAs({ id: survey.accountId, entitledUntil: null }).survey(slug)
  }

  /** The admin token of anybody's survey. @throws Refusal where there is none of this slug */
  async adminToken(operator: Operator, slug: string): Promise<string> {
    return this.ownAdminToken(await this.findAny(operator, slug))
  }

  /** The admin token of a survey, for its owner. @throws Refusal `not found` */
  async ownAdminToken(owned: OwnedSurvey): Promise<string> {
    const { slug, adminNonce } = await this.read(owned)
    return this.#context.keys.adminToken(slug, adminNonce)
  }

  /**
   * Hides a survey from respondents, and lets its owner read it as closed, until that is undone.
   * @throws Refusal where there is no such survey
   */
  async setTakenDown(_: Operator, slug: string, takenDown: boolean): Promise<void> {
    const isThere = isSlug(slug) && (await this.#context.store.suspension.setTakenDown(slug, takenDown))
    if (!isThere) throw new Refusal('no_such_survey')
  }

  /**
   * The responses that a survey had when it was read, by sequence, page by page.
   * @param survey as the same editor has read it
   * @throws Refusal `not found`; at the end, Error if some were deleted meanwhile, so that a shorter list never looks complete
   */
  async *responses({ slug }: SurveyEditor, survey: Survey): AsyncGenerator<readonly StoredResponse[]> {
    if (survey.slug !== slug) throw new Refusal('not_found')
    let missing = survey.responseCount
    const size = responsesAtOnce(readQuestions(survey.questions), MAX_PAGE)
    for await (const page of this.#context.store.responses.pages(survey, size)) {
      missing -= page.length
      yield page
    }
    if (missing > 0) throw new Error('responses were deleted while they were read')
  }

  /**
   * One page of responses in the requested order, with fewer of them if they are long. A search returns those that match
   * among as many as one request may examine, which can be none.
   * @returns `next`, the sequence after which the next page begins; null at the end
   * @throws Refusal `not found`, a reason about the question that is searched
   */
  async page(editor: SurveyEditor, page: ResponseQuery): Promise<ResponsePage & { survey: Survey }> {
    const survey = await this.read(editor)
    const reader = responseReader(this.#context, survey, page.order)
    const matches = page.search && answerMatcher(readQuestions(survey.questions), page.search)
    return { survey, ...(await readResponsePage(reader, page, { clock: this.#context.clock, matches })) }
  }

  /**
   * How responses came in over time: a sample, evenly spread by sequence, always with the first and the last. A sequence
   * is the number of responses received by then; removed ones count, since no sequence is assigned twice. If the clock
   * was set back, times decrease but the order stays. The cost does not grow with the number of responses.
   * @throws Refusal `not found`
   */
  async arrivals(admin: SurveyAdmin): Promise<readonly ResponseTime[]> {
    const survey = await this.read(admin)
    const { responses } = this.#context.store
    const [last] = await responses.newest(survey, survey.lastSequence + 1, 1)
    return last === undefined ? [] : responses.responseTimes(survey, sampleSequences(last.sequence))
  }

  /** The newest answers to each free-text question. @throws Refusal `not found` */
  async newestTexts(admin: SurveyAdmin): Promise<readonly NewestTexts[]> {
    return readNewestTexts(this.#context, await this.read(admin))
  }

  /** Removes a response from the survey and its counts. It cannot be submitted again. @throws Refusal `not found` */
  async removeResponse({ accountId, slug }: SurveyAdmin, id: string): Promise<void> {
    const removed = isId(id) && (await this.#context.store.responses.remove(accountId, slug, id))
    checkFound(removed)
  }

  /** A survey with its maintained counts. The cost does not grow with the number of responses. @throws Refusal `not found` */
  async aggregate({ accountId, slug }: ResultsReader): Promise<{ survey: Survey; results: Result[] }> {
    checkSlug(slug)
    const { survey, counts, boards } = orNotFound(await this.#context.store.surveys.findCounted(accountId, slug))
    return { survey, results: results(readQuestions(survey.questions), counts, boards) }
  }

  /**
   * Changes those fields of a survey that its editor may change: all that were sent, or nothing.
   * @throws Refusal `not found`, `nothing to change: …`, the status message, `invalid theme`, a reason about the
   *   questions or the expiry, `entitlement_required` where an expiry or custom colours are set without a subscription,
   *   `survey_expired` where an expired survey would be reopened, `storage_limit_reached` where questions become longer
   *   although the account's storage is full
   */
  change(editor: SurveyEditor, body: JsonObject): Promise<Changed> {
    return this.#apply('change', editor, body)
  }

  /** What `change` would do. Nothing is changed. @throws Refusal as `change` */
  checkChange(editor: SurveyEditor, body: JsonObject): Promise<Changed> {
    return this.#apply('checkChange', editor, body)
  }

  async #apply(operation: 'change' | 'checkChange', editor: SurveyEditor, body: JsonObject): Promise<Changed> {
    const { accountId, slug, fields } = editor
    checkSlug(slug)
    const { store, clock, quota } = this.#context
    const sent = new Set(fields.filter(field => Object.hasOwn(body, field)))
    const storageRefusal = sent.has('questions') ? await quota.refusalOf(accountId) : undefined
    const edit = { editor, body, sent, clock, storageRefusal }
    const decide: DecideChange = (stored, reads) => decideChange(stored, reads, edit)
    return changedFields(orNotFound(await store.surveys[operation](accountId, slug, decide)), edit)
  }

  /** Deletes the survey and its responses, for good. @throws Refusal `not found` where it is gone already */
  delete({ access }: SurveyAdmin): Promise<void> {
    return deleteSurvey(this.#context, access)
  }
}

function changedFields(survey: Survey, { sent }: SurveyEdit): Changed {
  return {
    slug: survey.slug,
    status: survey.status,
    ...(sent.has('theme') && { theme: survey.theme }),
    ...(sent.has('questions') && { questions: survey.questions }),
    ...(sent.has('archived') && { archived: survey.archived }),
    ...(sent.has('expires_at') && { expiresAt: survey.expiresAt }),
    ...(sent.has('share_results') && { shareResults: survey.shareResults }),
    ...(sent.has('results_revealed') && { resultsRevealed: survey.resultsRevealed }),
  }
}
