import type { RequestKey } from '../domain/idempotency.ts'
import type { JsonObject } from '../domain/json.ts'
import { SURVEYS_PER_ACCOUNT } from '../domain/limits.ts'
import { encodeQuestions, parseQuestions, type QuestionsText } from '../domain/question.ts'
import { Refusal } from '../domain/refusal.ts'
import { generateSlug, parseSlug } from '../domain/slug.ts'
import { parseTheme, type Theme } from '../domain/theme.ts'
import { parseTitle } from '../domain/title.ts'
import type { IdempotencyMatch, IdempotentRequest } from '../store/idempotency.ts'
import type { OwnedSurvey } from './authentication.ts'
import { type Context, timestamp } from './context.ts'
import { consumeCustomSlug, refundCustomSlug } from './custom-slug-limit.ts'
import { Idempotency, replayedId } from './idempotency.ts'
import { findSurvey, findTemplate } from './lookup.ts'
import { orNotFound } from './not-found.ts'
import type { AccountOwner } from './principal.ts'
import { SLUG_WORDS } from './slug-words.ts'

/** A survey that was just created, cloned or launched. */
export interface Created {
  readonly slug: string
  readonly title: string
  readonly createdAt: string
  readonly adminToken: string
  readonly theme: Theme
}

type Account = Pick<AccountOwner, 'accountId'>

/** The operations that create a survey. Each is idempotent under the key of its request. */
export class SurveyCreation {
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
    return this.#run(owner, request, async keyed => {
      const custom = await this.#consumeSlug(owner, body)
      const title = parseTitle(body.title)
      const questions = encodeQuestions(parseQuestions(body.questions))
      const slug = custom ? parseSlug(body.slug) : undefined
      const theme = await this.#themeOf(owner, body)
      return this.#add(owner, { title, questions, slug, theme }, keyed)
    })
  }

  /**
   * Copies a survey's questions into a new one, without its expiry and archived state.
   * @throws Refusal `not found`, otherwise as `create`
   */
  clone(source: OwnedSurvey, body: JsonObject, request?: RequestKey): Promise<Created> {
    return this.#run(source, request, async keyed => {
      const custom = await this.#consumeSlug(source, body)
      const original = await findSurvey(this.#context, source)
      const title = body.title === undefined ? original.title : parseTitle(body.title)
      const newSlug = custom ? parseSlug(body.slug) : undefined
      const theme = body.theme === undefined ? original.theme : parseTheme(body.theme)
      return this.#add(source, { title, questions: original.questions, slug: newSlug, theme }, keyed)
    })
  }

  /**
   * Creates a survey with the questions that a template has at this moment.
   * @throws Refusal `not found`, otherwise as `create`
   */
  launch(owner: AccountOwner, templateId: string, body: JsonObject, request?: RequestKey): Promise<Created> {
    return this.#run(owner, request, async keyed => {
      const custom = await this.#consumeSlug(owner, body)
      const template = await findTemplate(this.#context, owner.accountId, templateId)
      const slug = custom ? parseSlug(body.slug) : undefined
      const theme = await this.#themeOf(owner, body)
      return this.#add(owner, { title: template.name, questions: template.questions, slug, theme }, keyed)
    })
  }

  /** Creates a survey, or returns the one that an earlier request with the same key created. */
  #run(
    { accountId }: Account,
    request: RequestKey | undefined,
    create: (keyed?: IdempotentRequest) => Promise<Created>,
  ): Promise<Created> {
    return this.#idempotency.run(accountId, request, create, slug => this.#readCreated(accountId, slug))
  }

  /** The survey as it is now. Responses to requests are not stored, so its admin token is derived again. @throws Refusal `not found` */
  async #readCreated(accountId: string, slug: string): Promise<Created> {
    const survey = orNotFound(await this.#context.store.surveys.find(accountId, slug))
    const { title, createdAt, adminNonce, theme } = survey
    return { slug, title, createdAt, theme, adminToken: this.#context.keys.adminToken(slug, adminNonce) }
  }

  /** A `slug` property counts as one attempt, even if the request fails. @returns whether there is one */
  async #consumeSlug({ accountId }: Account, body: JsonObject): Promise<boolean> {
    const custom = Object.hasOwn(body, 'slug')
    if (custom) await consumeCustomSlug(this.#context, accountId)
    return custom
  }

  /** The default is the palette that the account last saved in the browser. */
  async #themeOf({ accountId }: Account, { theme }: JsonObject): Promise<Theme> {
    return theme === undefined ? this.#context.store.accounts.palette(accountId) : parseTheme(theme)
  }

  async #add(
    { accountId }: Account,
    { slug, ...survey }: { title: string; questions: QuestionsText; slug: string | undefined; theme: Theme },
    keyed?: IdempotentRequest,
  ): Promise<Created> {
    const { store, keys, random, quota } = this.#context
    await quota.checkAccount(accountId)
    const chosen = slug ?? generateSlug(SLUG_WORDS, random.integer)
    const adminNonce = random.uuid()
    const createdAt = timestamp(this.#context)
    const slugHash = keys.slugHash(chosen)
    const row = { ...survey, accountId, slug: chosen, slugHash, adminNonce, createdAt, expiresAt: null }
    const outcome = await store.surveys.add(row, SURVEYS_PER_ACCOUNT, keyed)
    if (outcome === 'limit_reached') throw new Refusal('survey_limit')
    if (outcome === 'added') return { ...row, adminToken: keys.adminToken(chosen, adminNonce) }
    if (outcome !== 'slug_taken') return this.#replay({ accountId }, outcome, slug !== undefined)
    if (slug !== undefined) throw new Refusal('slug_taken')
    return this.#add({ accountId }, { slug, ...survey }, keyed)
  }

  /** Another process was first with a request of the same key, so this one is a replay and counts no attempt. */
  async #replay({ accountId }: Account, earlier: IdempotencyMatch, custom: boolean): Promise<Created> {
    if (custom) await refundCustomSlug(this.#context, accountId)
    return this.#readCreated(accountId, replayedId(earlier))
  }
}
