import { ConcurrencyLimit } from '../../concurrency-limit.ts'
import { type Draft, encodeDraft, listedTitle, parseDraft, readDraft } from '../../domain/surveys/draft.ts'
import { DRAFTS_PER_ACCOUNT, MAX_WAITING_PREVIEWS } from '../../domain/surveys/limits.ts'
import type { Theme } from '../../domain/surveys/survey-settings/theme.ts'
import { type Json, type JsonObject, readJson } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { parseRevision } from '../../domain/values/revision.ts'
import { storedBytesOf } from '../../store/stored-bytes.ts'
import type { DraftSummary, StoredDraft } from '../../store/surveys/drafts.ts'
import type { AccountHolder } from '../access/authentication.ts'
import { findDraft, findTemplate } from '../access/ownership.ts'
import { type Context, timestamp } from '../context.ts'
import { checkFound, orNotFound } from '../not-found.ts'

export type { DraftSummary }

/** A draft as returned to its account. */
export interface OwnDraft extends Draft {
  readonly id: string
  readonly revision: number
  readonly updatedAt: string
}

/** The operations on drafts. Publishing a draft creates a survey, so that is an operation on surveys. */
export class Drafts {
  readonly #context: Context
  readonly #previews = new ConcurrencyLimit({
    parallel: 1,
    waiting: MAX_WAITING_PREVIEWS,
    refusal: () => new Refusal('unavailable', { retryAfter: 1 }),
  })

  constructor(context: Context) {
    this.#context = context
  }

  /** Drafts without their content, most recently changed first. */
  list({ accountId }: AccountHolder): Promise<readonly DraftSummary[]> {
    return this.#context.store.drafts.list(accountId)
  }

  /** @throws Refusal `not found` */
  async read({ accountId }: AccountHolder, id: string): Promise<OwnDraft> {
    return toOwnDraft(await findDraft(this.#context, accountId, id))
  }

  /**
   * Previews a draft. Only one preview is made at a time: the largest takes tens of milliseconds of processor time, and
   * several at once would keep everybody else waiting for their sum.
   * @param show receives the draft, and the theme for its preview if it has none
   * @throws Refusal `not found`, `temporarily unavailable` if too many are waiting
   */
  preview<Shown>(
    { accountId }: AccountHolder,
    id: string,
    show: (preview: { draft: OwnDraft; palette: Theme }) => Promise<Shown>,
  ): Promise<Shown> {
    return this.#previews.run(async () => {
      const draft = toOwnDraft(await findDraft(this.#context, accountId, id))
      return show({ draft, palette: await this.#context.store.accounts.palette(accountId) })
    })
  }

  /** @throws Refusal about the content, `draft_limit_reached`, `storage_limit_reached` */
  create(holder: AccountHolder, body: JsonObject): Promise<OwnDraft> {
    return this.#add(holder, parseDraft(body))
  }

  /**
   * Creates a draft from the current content of a template.
   * @throws Refusal `not found`, otherwise as `create`
   */
  async createFromTemplate(holder: AccountHolder, templateId: string): Promise<OwnDraft> {
    const {
      name: title,
      questions,
      theme,
      language,
      paced,
      revealedAtOnce,
      questionSettings,
      texts,
      groups,
    } = await findTemplate(this.#context, holder.accountId, templateId)
    const settings = { theme, language, paced, revealedAtOnce, questionSettings, texts, groups }
    return this.#add(holder, { title, questions: readJson(questions) as readonly Json[], ...settings })
  }

  /**
   * Replaces the content of a draft. Of two replacements based on the same revision, only the first is stored.
   * @param body the new content, and the `revision` it is based on
   * @returns the current draft; `hasChanged` if it has changed since that revision and was not replaced
   * @throws Refusal `not found`, otherwise as `create`
   */
  async replace(
    { accountId }: AccountHolder,
    id: string,
    body: JsonObject,
  ): Promise<{ hasChanged: boolean; draft: OwnDraft }> {
    const stored = await findDraft(this.#context, accountId, id)
    const revision = parseRevision(body.revision)
    const draft = parseDraft(body)
    const row = this.#rowOf(draft)
    await this.#context.quota.checkReplacement(accountId, storedBytesOf(stored.content), storedBytesOf(row.content))
    const outcome = await this.#context.store.drafts.replace(accountId, { id: stored.id, revision }, row)
    if (orNotFound(outcome) === 'replaced')
      return { hasChanged: false, draft: { ...draft, id: stored.id, revision: revision + 1, updatedAt: row.updatedAt } }
    return { hasChanged: true, draft: toOwnDraft(await findDraft(this.#context, accountId, id)) }
  }

  /** @throws Refusal `not found` */
  async remove({ accountId }: AccountHolder, id: string): Promise<void> {
    const { id: own } = await findDraft(this.#context, accountId, id)
    checkFound(await this.#context.store.drafts.remove(accountId, own))
  }

  async #add({ accountId }: AccountHolder, draft: Draft): Promise<OwnDraft> {
    const row = { id: this.#context.random.uuid(), ...this.#rowOf(draft) }
    await this.#context.quota.checkAccount(accountId)
    const outcome = await this.#context.store.drafts.add(accountId, row, DRAFTS_PER_ACCOUNT)
    if (outcome === 'limit_reached') throw new Refusal('draft_limit')
    return { ...draft, id: row.id, revision: 1, updatedAt: row.updatedAt }
  }

  #rowOf(draft: Draft) {
    return draftRow(draft, timestamp(this.#context))
  }
}

/** The stored form of a draft. @throws Refusal if it is too large */
export function draftRow(draft: Draft, updatedAt: string) {
  const content = encodeDraft(draft)
  return { title: listedTitle(draft), questionCount: draft.questions.length, updatedAt, content }
}

function toOwnDraft({ id, revision, updatedAt, content }: StoredDraft): OwnDraft {
  return { id, revision, updatedAt, ...readDraft(content) }
}
