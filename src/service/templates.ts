import type { RequestKey } from '../domain/idempotency.ts'
import type { JsonObject } from '../domain/json.ts'
import { TEMPLATES_PER_ACCOUNT } from '../domain/limits.ts'
import { encodeQuestions, parseQuestions, type QuestionsText, readQuestions } from '../domain/question.ts'
import { Refusal } from '../domain/refusal.ts'
import { parseName, parseSavedName } from '../domain/title.ts'
import type { IdempotentRequest } from '../store/idempotency.ts'
import type { Template } from '../store/templates.ts'
import { type Context, timestamp } from './context.ts'
import { Idempotency, replayedId } from './idempotency.ts'
import { findSurvey, findTemplate, type Owner } from './ownership.ts'

export type { Template }

/** What saving a survey as a template made. */
export interface SavedTemplate extends Template {
  readonly questionCount: number
}

/** The verbs of templates; launching one makes a survey and is a verb of surveys. */
export class Templates {
  readonly #context: Context
  readonly #repeats: Idempotency

  constructor(context: Context) {
    this.#context = context
    this.#repeats = new Idempotency(context)
  }

  /** The account's templates with their questions, most recently updated first. */
  list({ accountId }: Owner): Promise<readonly Template[]> {
    return this.#context.store.templates.list(accountId)
  }

  /**
   * @throws Refusal `name is required`, `name is too long`, a reason about the questions, `template limit reached`,
   *   `idempotency key reused`
   */
  create(owner: Owner, body: JsonObject, request?: RequestKey): Promise<Template> {
    return this.#once(owner, request, async keyed => {
      const name = parseName(body.name)
      return this.#add(owner, name, encodeQuestions(parseQuestions(body.questions)), keyed)
    })
  }

  /**
   * Keeps a snapshot of a survey's questions; later edits of either never change the other.
   * @throws Refusal `not found`, `name is required`, `title is too long`, `template limit reached`,
   *   `idempotency key reused`
   */
  async saveSurvey(owner: Owner, slug: string, body: JsonObject, request?: RequestKey): Promise<SavedTemplate> {
    const template = await this.#once(owner, request, async keyed => {
      const survey = await findSurvey(this.#context, owner, slug)
      const name = body.name === undefined ? survey.title : parseSavedName(body.name)
      return this.#add(owner, name, survey.questions, keyed)
    })
    return { ...template, questionCount: readQuestions(template.questions).length }
  }

  /** What the request under this key made before, or what it makes now. */
  #once(owner: Owner, request: RequestKey | undefined, make: (keyed?: IdempotentRequest) => Promise<Template>) {
    return this.#repeats.run(owner, request, make, id => findTemplate(this.#context, owner, id))
  }

  async #add(
    { accountId }: Owner,
    name: string,
    questions: QuestionsText,
    keyed?: IdempotentRequest,
  ): Promise<Template> {
    const now = timestamp(this.#context)
    const template = { id: this.#context.random.uuid(), name, questions, createdAt: now, updatedAt: now }
    const outcome = await this.#context.store.templates.add({ accountId, ...template }, TEMPLATES_PER_ACCOUNT, keyed)
    if (outcome === 'limit_reached') throw new Refusal('template_limit')
    return outcome === 'added' ? template : findTemplate(this.#context, { accountId }, replayedId(outcome))
  }
}
