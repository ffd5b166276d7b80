import { hash } from 'node:crypto'
import { checkGroups } from '../../domain/surveys/groups/group-fit.ts'
import { parseGroups } from '../../domain/surveys/groups/question-group.ts'
import { parseLanguage } from '../../domain/surveys/languages/languages.ts'
import { TEMPLATES_PER_ACCOUNT, TITLE_LENGTH } from '../../domain/surveys/limits.ts'
import { checkPageSize } from '../../domain/surveys/page-size.ts'
import { encodeQuestions, parseQuestions, readQuestions } from '../../domain/surveys/question.ts'
import { checkQuestionSettings, parseQuestionSettings } from '../../domain/surveys/question-settings.ts'
import { parsePaced } from '../../domain/surveys/survey-settings/paced.ts'
import { parseRevealedAtOnce } from '../../domain/surveys/survey-settings/revealed-at-once.ts'
import { parseTexts } from '../../domain/surveys/survey-settings/survey-texts.ts'
import { parseTheme, type Theme } from '../../domain/surveys/survey-settings/theme.ts'
import { checkSurveyConditions } from '../../domain/surveys/survey-tag.ts'
import { parseName, parseSavedName } from '../../domain/surveys/title.ts'
import type { Conditions } from '../../domain/values/entity-tag.ts'
import type { RequestKey } from '../../domain/values/idempotency.ts'
import type { Json, JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { parseRevision } from '../../domain/values/revision.ts'
import type { IdempotentRequest } from '../../store/surveys/idempotency.ts'
import { storedContentBytes } from '../../store/surveys/stored-content.ts'
import type { Template, TemplateContent, TemplateSummary } from '../../store/surveys/templates.ts'
import type { AccountHolder, OwnedSurvey } from '../access/authentication.ts'
import { Idempotency, replayedId } from '../access/idempotency.ts'
import { findSurvey, findTemplate } from '../access/ownership.ts'
import type { AccountOwner } from '../access/principal.ts'
import { type Context, timestamp } from '../context.ts'
import { checkFound, orNotFound } from '../not-found.ts'
import type { RoundRobin } from '../round-robin.ts'

export type { Template, TemplateSummary }

/** Bytes of templates read at once: 1 MiB, the maximum size of one template. */
const PAGE_BYTES = 1_048_576

const COPY_SUFFIX = ' (copy)'

/** Those of a template created through the API, whatever it has sent. */
const NO_SETTINGS = {
  theme: null,
  language: null,
  paced: false,
  revealed_at_once: false,
  question_settings: [],
  texts: {},
  groups: [],
}

/** The operations on templates. Launching a template creates a survey, so that is an operation on surveys. */
export class Templates {
  readonly #context: Context
  readonly #idempotency: Idempotency
  readonly #turns: RoundRobin

  constructor(context: Context, turns: RoundRobin) {
    this.#context = context
    this.#turns = turns
    this.#idempotency = new Idempotency(context)
  }

  /** The account's templates with their questions, most recently updated first, in pages. A list can be 200 MB. */
  async *list({ accountId }: AccountOwner): AsyncGenerator<readonly Template[]> {
    for await (const page of this.#context.store.templates.pages(accountId, PAGE_BYTES)) {
      // If several pages arrive at the same time, one is written per turn of the event loop.
      await this.#turns.next()
      yield page
    }
  }

  /** An entity tag of the list: it changes with each of its templates, and with their order. */
  async listTag({ accountId }: AccountOwner): Promise<string> {
    return hash('sha256', JSON.stringify(await this.#context.store.templates.revisions(accountId))).slice(0, 32)
  }

  /** The account's templates without their questions, most recently updated first. */
  summaries({ accountId }: AccountHolder): Promise<readonly TemplateSummary[]> {
    return this.#context.store.templates.summaries(accountId)
  }

  /** @throws Refusal `not found` */
  read({ accountId }: AccountHolder, id: string): Promise<Template> {
    return findTemplate(this.#context, accountId, id)
  }

  /**
   * A template created in the browser can have a theme, a language, a pace and other settings, which the API does not use.
   * @throws Refusal `name is required`, `name is too long`, a reason about the questions, `invalid theme`, those of
   *   `language`, `question_settings`, `texts` and `groups`, `template limit reached`, `idempotency key reused`
   */
  create(owner: AccountOwner, body: JsonObject, request?: RequestKey): Promise<Template> {
    return this.#run(owner.accountId, request, async keyed => {
      const content = parseTemplate(owner.kind === 'account_holder' ? body : { ...body, ...NO_SETTINGS })
      return this.#add(owner.accountId, content, keyed)
    })
  }

  /**
   * Replaces the content of a template. Surveys launched from it do not change.
   * @param body the new content, and the `revision` it is based on
   * @returns the current template; `hasChanged` if it has changed since that revision and was not replaced
   * @throws Refusal `not found`, otherwise as `create`
   */
  async replace(
    { accountId }: AccountHolder,
    id: string,
    body: JsonObject,
  ): Promise<{ hasChanged: boolean; template: Template }> {
    const stored = await findTemplate(this.#context, accountId, id)
    const content = parseTemplate(body)
    const expected = parseRevision(body.revision)
    await this.#context.quota.checkReplacement(accountId, storedContentBytes(stored), storedContentBytes(content))
    const next = { ...content, updatedAt: timestamp(this.#context) }
    const outcome = await this.#context.store.templates.replace(accountId, { id, revision: expected }, next)
    orNotFound(outcome)
    return { hasChanged: outcome === 'changed', template: await findTemplate(this.#context, accountId, id) }
  }

  /** @throws Refusal `not found` */
  async remove({ accountId }: AccountHolder, id: string): Promise<void> {
    const { id: own } = await findTemplate(this.#context, accountId, id)
    checkFound(await this.#context.store.templates.remove(accountId, own))
  }

  /** @throws Refusal `not found`, `template limit reached` */
  async duplicate({ accountId }: AccountHolder, id: string): Promise<Template> {
    const original = await findTemplate(this.#context, accountId, id)
    const name = [...original.name].slice(0, TITLE_LENGTH - COPY_SUFFIX.length).join('') + COPY_SUFFIX
    return this.#add(accountId, { ...original, name })
  }

  /**
   * Saves a snapshot of a survey's questions. Later edits of one never change the other.
   * @param conditions on the survey
   * @throws Refusal `not found`, `name is required`, `title is too long`, `template limit reached`, `idempotency key
   *   reused`, `survey_changed` and `condition_failed` if the conditions do not hold
   */
  saveSurvey(
    source: OwnedSurvey,
    body: JsonObject,
    request?: RequestKey,
    conditions: Conditions = {},
  ): Promise<Template> {
    return this.#run(source.accountId, request, async keyed => {
      const survey = await findSurvey(this.#context, source)
      checkSurveyConditions(survey, conditions)
      const { title, questions, questionSettings, texts, groups, language, paced, revealedAtOnce } = survey
      const name = body.name === undefined ? title : parseSavedName(body.name)
      const questionCount = readQuestions(questions).length
      const settings = { theme: null, language, paced, revealedAtOnce, questionSettings, texts, groups }
      return this.#add(source.accountId, { name, questions, questionCount, ...settings }, keyed)
    })
  }

  /** Creates a template, or returns the one that an earlier request with the same key created. */
  #run(accountId: string, request: RequestKey | undefined, create: (keyed?: IdempotentRequest) => Promise<Template>) {
    return this.#idempotency.run(accountId, request, create, id => findTemplate(this.#context, accountId, id))
  }

  async #add(
    accountId: string,
    { name, theme, language, paced, revealedAtOnce, ...more }: TemplateContent,
    keyed?: IdempotentRequest,
  ): Promise<Template> {
    await this.#context.quota.checkAccount(accountId)
    const now = timestamp(this.#context)
    const { questions, questionSettings, texts, groups, questionCount } = more
    const settings = { name, theme, language, paced, revealedAtOnce }
    const content = { ...settings, questions, questionSettings, texts, groups, questionCount }
    const template = { id: this.#context.random.uuid(), ...content, createdAt: now, updatedAt: now }
    const outcome = await this.#context.store.templates.add({ accountId, ...template }, TEMPLATES_PER_ACCOUNT, keyed)
    if (outcome === 'limit_reached') throw new Refusal('template_limit')
    if (outcome === 'added') return { ...template, revision: 1 }
    return findTemplate(this.#context, accountId, replayedId(outcome))
  }
}

/** @throws Refusal as `create` about the body */
export function parseTemplate({
  name: sentName,
  questions: sentQuestions,
  theme: sentTheme,
  language: sentLanguage = null,
  paced: sentPace = false,
  revealed_at_once: sentAtOnce = false,
  question_settings: sentSettings = [],
  texts: sentTexts = {},
  groups: sentGroups = [],
}: JsonObject): TemplateContent {
  const name = parseName(sentName)
  const questions = parseQuestions(sentQuestions)
  const theme = parseOptionalTheme(sentTheme)
  const pace = { paced: parsePaced(sentPace), revealedAtOnce: parseRevealedAtOnce(sentAtOnce) }
  const settings = { language: parseLanguage(sentLanguage), ...pace }
  const questionSettings = parseQuestionSettings(sentSettings)
  checkQuestionSettings(questionSettings, questions)
  const texts = parseTexts(sentTexts)
  const groups = parseGroups(sentGroups)
  checkGroups(groups, questions)
  checkPageSize({ questions, questionSettings, groups })
  const content = {
    questions: encodeQuestions(questions),
    questionSettings,
    texts,
    groups,
    questionCount: questions.length,
  }
  return { name, theme, ...settings, ...content }
}

function parseOptionalTheme(input: Json | undefined): Theme | null {
  return input === undefined || input === null ? null : parseTheme(input)
}
