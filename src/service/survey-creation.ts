import { encodeDraftQuestions, readDraft } from '../domain/draft.ts'
import type { RequestKey } from '../domain/idempotency.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import { parseExpiry } from '../domain/lifecycle.ts'
import { SURVEYS_PER_ACCOUNT } from '../domain/limits.ts'
import { encodeQuestions, parseQuestions } from '../domain/question.ts'
import { Refusal } from '../domain/refusal.ts'
import { parseRevision } from '../domain/revision.ts'
import { parseSharingMode } from '../domain/sharing.ts'
import { generateSlug, parseSlug } from '../domain/slug.ts'
import { isId } from '../domain/text.ts'
import { parseTheme, type Theme } from '../domain/theme.ts'
import { parseTitle } from '../domain/title.ts'
import type { IdempotencyMatch, IdempotentRequest } from '../store/idempotency.ts'
import type { NewSurvey } from '../store/survey-creation.ts'
import type { AccountHolder, OwnedSurvey } from './authentication.ts'
import { type Context, timestamp } from './context.ts'
import { availableTheme, checkColours, expiryOf } from './free-plan.ts'
import { consumeCustomSlug, refundCustomSlug } from './hourly-limits.ts'
import { Idempotency, replayedId } from './idempotency.ts'
import { findDraft, findSurvey, findTemplate } from './lookup.ts'
import { checkFound, orNotFound } from './not-found.ts'
import type { AccountOwner } from './principal.ts'
import { SLUG_WORDS } from './slug-words.ts'

/** A survey that was just created, cloned, launched or published. */
export interface Created {
  readonly slug: string
  readonly title: string
  readonly createdAt: string
  readonly adminToken: string
  readonly theme: Theme
}

/** The maker of a survey, in an account that is subscribed or not. */
type Maker = Pick<AccountOwner, 'accountId' | 'isEntitled'>

type Settings = Partial<Pick<NewSurvey, 'expiresAt' | 'expiryAutomatic' | 'shareResults' | 'palette' | 'draft'>>

/** What a survey is made of. */
export interface CheckedSurvey extends Pick<NewSurvey, 'title' | 'questions' | 'theme'> {
  /** Undefined for a random one. */
  readonly slug: string | undefined
}

type Material = CheckedSurvey & Settings

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
   *   `invalid theme`, `survey limit reached`, `daily_survey_limit_reached`, `slug taken`, `rate limit exceeded` for custom slugs, `idempotency key reused`
   */
  create(owner: AccountOwner, body: JsonObject, request?: RequestKey): Promise<Created> {
    return this.#run(owner, request, async keyed => {
      await this.#consumeSlug(owner, body)
      return this.#add(owner, await this.check(owner, body), keyed)
    })
  }

  /** What `create` would make. @throws Refusal as `create` for an invalid body */
  async check(owner: AccountOwner, body: JsonObject): Promise<CheckedSurvey> {
    const title = parseTitle(body.title)
    const questions = encodeQuestions(parseQuestions(body.questions))
    const slug = chosenSlug(body)
    return { title, questions, slug, theme: await this.#themeOf(owner, body.theme) }
  }

  /**
   * Copies a survey's questions into a new one, without its expiry and archived state.
   * @throws Refusal `not found`, otherwise as `create`
   */
  clone(source: OwnedSurvey, body: JsonObject, request?: RequestKey): Promise<Created> {
    return this.#run(source, request, async keyed => {
      await this.#consumeSlug(source, body)
      const original = await findSurvey(this.#context, source)
      const title = body.title === undefined ? original.title : parseTitle(body.title)
      const slug = chosenSlug(body)
      const { theme: sent } = body
      const theme = sent === undefined ? availableTheme(original.theme, source) : parseAvailableTheme(sent, source)
      return this.#add(source, { title, questions: original.questions, slug, theme }, keyed)
    })
  }

  /**
   * Creates a survey with the questions that a template has at this moment. Its theme, if it has one, is for the browser:
   * the API does not know themes of templates.
   * @throws Refusal `not found`, otherwise as `create`
   */
  launch(owner: AccountOwner, templateId: string, body: JsonObject, request?: RequestKey): Promise<Created> {
    return this.#run(owner, request, async keyed => {
      await this.#consumeSlug(owner, body)
      const template = await findTemplate(this.#context, owner.accountId, templateId)
      const slug = chosenSlug(body)
      const ownTheme = owner.kind === 'account_holder' && body.theme === undefined ? template.theme : null
      const theme = ownTheme === null ? await this.#themeOf(owner, body.theme) : availableTheme(ownTheme, owner)
      return this.#add(owner, { title: template.name, questions: template.questions, slug, theme }, keyed)
    })
  }

  /**
   * Turns a draft into a survey, in one transaction: there is never both, nor neither. A repeated request answers as the
   * first one did. The theme of the draft becomes the palette of the account.
   * @param body `slug`, `expires_at`, `share_results`, and the `revision` of the draft, each optional
   * @throws Refusal `not found`, `draft_changed`, those of `expires_at` and `share_results`, otherwise as `create`
   */
  async publish(owner: AccountHolder, draftId: string, body: JsonObject): Promise<Created> {
    checkFound(isId(draftId))
    const request = { key: `publish ${draftId}`, hash: 'publish' }
    return this.#run(owner, request, async keyed => {
      // Found first: if another process has just published it, this request is a repeat and counts no attempt.
      const { id, revision, content } = await findDraft(this.#context, owner.accountId, draftId)
      await this.#consumeSlug(owner, body)
      if (body.revision !== undefined && parseRevision(body.revision) !== revision) throw new Refusal('draft_changed')
      const draft = readDraft(content)
      const title = parseTitle(draft.title)
      const questions = encodeDraftQuestions(draft)
      const slug = chosenSlug(body)
      if (draft.theme !== null) checkColours(draft.theme, owner)
      const theme = draft.theme ?? (await this.#themeOf(owner, undefined))
      const settings = { ...parseSettings(owner, body), palette: draft.theme ?? undefined }
      return this.#add(owner, { title, questions, slug, theme, ...settings, draft: { id, revision } }, keyed)
    })
  }

  /** Creates a survey, or returns the one that an earlier request with the same key created. */
  #run(
    { accountId }: Maker,
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

  /** A `slug` property counts as one attempt, even if the request fails. */
  async #consumeSlug({ accountId }: Maker, body: JsonObject): Promise<void> {
    if (Object.hasOwn(body, 'slug')) await consumeCustomSlug(this.#context, accountId)
  }

  /** The default is the palette that the account last saved in the browser. */
  async #themeOf(maker: Maker, sent: Json | undefined): Promise<Theme> {
    if (sent !== undefined) return parseAvailableTheme(sent, maker)
    return availableTheme(await this.#context.store.accounts.palette(maker.accountId), maker)
  }

  async #add(maker: Maker, { slug, ...material }: Material, keyed?: IdempotentRequest): Promise<Created> {
    const { store, keys, random, quota } = this.#context
    const { accountId } = maker
    await quota.checkAccount(accountId)
    const chosen = slug ?? generateSlug(SLUG_WORDS, random.integer)
    const adminNonce = random.uuid()
    const createdAt = timestamp(this.#context)
    const identity = { accountId, slug: chosen, slugHash: keys.slugHash(chosen), adminNonce, createdAt }
    const row = { shareResults: 'never' as const, ...expiryOf(maker, this.#context), ...material, ...identity }
    const outcome = await store.surveys.add(row, SURVEYS_PER_ACCOUNT, keyed)
    if (outcome === 'limit_reached') throw new Refusal('survey_limit')
    if (outcome === 'daily_limit_reached') throw new Refusal('daily_survey_limit')
    if (outcome === 'draft_changed') throw new Refusal('draft_changed')
    if (outcome === 'added') return { ...row, adminToken: keys.adminToken(chosen, adminNonce) }
    if (outcome !== 'slug_taken') return this.#replay(maker, outcome, slug !== undefined)
    if (slug !== undefined) throw new Refusal('slug_taken')
    return this.#add(maker, { slug, ...material }, keyed)
  }

  /** Another process was first with a request of the same key, so this one is a replay and counts no attempt. */
  async #replay({ accountId }: Maker, earlier: IdempotencyMatch, custom: boolean): Promise<Created> {
    if (custom) await refundCustomSlug(this.#context, accountId)
    return this.#readCreated(accountId, replayedId(earlier))
  }
}

/** @returns undefined for a random one @throws Refusal `invalid slug` */
function chosenSlug(body: JsonObject): string | undefined {
  return Object.hasOwn(body, 'slug') ? parseSlug(body.slug) : undefined
}

/** @throws Refusal `invalid theme`, or with code `entitlement_required` */
function parseAvailableTheme(input: Json, maker: Maker): Theme {
  const theme = parseTheme(input)
  checkColours(theme, maker)
  return theme
}

/** @throws Refusal with code `entitlement_required` if an expiry is sent without a subscription */
function parseSettings({ isEntitled }: Maker, { expires_at: expiry, share_results: sharing }: JsonObject): Settings {
  if (expiry !== undefined && !isEntitled) throw new Refusal('deadline_needs_subscription')
  return {
    ...(expiry !== undefined && { expiresAt: parseExpiry(expiry), expiryAutomatic: false }),
    ...(sharing !== undefined && { shareResults: parseSharingMode(sharing) }),
  }
}
