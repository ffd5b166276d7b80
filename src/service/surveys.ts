import { sampledPlaces } from '../domain/arrivals.ts'
import { editQuestions } from '../domain/edit.ts'
import type { KeyedRequest } from '../domain/idempotency.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import { checkReopening, parseArchived, parseExpiry, parseStatus } from '../domain/lifecycle.ts'
import { SURVEYS_PER_ACCOUNT } from '../domain/limits.ts'
import type { Page } from '../domain/page.ts'
import { parseQuestions, type QuestionsText, questionsJson, readQuestions } from '../domain/question.ts'
import { Refusal } from '../domain/refusal.ts'
import { matcher } from '../domain/search.ts'
import { drawSlug, isSlug, parseSlug } from '../domain/slug.ts'
import { moveCounts, type Result, results } from '../domain/tally.ts'
import { isUuid } from '../domain/text.ts'
import { parseTheme, type Theme } from '../domain/theme.ts'
import { parseTitle } from '../domain/title.ts'
import type { IdempotencyMatch, IdempotentRequest } from '../store/idempotency.ts'
import type { ResponseTime } from '../store/responses.ts'
import type { StoredResponse } from '../store/stored-response.ts'
import type { ListedSurvey, Survey, SurveyChange, SurveyReads } from '../store/surveys.ts'
import { giveCustomSlugBack, spendCustomSlug } from './access.ts'
import type { Admin } from './administration.ts'
import { type Context, timestamp } from './context.ts'
import { Idempotency, replayedId } from './idempotency.ts'
import { checkSurveyId, findSurvey, findTemplate, found, type Owner } from './ownership.ts'
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

/** What the API can change, and what a survey's dashboard can. */
const OF_API = ['status', 'theme', 'questions', 'archived'] as const
const OF_DASHBOARD = [...OF_API, 'expires_at'] as const
type Field = (typeof OF_DASHBOARD)[number]

/** Responses in one page of a full read: few enough that the event loop is never held for long. */
const PAGE = 100

/** The verbs of surveys, for whichever door asks. */
export class Surveys {
  readonly #context: Context
  readonly #repeats: Idempotency

  constructor(context: Context) {
    this.#context = context
    this.#repeats = new Idempotency(context)
  }

  /**
   * @throws Refusal `title is required`, `title is too long`, a reason about the questions, `invalid slug`,
   *   `invalid theme`, `survey limit reached`, `slug taken`, `rate limit exceeded` for custom slugs, `idempotency key reused`
   */
  create(owner: Owner, body: JsonObject, request?: KeyedRequest): Promise<Created> {
    return this.#once(owner, request, async keyed => {
      const custom = await this.#spendSlug(owner, body)
      const title = parseTitle(body.title)
      const questions = questionsJson(parseQuestions(body.questions))
      const slug = custom ? parseSlug(body.slug) : undefined
      const theme = await this.#themeOf(owner, body)
      return this.#add(owner, { title, questions, slug, theme }, keyed)
    })
  }

  /** The caller's surveys, newest first, without the archived ones. */
  async list(owner: Owner, options: { openOnly: boolean; withAdmin: boolean }): Promise<readonly Listed[]> {
    const surveys = await this.#context.store.surveys.list(owner.accountId, options.openOnly)
    if (!options.withAdmin) return surveys
    const { keys } = this.#context
    return surveys.map(row => ({ ...row, adminToken: keys.adminToken(row.slug, row.adminNonce) }))
  }

  /** @throws Refusal `not found` */
  read(owner: Owner, slug: string): Promise<Survey> {
    return findSurvey(this.#context, owner, slug)
  }

  /** The operator's: anybody's survey. @throws Refusal where there is none of this slug */
  async readAny(slug: string): Promise<Survey> {
    const survey = isSlug(slug) ? await this.#context.store.surveys.findAny(slug) : undefined
    if (survey === undefined) throw new Refusal('no_such_survey')
    return survey
  }

  /** The responses that a survey had when it was read, in the order taken, page by page. */
  responses(survey: Survey): AsyncGenerator<readonly StoredResponse[]> {
    return this.#context.store.responses.pages(survey.id, survey.lastSequence, PAGE)
  }

  /**
   * Responses in the order that is asked for, fewer than that where they are long; where they are searched, those that
   * match among as many as one request looks into, which may be none.
   * @returns `next`, the place to ask after for more; null at the end
   * @throws Refusal `not found`, a reason about the question that is searched
   */
  async page(owner: Owner, slug: string, page: Page): Promise<ResponsePage & { survey: Survey }> {
    const survey = await this.read(owner, slug)
    const read = responseReader(this.#context, survey, page.order)
    const isSought = page.search && matcher(readQuestions(survey.questions), page.search)
    return { survey, ...(await readResponsePage(read, page, isSought)) }
  }

  /**
   * How responses came in over time: some of them, evenly by their places, the first and the last always among them. A
   * place is how many had been taken by then; those that were removed since count, as no place is given twice. A clock
   * that was set back makes times fall and leaves the order. The cost does not grow with the responses.
   * @throws Refusal `not found`
   */
  async arrivals(owner: Owner, slug: string): Promise<readonly ResponseTime[]> {
    const { id, lastSequence } = await this.read(owner, slug)
    const { responses } = this.#context.store
    const [last] = await responses.newest(id, lastSequence + 1, 1)
    return last === undefined ? [] : responses.responseTimes(id, sampledPlaces(last.sequence))
  }

  /** Removes a response and what it counts; it cannot be sent again. @throws Refusal `not found` */
  async removeResponse({ accountId }: Owner, slug: string, id: string): Promise<void> {
    const removed = isUuid(id) && (await this.#context.store.responses.remove(accountId, slug, id))
    if (!removed) throw new Refusal('not_found')
  }

  /** A survey with what its kept counts say: its cost does not grow with the responses. @throws Refusal `not found` */
  async aggregate(owner: Owner, slug: string): Promise<{ survey: Survey; results: Result[] }> {
    checkSurveyId(slug)
    const { survey, counts, boards } = found(await this.#context.store.surveys.findCounted(owner.accountId, slug))
    return { survey, results: results(readQuestions(survey.questions), counts, boards) }
  }

  /**
   * Changes status, theme, questions or archived: all that was sent, or nothing.
   * @throws Refusal `not found`, `nothing to change: …`, the status message, `invalid theme`, a reason about the
   *   questions, `survey_expired` where an expired survey would be reopened
   */
  change(owner: Owner, slug: string, body: JsonObject): Promise<Changed> {
    const check = () => undefined
    return this.#change(owner, slug, { body, fields: OF_API, check })
  }

  /**
   * The same from a survey's dashboard, and its expiry.
   * @throws Refusal as `change`, a reason about the expiry, `entitlement_required` where that or colours of one's own
   *   would be set without a subscription
   */
  changeByAdmin(admin: Admin, body: JsonObject): Promise<Changed> {
    const check = ({ expiresAt, theme }: SurveyChange) => {
      const needsPlan = expiresAt !== undefined || typeof theme === 'object'
      if (needsPlan && !admin.entitled) throw new Refusal('entitlement_required')
    }
    return this.#change(admin, admin.slug, { body, fields: OF_DASHBOARD, check })
  }

  async #change(owner: Owner, slug: string, edit: Edit): Promise<Changed> {
    checkSurveyId(slug)
    const sent = new Set(edit.fields.filter(field => Object.hasOwn(edit.body, field)))
    const decide = (stored: Survey, given: SurveyReads) => this.#decide(stored, given, edit, sent)
    const survey = found(await this.#context.store.surveys.change(owner.accountId, slug, decide))
    return {
      slug,
      status: survey.status,
      ...(sent.has('theme') && { theme: survey.theme }),
      ...(sent.has('questions') && { questions: survey.questions }),
      ...(sent.has('archived') && { archived: survey.archived }),
      ...(sent.has('expires_at') && { expiresAt: survey.expiresAt }),
    }
  }

  /**
   * Copies a survey's questions into a new one; neither expiry nor archived state comes along.
   * @throws Refusal `not found`, otherwise as create
   */
  clone(owner: Owner, slug: string, body: JsonObject, request?: KeyedRequest): Promise<Created> {
    return this.#once(owner, request, async keyed => {
      const custom = await this.#spendSlug(owner, body)
      const original = await this.read(owner, slug)
      const title = body.title === undefined ? original.title : parseTitle(body.title)
      const newSlug = custom ? parseSlug(body.slug) : undefined
      const theme = body.theme === undefined ? original.theme : parseTheme(body.theme)
      return this.#add(owner, { title, questions: original.questions, slug: newSlug, theme }, keyed)
    })
  }

  /**
   * Opens a new survey with a template's questions as they are at this moment.
   * @throws Refusal `not found`, otherwise as create
   */
  launch(owner: Owner, templateId: string, body: JsonObject, request?: KeyedRequest): Promise<Created> {
    return this.#once(owner, request, async keyed => {
      const custom = await this.#spendSlug(owner, body)
      const template = await findTemplate(this.#context, owner, templateId)
      const slug = custom ? parseSlug(body.slug) : undefined
      const theme = await this.#themeOf(owner, body)
      return this.#add(owner, { title: template.name, questions: template.questions, slug, theme }, keyed)
    })
  }

  /** What the request under this key made before, or what it makes now. */
  #once(
    owner: Owner,
    request: KeyedRequest | undefined,
    make: (keyed?: IdempotentRequest) => Promise<Created>,
  ): Promise<Created> {
    return this.#repeats.run(owner, request, make, slug => this.#createdBefore(owner, slug))
  }

  /** As it is now; no answer is kept, so its admin token is derived anew. @throws Refusal `not found` */
  async #createdBefore(owner: Owner, slug: string): Promise<Created> {
    const { title, createdAt, adminNonce, theme } = await this.read(owner, slug)
    return { slug, title, createdAt, theme, adminToken: this.#context.keys.adminToken(slug, adminNonce) }
  }

  /** A `slug` property spends one attempt, whatever becomes of it. */
  async #spendSlug(owner: Owner, body: JsonObject): Promise<boolean> {
    const custom = Object.hasOwn(body, 'slug')
    if (custom) await spendCustomSlug(this.#context, owner.accountId)
    return custom
  }

  /** Without a theme, the palette that the account last saved in the browser. */
  async #themeOf({ accountId }: Owner, { theme }: JsonObject): Promise<Theme> {
    return theme === undefined ? this.#context.store.accounts.palette(accountId) : parseTheme(theme)
  }

  /** Everything that was sent is judged before anything is written: 400 before 409. */
  async #decide(
    survey: Survey,
    given: SurveyReads,
    { body, fields, check }: Edit,
    sent: ReadonlySet<Field>,
  ): Promise<SurveyChange> {
    if (sent.size === 0) throw nothingToChange(fields)
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
    check(change)
    if (status === 'open') checkReopening({ ...survey, ...change }, this.#context.clock())
    return change
  }

  async #add(
    { accountId }: Owner,
    { slug, ...survey }: { title: string; questions: QuestionsText; slug: string | undefined; theme: Theme },
    keyed?: IdempotentRequest,
  ): Promise<Created> {
    const { store, keys, random } = this.#context
    const chosen = slug ?? drawSlug(SLUG_WORDS, random.integer)
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
  async #overtaken(owner: Owner, earlier: IdempotencyMatch, custom: boolean): Promise<Created> {
    if (custom) await giveCustomSlugBack(this.#context, owner.accountId)
    return this.#createdBefore(owner, replayedId(earlier))
  }
}

/** A PATCH: what may be in it, and what its sender may not do. */
interface Edit {
  readonly body: JsonObject
  readonly fields: readonly Field[]
  readonly check: (change: SurveyChange) => void
}

function nothingToChange(fields: readonly Field[]): Refusal {
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
  return { questions: questionsJson(after), ...(anyMoved && { counts: moved }) }
}
