import { parseSharingMode } from '../../domain/results/sharing.ts'
import { encodeDraftQuestions, readDraft } from '../../domain/surveys/draft.ts'
import { NO_GROUPS } from '../../domain/surveys/groups/question-group.ts'
import { parseLanguage } from '../../domain/surveys/languages/languages.ts'
import { parseExpiry } from '../../domain/surveys/lifecycle.ts'
import { SURVEYS_PER_ACCOUNT } from '../../domain/surveys/limits.ts'
import { encodeQuestions, parseQuestions } from '../../domain/surveys/question.ts'
import { NO_QUESTION_SETTINGS } from '../../domain/surveys/question-settings.ts'
import { generateSlug, parseSlug } from '../../domain/surveys/slug.ts'
import { parsePaced } from '../../domain/surveys/survey-settings/paced.ts'
import { parseRevealedAtOnce } from '../../domain/surveys/survey-settings/revealed-at-once.ts'
import { parseSharedDevice } from '../../domain/surveys/survey-settings/shared-device.ts'
import { NO_TEXTS } from '../../domain/surveys/survey-settings/survey-texts.ts'
import { parseTheme, type Theme } from '../../domain/surveys/survey-settings/theme.ts'
import { checkSurveyConditions } from '../../domain/surveys/survey-tag.ts'
import { parseTitle } from '../../domain/surveys/title.ts'
import { type Conditions, holdsUntagged } from '../../domain/values/entity-tag.ts'
import type { RequestKey } from '../../domain/values/idempotency.ts'
import type { Json, JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { parseRevision } from '../../domain/values/revision.ts'
import { isId } from '../../domain/values/text.ts'
import type { IdempotencyMatch, IdempotentRequest } from '../../store/surveys/idempotency.ts'
import type { NewSurvey } from '../../store/surveys/survey-creation.ts'
import type { AccountHolder, OwnedSurvey } from '../access/authentication.ts'
import { consumeCustomSlug, refundCustomSlug } from '../access/hourly-limits.ts'
import { Idempotency, replayedId } from '../access/idempotency.ts'
import { findDraft, findSurvey, findTemplate } from '../access/ownership.ts'
import type { AccountOwner } from '../access/principal.ts'
import { type Context, timestamp } from '../context.ts'
import { checkFound, orNotFound } from '../not-found.ts'
import { availableTheme, checkColours, expiryOf } from './free-plan.ts'
import { SLUG_WORDS } from './slug-words.ts'

/** A survey that was just created, cloned, launched or published. */
export interface Created {
  readonly slug: string
  readonly title: string
  readonly createdAt: string
  readonly adminToken: string
  readonly theme: Theme
}

/** The account that creates a survey, subscribed or not. */
type Maker = Pick<AccountOwner, 'accountId' | 'isEntitled'>

type Settings = Partial<
  Pick<
    NewSurvey,
    | 'expiresAt'
    | 'expiryAutomatic'
    | 'shareResults'
    | 'sharedDevice'
    | 'paced'
    | 'revealedAtOnce'
    | 'language'
    | 'questionSettings'
    | 'texts'
    | 'groups'
    | 'palette'
    | 'draft'
  >
>

/** The validated parts of a new survey. */
export interface CheckedSurvey extends Pick<NewSurvey, 'title' | 'questions' | 'theme'> {
  /** Undefined for a random slug. */
  readonly slug: string | undefined
}

type Material = CheckedSurvey & Settings

/** The operations that create a survey. Each is idempotent under its request's key. */
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

  /** What `create` would create. @throws Refusal as `create` for an invalid body */
  async check(owner: AccountOwner, body: JsonObject): Promise<CheckedSurvey> {
    const title = parseTitle(body.title)
    const questions = encodeQuestions(parseQuestions(body.questions))
    const slug = chosenSlug(body)
    return { title, questions, slug, theme: await this.#themeOf(owner, body.theme) }
  }

  /**
   * Copies a survey's questions with what is set beside them, its pace and when results are revealed into a new one,
   * without its expiry and archived state. The shared-device setting is copied, so that the copy is no less protected.
   * @param conditions on the survey that is copied
   * @throws Refusal `not found`, `survey_changed` and `condition_failed` if the conditions do not hold, otherwise as `create`
   */
  clone(source: OwnedSurvey, body: JsonObject, request?: RequestKey, conditions: Conditions = {}): Promise<Created> {
    return this.#run(source, request, async keyed => {
      await this.#consumeSlug(source, body)
      const original = await findSurvey(this.#context, source)
      checkSurveyConditions(original, conditions)
      const title = body.title === undefined ? original.title : parseTitle(body.title)
      const slug = chosenSlug(body)
      const { theme: sent } = body
      const theme = sent === undefined ? availableTheme(original.theme, source) : parseAvailableTheme(sent, source)
      const { questions, questionSettings, texts, groups, sharedDevice, paced, revealedAtOnce, language } = original
      const settings = { questionSettings, texts, groups, sharedDevice, paced, revealedAtOnce, language }
      return this.#add(source, { title, questions, slug, theme, ...settings }, keyed)
    })
  }

  /**
   * Creates a survey with the current questions of a template. A template's theme is used only in the browser: the API
   * does not know themes of templates.
   * @param conditions on the template, of which nothing that is read has an entity tag
   * @throws Refusal `not found`, `condition_failed`, otherwise as `create`
   */
  launch(
    owner: AccountOwner,
    templateId: string,
    body: JsonObject,
    request?: RequestKey,
    conditions: Conditions = {},
  ): Promise<Created> {
    return this.#run(owner, request, async keyed => {
      await this.#consumeSlug(owner, body)
      const template = await findTemplate(this.#context, owner.accountId, templateId)
      if (!holdsUntagged(conditions)) throw new Refusal('condition_failed')
      const slug = chosenSlug(body)
      const ownTheme = owner.kind === 'account_holder' && body.theme === undefined ? template.theme : null
      const theme = ownTheme === null ? await this.#themeOf(owner, body.theme) : availableTheme(ownTheme, owner)
      const { name: title, questions, questionSettings, texts, groups, language, paced, revealedAtOnce } = template
      const settings = { questionSettings, texts, groups, language, paced, revealedAtOnce }
      return this.#add(owner, { title, questions, slug, theme, ...settings }, keyed)
    })
  }

  /**
   * Turns a draft into a survey in one transaction: there are never both, and never neither. A repeated request returns
   * the result of the first. The draft's theme becomes the account's palette.
   * @param body `slug`, `expires_at`, `share_results`, `shared_device`, `paced`, `revealed_at_once`, `language`, and the
   *   `revision` of the draft, all optional
   * @throws Refusal `not found`, `draft_changed`, those of the settings, otherwise as `create`
   */
  async publish(owner: AccountHolder, draftId: string, body: JsonObject): Promise<Created> {
    checkFound(isId(draftId))
    const request = { key: `publish ${draftId}`, hash: 'publish' }
    return this.#run(owner, request, async keyed => {
      // Read first: if another process has just published it, this request is a repeat and does not count as an
      // attempt.
      const { id, revision, content } = await findDraft(this.#context, owner.accountId, draftId)
      await this.#consumeSlug(owner, body)
      if (body.revision !== undefined && parseRevision(body.revision) !== revision) throw new Refusal('draft_changed')
      const draft = readDraft(content)
      const title = parseTitle(draft.title)
      const questions = encodeDraftQuestions(draft)
      const slug = chosenSlug(body)
      if (draft.theme !== null) checkColours(draft.theme, owner)
      const theme = draft.theme ?? (await this.#themeOf(owner, undefined))
      const { language, paced, revealedAtOnce, questionSettings, texts, groups } = draft
      const settings = {
        language,
        paced,
        revealedAtOnce,
        questionSettings,
        texts,
        groups,
        ...parseSettings(owner, body),
        palette: draft.theme ?? undefined,
      }
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

  /**
   * The survey in its current state. Responses to requests are not stored, so its admin token is derived again.
   * @throws Refusal `not found`
   */
  async #readCreated(accountId: string, slug: string): Promise<Created> {
    const survey = orNotFound(await this.#context.store.surveys.find(accountId, slug))
    const { title, createdAt, adminNonce, theme } = survey
    return { slug, title, createdAt, theme, adminToken: this.#context.keys.adminToken(slug, adminNonce) }
  }

  /** A request with a `slug` property counts as one attempt, even if it fails. */
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
    const defaults = {
      shareResults: 'never' as const,
      sharedDevice: false,
      paced: false,
      revealedAtOnce: false,
      language: null,
      questionSettings: NO_QUESTION_SETTINGS,
      texts: NO_TEXTS,
      groups: NO_GROUPS,
    }
    const row = { ...defaults, ...expiryOf(maker, this.#context), ...material, ...identity }
    const outcome = await store.surveys.add(row, SURVEYS_PER_ACCOUNT, keyed)
    if (outcome === 'limit_reached') throw new Refusal('survey_limit')
    if (outcome === 'daily_limit_reached') throw new Refusal('daily_survey_limit')
    if (outcome === 'draft_changed') throw new Refusal('draft_changed')
    if (outcome === 'added') return { ...row, adminToken: keys.adminToken(chosen, adminNonce) }
    if (outcome !== 'slug_taken') return this.#replay(maker, outcome, slug !== undefined)
    if (slug !== undefined) throw new Refusal('slug_taken')
    return this.#add(maker, { slug, ...material }, keyed)
  }

  /** Another process was first with the same key, so this request is a replay and does not count as an attempt. */
  async #replay({ accountId }: Maker, earlier: IdempotencyMatch, custom: boolean): Promise<Created> {
    if (custom) await refundCustomSlug(this.#context, accountId)
    return this.#readCreated(accountId, replayedId(earlier))
  }
}

/** @returns undefined for a random slug @throws Refusal `invalid slug` */
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
function parseSettings({ isEntitled }: Maker, body: JsonObject): Settings {
  const { expires_at: expiry, share_results: sharing, shared_device: shared, paced, language } = body
  const { revealed_at_once: atOnce } = body
  if (expiry !== undefined && !isEntitled) throw new Refusal('deadline_needs_subscription')
  return {
    ...(expiry !== undefined && { expiresAt: parseExpiry(expiry), expiryAutomatic: false }),
    ...(sharing !== undefined && { shareResults: parseSharingMode(sharing) }),
    ...(shared !== undefined && { sharedDevice: parseSharedDevice(shared) }),
    ...(paced !== undefined && { paced: parsePaced(paced) }),
    ...(atOnce !== undefined && { revealedAtOnce: parseRevealedAtOnce(atOnce) }),
    ...(language !== undefined && { language: parseLanguage(language) }),
  }
}
