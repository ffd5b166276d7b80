import { sampleSequences } from '../domain/arrivals.ts'
import { editQuestions } from '../domain/edit.ts'
import type { RequestKey } from '../domain/idempotency.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import { checkReopening, parseArchived, parseExpiry, parseStatus } from '../domain/lifecycle.ts'
import { SURVEYS_PER_ACCOUNT } from '../domain/limits.ts'
import { encodeQuestions, parseQuestions, type QuestionsText, readQuestions } from '../domain/question.ts'
import { Refusal } from '../domain/refusal.ts'
import type { ResponseQuery } from '../domain/response-query.ts'
import { answerMatcher } from '../domain/search.ts'
import { generateSlug, isSlug, parseSlug } from '../domain/slug.ts'
import { moveCounts, type Result, results } from '../domain/tally.ts'
import { isUuid } from '../domain/text.ts'
import { parseTheme, type Theme } from '../domain/theme.ts'
import { parseTitle } from '../domain/title.ts'
import type { IdempotencyMatch, IdempotentRequest } from '../store/idempotency.ts'
import type { ResponseTime } from '../store/responses.ts'
import type { StoredResponse } from '../store/stored-response.ts'
import type { ListedSurvey, Survey, SurveyChange, SurveyReads } from '../store/surveys.ts'
import type { Operator, OwnedSurvey, SurveyAdmin, SurveyField } from './authentication.ts'
import { type Context, timestamp } from './context.ts'
import { consumeCustomSlug, refundCustomSlug } from './custom-slug-limit.ts'
import { deleteSurvey } from './deletion.ts'
import { Idempotency, replayedId } from './idempotency.ts'
import { findSurvey, findTemplate } from './lookup.ts'
import { checkSlug, orNotFound } from './not-found.ts'
import type { AccountOwner, ResultsReader, SurveyEditor } from './principal.ts'
import { type ResponsePage, readResponsePage, responseReader } from './response-search.ts'
import { SLUG_WORDS } from './slug-words.ts'

export type { StoredResponse as Response, Survey }

/** What a create, clone or launch made. */
export interface Created {
  readonly slug: string
  readonly title: string
  readonly createdAt: string
  readonly adminToken: string
  readonly theme: Theme
}

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
}

type Account = Pick<AccountOwner, 'accountId'>

/** Responses in one page of a full read: few enough that the event loop is never held for long. */
const PAGE = 100

/** The operations on surveys, for whichever entry point asks. */
export class Surveys {
  readonly #context: Context
  readonly #idempotency: Idempotency

  constructor(context: Context) {
    this.#context = context
    this.#idempotency = new Idempotency(context)
  }

  /**
   * @throws Refusal `title is required`, `title is too long`, a reason about the questions, `invalid slug`,
   *   `invalid theme`, `survey limit reached`, `slug taken`, `rate limit exceeded` for custom slugs, `idempotency key reused`
   */
  create(owner: AccountOwner, body: JsonObject, request?: RequestKey): Promise<Created> {
    return this.#once(owner, request, async keyed => {
      const custom = await this.#consumeSlug(owner, body)
      const title = parseTitle(body.title)
      const questions = encodeQuestions(parseQuestions(body.questions))
      const slug = custom ? parseSlug(body.slug) : undefined
      const theme = await this.#themeOf(owner, body)
      return this.#add(owner, { title, questions, slug, theme }, keyed)
    })
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

  /**
   * Hides a survey from respondents, and lets its owner read it as closed, until that is undone.
   * @throws Refusal where there is no such survey
   */
  async setTakenDown(_: Operator, slug: string, takenDown: boolean): Promise<void> {
    const isThere = isSlug(slug) && (await this.#context.store.suspension.setTakenDown(slug, takenDown))
    if (!isThere) throw new Refusal('no_such_survey')
  }

  /**
   * The responses that a survey had when it was read, in the order taken, page by page.
   * @param survey as the same editor has read it
   */
  responses({ slug }: SurveyEditor, survey: Survey): AsyncGenerator<readonly StoredResponse[]> {
    if (survey.slug !== slug) throw new Refusal('not_found')
    return this.#context.store.responses.pages(survey.id, survey.lastSequence, PAGE)
  }

  /**
   * Responses in the order that is asked for, fewer than that where they are long; where they are searched, those that
   * match among as many as one request looks into, which may be none.
   * @returns `next`, the place to ask after for more; null at the end
   * @throws Refusal `not found`, a reason about the question that is searched
   */
  async page(admin: SurveyAdmin, page: ResponseQuery): Promise<ResponsePage & { survey: Survey }> {
    const survey = await this.read(admin)
    const read = responseReader(this.#context, survey, page.order)
    const isSought = page.search && answerMatcher(readQuestions(survey.questions), page.search)
    return { survey, ...(await readResponsePage(read, page, isSought)) }
  }

  /**
   * How responses came in over time: some of them, evenly by their places, the first and the last always among them. A
   * place is how many had been taken by then; those that were removed since count, as no place is given twice. A clock
   * that was set back makes times fall and leaves the order. The cost does not grow with the responses.
   * @throws Refusal `not found`
   */
  async arrivals(admin: SurveyAdmin): Promise<readonly ResponseTime[]> {
    const { id, lastSequence } = await this.read(admin)
    const { responses } = this.#context.store
    const [last] = await responses.newest(id, lastSequence + 1, 1)
    return last === undefined ? [] : responses.responseTimes(id, sampleSequences(last.sequence))
  }

  /** Removes a response and what it counts; it cannot be sent again. @throws Refusal `not found` */
  async removeResponse({ accountId, slug }: SurveyAdmin, id: string): Promise<void> {
    const removed = isUuid(id) && (await this.#context.store.responses.remove(accountId, slug, id))
    if (!removed) throw new Refusal('not_found')
  }

  /** A survey with what its kept counts say: its cost does not grow with the responses. @throws Refusal `not found` */
  async aggregate({ accountId, slug }: ResultsReader): Promise<{ survey: Survey; results: Result[] }> {
    checkSlug(slug)
    const { survey, counts, boards } = orNotFound(await this.#context.store.surveys.findCounted(accountId, slug))
    return { survey, results: results(readQuestions(survey.questions), counts, boards) }
  }

  /**
   * Changes those fields of a survey that its editor may change: all that were sent, or nothing.
   * @throws Refusal `not found`, `nothing to change: …`, the status message, `invalid theme`, a reason about the
   *   questions or the expiry, `entitlement_required` where an expiry or custom colours are set without a subscription,
   *   `survey_expired` where an expired survey would be reopened
   */
  async change(editor: SurveyEditor, body: JsonObject): Promise<Changed> {
    const { accountId, slug, fields } = editor
    checkSlug(slug)
    const sent = new Set(fields.filter(field => Object.hasOwn(body, field)))
    const decide = (stored: Survey, given: SurveyReads) => this.#decide(stored, given, { editor, body, sent })
    const survey = orNotFound(await this.#context.store.surveys.change(accountId, slug, decide))
    return {
      slug,
      status: survey.status,
      ...(sent.has('theme') && { theme: survey.theme }),
      ...(sent.has('questions') && { questions: survey.questions }),
      ...(sent.has('archived') && { archived: survey.archived }),
      ...(sent.has('expires_at') && { expiresAt: survey.expiresAt }),
    }
  }

  /** Deletes the survey and its responses, for good. @throws Refusal `not found` where it is gone already */
  delete({ access }: SurveyAdmin): Promise<void> {
    return deleteSurvey(this.#context, access)
  }

  /**
   * Copies a survey's questions into a new one; neither expiry nor archived state comes along.
   * @throws Refusal `not found`, otherwise as create
   */
  clone(source: OwnedSurvey, body: JsonObject, request?: RequestKey): Promise<Created> {
    return this.#once(source, request, async keyed => {
      const custom = await this.#consumeSlug(source, body)
      const original = await this.read(source)
      const title = body.title === undefined ? original.title : parseTitle(body.title)
      const newSlug = custom ? parseSlug(body.slug) : undefined
      const theme = body.theme === undefined ? original.theme : parseTheme(body.theme)
      return this.#add(source, { title, questions: original.questions, slug: newSlug, theme }, keyed)
    })
  }

  /**
   * Opens a new survey with a template's questions as they are at this moment.
   * @throws Refusal `not found`, otherwise as create
   */
  launch(owner: AccountOwner, templateId: string, body: JsonObject, request?: RequestKey): Promise<Created> {
    return this.#once(owner, request, async keyed => {
      const custom = await this.#consumeSlug(owner, body)
      const template = await findTemplate(this.#context, owner.accountId, templateId)
      const slug = custom ? parseSlug(body.slug) : undefined
      const theme = await this.#themeOf(owner, body)
      return this.#add(owner, { title: template.name, questions: template.questions, slug, theme }, keyed)
    })
  }

  /** What the request under this key made before, or what it makes now. */
  #once(
    { accountId }: Account,
    request: RequestKey | undefined,
    make: (keyed?: IdempotentRequest) => Promise<Created>,
  ): Promise<Created> {
    return this.#idempotency.run(accountId, request, make, slug => this.#createdBefore(accountId, slug))
  }

  /** As it is now; no answer is kept, so its admin token is derived anew. @throws Refusal `not found` */
  async #createdBefore(accountId: string, slug: string): Promise<Created> {
    const survey = orNotFound(await this.#context.store.surveys.find(accountId, slug))
    const { title, createdAt, adminNonce, theme } = survey
    return { slug, title, createdAt, theme, adminToken: this.#context.keys.adminToken(slug, adminNonce) }
  }

  /** A `slug` property spends one attempt, whatever becomes of it. */
  async #consumeSlug({ accountId }: Account, body: JsonObject): Promise<boolean> {
    const custom = Object.hasOwn(body, 'slug')
    if (custom) await consumeCustomSlug(this.#context, accountId)
    return custom
  }

  /** Without a theme, the palette that the account last saved in the browser. */
  async #themeOf({ accountId }: Account, { theme }: JsonObject): Promise<Theme> {
    return theme === undefined ? this.#context.store.accounts.palette(accountId) : parseTheme(theme)
  }

  /** Everything that was sent is judged before anything is written: 400 before 409. */
  async #decide(survey: Survey, given: SurveyReads, { editor, body, sent }: Edit): Promise<SurveyChange> {
    if (sent.size === 0) throw nothingToChange(editor.fields)
    const status = sent.has('status') ? parseStatus(body.status) : undefined
    const theme = sent.has('theme') ? parseTheme(body.theme) : undefined
    const edit = sent.has('questions') ? await edited(survey, given, body.questions) : undefined
    const archived = sent.has('archived') ? parseArchived(body.archived) : undefined
    const expiresAt = sent.has('expires_at') ? parseExpiry(body.expires_at) : undefined
    const change = {
      ...(status !== undefined && { status }),
      ...(theme !== undefined && { theme }),
      ...edit,
      ...(archived !== undefined && { archived }),
      ...(expiresAt !== undefined && { expiresAt }),
    }
    checkEntitlement(editor, change)
    if (status === 'open') checkReopening({ ...survey, ...change }, this.#context.clock())
    return change
  }

  async #add(
    { accountId }: Account,
    { slug, ...survey }: { title: string; questions: QuestionsText; slug: string | undefined; theme: Theme },
    keyed?: IdempotentRequest,
  ): Promise<Created> {
    const { store, keys, random } = this.#context
    const chosen = slug ?? generateSlug(SLUG_WORDS, random.integer)
    const adminNonce = random.uuid()
    const row = { ...survey, accountId, slug: chosen, adminNonce, createdAt: timestamp(this.#context), expiresAt: null }
    const outcome = await store.surveys.add(row, SURVEYS_PER_ACCOUNT, keyed)
    if (outcome === 'limit_reached') throw new Refusal('survey_limit')
    if (outcome === 'added') return { ...row, adminToken: keys.adminToken(chosen, adminNonce) }
    if (outcome !== 'slug_taken') return this.#overtaken({ accountId }, outcome, slug !== undefined)
    if (slug !== undefined) throw new Refusal('slug_taken')
    return this.#add({ accountId }, { slug, ...survey }, keyed)
  }

  /** A send of the same key, at another process, was first: this one is a repeat, and has spent nothing. */
  async #overtaken({ accountId }: Account, earlier: IdempotencyMatch, custom: boolean): Promise<Created> {
    if (custom) await refundCustomSlug(this.#context, accountId)
    return this.#createdBefore(accountId, replayedId(earlier))
  }
}

/** A PATCH, and the fields in it that its sender may change. */
interface Edit {
  readonly editor: SurveyEditor
  readonly body: JsonObject
  readonly sent: ReadonlySet<SurveyField>
}

/** An expiry and custom colours are part of the subscription. @throws Refusal `entitlement_required` */
function checkEntitlement({ isEntitled }: SurveyEditor, { expiresAt, theme }: SurveyChange): void {
  const isPaid = expiresAt !== undefined || typeof theme === 'object'
  if (isPaid && !isEntitled) throw new Refusal('entitlement_required')
}

function nothingToChange(fields: readonly SurveyField[]): Refusal {
  const reason = `nothing to change: send ${fields.slice(0, -1).join(', ')} or ${fields.at(-1)}`
  return new Refusal('nothing_to_change', { reason })
}

/** The new list, and where any kept count must follow its option, all of them. */
async function edited(survey: Survey, given: SurveyReads, input: Json | undefined): Promise<SurveyChange> {
  const before = readQuestions(survey.questions)
  const answered = survey.responseCount > 0 ? before.keys() : await given.boardsWithItems()
  const after = editQuestions(before, input ?? null, new Set(answered))
  const kept = await given.counts()
  const moved = moveCounts(before, after, kept)
  const anyMoved = moved.some(({ slot }, at) => slot !== kept[at]?.slot)
  return { questions: encodeQuestions(after), ...(anyMoved && { counts: moved }) }
}
