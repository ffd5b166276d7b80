import type { RequestKey } from '../domain/idempotency.ts'
import type { JsonObject } from '../domain/json.ts'
import { TEMPLATES_PER_ACCOUNT } from '../domain/limits.ts'
import { encodeQuestions, parseQuestions, type QuestionsText, readQuestions } from '../domain/question.ts'
import { Refusal } from '../domain/refusal.ts'
import { parseName, parseSavedName } from '../domain/title.ts'
import type { IdempotentRequest } from '../store/idempotency.ts'
import type { Template } from '../store/templates.ts'
import type { OwnedSurvey } from './authentication.ts'
import { type Context, timestamp } from './context.ts'
import { Idempotency, replayedId } from './idempotency.ts'
import { findSurvey, findTemplate } from './lookup.ts'
import type { AccountOwner } from './principal.ts'

export type { Template }

/** Templates that are read at once. Each can have a MiB of questions. */
const TEMPLATES_PER_PAGE = 10

/** A survey saved as a template. */
export interface SavedTemplate extends Template {
  readonly questionCount: number
}

/** The operations on templates. Launching a template creates a survey, so it is an operation on surveys. */
export class Templates {
  readonly #context: Context
  readonly #idempotency: Idempotency

  constructor(context: Context) {
    this.#context = context
    this.#idempotency = new Idempotency(context)
  }

  /** The account's templates with their questions, most recently updated first, in pages. */
  list({ accountId }: AccountOwner): AsyncIterable<readonly Template[]> {
    return this.#context.store.templates.pages(accountId, TEMPLATES_PER_PAGE)
  }

  /**
   * @throws Refusal `name is required`, `name is too long`, a reason about the questions, `template limit reached`,
   *   `idempotency key reused`
   */
  create({ accountId }: AccountOwner, body: JsonObject, request?: RequestKey): Promise<Template> {
    return this.#run(accountId, request, async keyed => {
      const name = parseName(body.name)
      return this.#add(accountId, name, encodeQuestions(parseQuestions(body.questions)), keyed)
    })
  }

  /**
   * Saves a snapshot of a survey's questions. Later edits of one never change the other.
   * @throws Refusal `not found`, `name is required`, `title is too long`, `template limit reached`,
   *   `idempotency key reused`
   */
  async saveSurvey(source: OwnedSurvey, body: JsonObject, request?: RequestKey): Promise<SavedTemplate> {
    const template = await this.#run(source.accountId, request, async keyed => {
      const survey = await findSurvey(this.#context, source)
      const name = body.name === undefined ? survey.title : parseSavedName(body.name)
      return this.#add(source.accountId, name, survey.questions, keyed)
    })
    return { ...template, questionCount: readQuestions(template.questions).length }
  }

  /** Creates a template, or returns the one that an earlier request with the same key created. */
  #run(accountId: string, request: RequestKey | undefined, create: (keyed?: IdempotentRequest) => Promise<Template>) {
    return this.#idempotency.run(accountId, request, create, id => findTemplate(this.#context, accountId, id))
  }

  async #add(accountId: string, name: string, questions: QuestionsText, keyed?: IdempotentRequest): Promise<Template> {
    await this.#context.quota.checkAccount(accountId)
    const now = timestamp(this.#context)
    const template = { id: this.#context.random.uuid(), name, questions, createdAt: now, updatedAt: now }
    const outcome = await this.#context.store.templates.add({ accountId, ...template }, TEMPLATES_PER_ACCOUNT, keyed)
    if (outcome === 'limit_reached') throw new Refusal('template_limit')
    return outcome === 'added' ? template : findTemplate(this.#context, accountId, replayedId(outcome))
  }
}
