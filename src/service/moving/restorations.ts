import {
  type FileItem,
  type FileResponse,
  invalidSurveyFile,
  parseFileBoard,
  parseFileResponse,
  parseFileSettings,
  parseFileSurvey,
} from '../../domain/moving/survey-file.ts'
import type { SurveyPart } from '../../domain/moving/survey-parts.ts'
import { countAnswers } from '../../domain/results/tally.ts'
import { parseDraft } from '../../domain/surveys/draft.ts'
import { DRAFTS_PER_ACCOUNT, SURVEYS_PER_ACCOUNT, TEMPLATES_PER_ACCOUNT } from '../../domain/surveys/limits.ts'
import { encodeQuestions, type Question } from '../../domain/surveys/question.ts'
import { generateSlug } from '../../domain/surveys/slug.ts'
import type { Json, JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { isId } from '../../domain/values/text.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { AccountHolder, Operator } from '../access/authentication.ts'
import { deleteInSteps, deletionJob } from '../accounts/deletion.ts'
import { restorationAddress } from '../accounts/restoration-address.ts'
import { QuestionLists } from '../cache.ts'
import { type Context, timestamp } from '../context.ts'
import { orNotFound } from '../not-found.ts'
import { draftRow } from '../surveys/drafts.ts'
import { availableTheme, restoredExpiry } from '../surveys/free-plan.ts'
import { SLUG_WORDS } from '../surveys/slug-words.ts'
import { parseTemplate } from '../surveys/templates.ts'
import { formatTimestamp } from '../timestamp.ts'

/** How long a restoration may do nothing before what it has stored is deleted: two minutes, in milliseconds. */
const RESTORATION_MS = 120_000

/** Items that one transaction adds to boards: about 50 ms of disk work. */
const ITEMS_AT_ONCE = 200
const VOTES_AT_ONCE = 2_000

/** A restoration under way, for one account. */
interface Staging {
  readonly holder: AccountHolder
  readonly id: string
}

/** A restored survey: the slug it had, and the slug it has now. */
export interface Restored {
  readonly was: string
  readonly slug: string
}

/**
 * Stores what was exported from an account or an installation: surveys with their responses and boards, templates and
 * drafts. Nothing is visible before `finish`, and an interrupted restoration leaves nothing behind.
 */
export class Restorations {
  readonly #context: Context
  readonly #lists: QuestionLists

  constructor(context: Context) {
    this.#context = context
    this.#lists = new QuestionLists(context.caches)
  }

  /** @returns the id of the restoration @throws Refusal `restoration_under_way`, `account_storage` */
  async begin({ accountId }: AccountHolder): Promise<string> {
    const { store, random, quota, clock } = this.#context
    await quota.checkAccount(accountId)
    const id = random.uuid()
    const email = restorationAddress(accountId)
    const deletion = deletionJob(this.#context, { id, email })
    const staging = { id, email, createdAt: timestamp(this.#context), deletion, until: this.#lease.until }
    if (await store.restorations.begin(staging)) return id
    // If no server is running, nobody else deletes what an interrupted restoration has left behind.
    const expired = await store.restorations.findExpired(email, clock())
    if (expired !== undefined) for await (const _ of deleteInSteps(this.#context, expired));
    if (expired === undefined || !(await store.restorations.begin(staging))) throw new Refusal('restoration_under_way')
    return id
  }

  /** Whether any survey currently has a slug. */
  async isInUse(_: Operator, slug: string): Promise<boolean> {
    return (await this.#context.store.surveys.findAny(slug)) !== undefined
  }

  /**
   * @param file the beginning of a survey's export
   * @throws Refusal about what is invalid, `survey_limit`, `restoration_ended`
   */
  async addSurvey(holder: AccountHolder, id: string, file: JsonObject): Promise<void> {
    const staging = await this.#continue(holder, id)
    const { slug, createdAt, questions, ...survey } = parseFileSurvey(file, this.#context.clock())
    const { store, random } = this.#context
    const staged = await store.surveys.listOwn(id)
    if (staged.length >= SURVEYS_PER_ACCOUNT) throw new Refusal('survey_limit')
    if (staged.some(one => one.slug === stagedSlug(staging, slug))) throw invalidSurveyFile(`${slug} occurs twice`)
    await store.restorations.addSurvey({
      ...survey,
      accountId: id,
      slug: stagedSlug(staging, slug),
      adminNonce: random.uuid(),
      createdAt: formatTimestamp(createdAt),
      questions: encodeQuestions(questions),
    })
  }

  /**
   * Adds responses in the order in which they were stored, skipping those already added.
   * @param first the position of the first one in the file, counted from 1, for refusals
   */
  async addResponses(
    holder: AccountHolder,
    id: string,
    slug: string,
    list: readonly Json[],
    first: number,
  ): Promise<void> {
    const staging = await this.#continue(holder, id)
    const survey = await this.#staged(staging, slug)
    const questions = this.#lists.of(survey)
    const now = this.#context.clock()
    const responses = list.map((one, at) => parseFileResponse(questions, one, { name: `response ${first + at}`, now }))
    await this.#addResponses(survey, questions, [...new Map(responses.map(one => [one.id, one])).values()])
  }

  /** @param board a board with some of its items, which are added after the existing ones */
  async addItems(holder: AccountHolder, id: string, slug: string, board: Json): Promise<void> {
    const staging = await this.#continue(holder, id)
    const survey = await this.#staged(staging, slug)
    const { question, items } = parseFileBoard(this.#lists.of(survey), board)
    const { store, random } = this.#context
    for (const batch of batchesOf(items)) await store.restorations.addItems(survey, question, batch, random.uuid)
  }

  /** Completes a survey. @param file the members `theme`, `settings` and `response_count` of its export */
  async setSettings(holder: AccountHolder, id: string, slug: string, file: JsonObject): Promise<void> {
    const staging = await this.#continue(holder, id)
    const survey = await this.#staged(staging, slug)
    // Responses sent twice are skipped, but a file contains each only once.
    if (typeof file.response_count === 'number' && file.response_count !== survey.responseCount)
      throw invalidSurveyFile(
        `it has ${survey.responseCount} different responses, but its response_count is ${file.response_count}`,
      )
    const settings = parseFileSettings(this.#lists.of(survey), file)
    const { expiresAt } = survey
    const { expiryAutomatic } = settings
    const expiry = restoredExpiry(holder, this.#context, { expiresAt, expiryAutomatic })
    const theme = availableTheme(settings.theme, holder)
    await this.#context.store.restorations.setSettings(survey, { ...settings, theme, ...expiry })
  }

  /** @param file as in an account's archive @throws Refusal as for a new template */
  async addTemplate(holder: AccountHolder, id: string, file: JsonObject): Promise<void> {
    await this.#continue(holder, id)
    const { store, random } = this.#context
    const now = timestamp(this.#context)
    const template = { id: random.uuid(), accountId: id, ...parseTemplate(file), createdAt: now, updatedAt: now }
    if ((await store.templates.add(template, TEMPLATES_PER_ACCOUNT)) === 'limit_reached')
      throw new Refusal('template_limit')
  }

  /** @param file as in an account's archive @throws Refusal as for a new draft */
  async addDraft(holder: AccountHolder, id: string, file: JsonObject): Promise<void> {
    await this.#continue(holder, id)
    const { store, random } = this.#context
    const draft = { id: random.uuid(), ...draftRow(parseDraft(file), timestamp(this.#context)) }
    if ((await store.drafts.add(id, draft, DRAFTS_PER_ACCOUNT)) === 'limit_reached') throw new Refusal('draft_limit')
  }

  /**
   * Moves everything to the account in one transaction. A survey whose slug is or was in use gets a random one.
   * @throws Refusal `restoration_ended`, `survey_limit`, `daily_survey_limit`, `template_limit`, `draft_limit`
   */
  async finish(holder: AccountHolder, id: string): Promise<readonly Restored[]> {
    const staging = await this.#continue(holder, id)
    const newSlug = () => generateSlug(SLUG_WORDS, this.#context.random.integer)
    let surveys = await this.#stagedSurveys(staging)
    for (;;) {
      const taken = await this.#transfer(staging, surveys, false)
      if (taken.length === 0) return surveys.map(({ was, slug }) => ({ was, slug }))
      surveys = surveys.map(survey => (taken.includes(survey.slug) ? { ...survey, slug: newSlug() } : survey))
    }
  }

  /**
   * Like `finish`, for a single survey that the operator restores. The slug may be that of a deleted survey.
   * @throws Refusal `slug_taken` if an existing survey has it, otherwise as `finish`
   */
  async finishAs(_: Operator, holder: AccountHolder, id: string, slug: string): Promise<void> {
    const staging = await this.#continue(holder, id)
    const surveys = await this.#stagedSurveys(staging)
    const taken = await this.#transfer(
      staging,
      surveys.map(survey => ({ ...survey, slug })),
      true,
    )
    if (taken.length > 0) throw new Refusal('slug_taken')
  }

  /** Stores the next part of a survey. */
  addPart(holder: AccountHolder, id: string, slug: string, part: SurveyPart): Promise<void> {
    if (part.kind === 'survey') return this.addSurvey(holder, id, part.file)
    if (part.kind === 'responses') return this.addResponses(holder, id, slug, part.list, part.first)
    if (part.kind === 'board') return this.addItems(holder, id, slug, part.board)
    return this.setSettings(holder, id, slug, part.file)
  }

  /** Deletes what has been restored so far. */
  async abandon(holder: AccountHolder, id: string): Promise<void> {
    const { store, clock } = this.#context
    await store.restorations.extend(id, restorationAddress(holder.accountId), { now: clock(), until: clock() })
  }

  /** @returns the taken slugs, in which case nothing has changed; none if everything was moved */
  async #transfer({ holder, id }: Staging, surveys: readonly StagedSurvey[], mayReuseSlugs: boolean) {
    const { store, clock, keys } = this.#context
    const outcome = await store.restorations.finish({
      stagingId: id,
      accountId: holder.accountId,
      surveys: surveys.map(({ id: surveyId, slug }) => ({ id: surveyId, slug, slugHash: keys.slugHash(slug) })),
      mayReuseSlugs,
      now: clock(),
    })
    if (outcome === 'ended') throw new Refusal('restoration_ended')
    if (outcome === 'finished') return []
    if (typeof outcome === 'string') throw new Refusal(outcome)
    return outcome.takenSlugs
  }

  /** Checks that the restoration is the holder's and that there is room, and extends its lease. */
  async #continue(holder: AccountHolder, id: string): Promise<Staging> {
    const { store, quota } = this.#context
    const isThere = isId(id) && (await store.restorations.extend(id, restorationAddress(holder.accountId), this.#lease))
    if (!isThere) throw new Refusal('restoration_ended')
    await quota.checkAccount(holder.accountId, id)
    return { holder, id }
  }

  async #staged(staging: Staging, slug: string): Promise<Survey> {
    return orNotFound(await this.#context.store.surveys.find(staging.id, stagedSlug(staging, slug)))
  }

  async #stagedSurveys({ id }: Staging): Promise<StagedSurvey[]> {
    const surveys = await this.#context.store.deletion.surveys(id)
    return surveys.map(({ surveyId, slug }) => {
      const was = slug.slice(0, -id.length - 1)
      return { id: surveyId, was, slug: was }
    })
  }

  async #addResponses(
    survey: Survey,
    questions: readonly Question[],
    responses: readonly FileResponse[],
  ): Promise<void> {
    if (responses.length === 0) return
    const rows = responses.map(({ id, submittedAt, answers }) => {
      return { id, submittedAt: formatTimestamp(submittedAt), answers: JSON.stringify(answers) }
    })
    const counts = countAnswers(
      questions,
      responses.map(({ answers }) => answers),
    )
    const outcome = await this.#context.store.restorations.addResponses({
      survey,
      responses: rows,
      counts,
      refusedIds: [],
    })
    if (outcome === 'stored') return
    if (typeof outcome === 'string') throw new Refusal('restoration_ended')
    const stored = new Set(outcome.stored.map(({ id }) => id))
    await this.#addResponses(
      survey,
      questions,
      responses.filter(({ id }) => !stored.has(id)),
    )
  }

  get #lease(): { readonly now: number; readonly until: number } {
    const now = this.#context.clock()
    return { now, until: now + RESTORATION_MS }
  }
}

interface StagedSurvey extends Restored {
  readonly id: number
}

/** A link cannot contain such a slug, so nobody finds the survey. */
function stagedSlug({ id }: Staging, slug: string): string {
  return `${slug}@${id}`
}

/** Batches of items that one transaction adds: few votes, or a single item. */
function* batchesOf(items: readonly FileItem[]): Generator<readonly FileItem[]> {
  let batch: FileItem[] = []
  let votes = 0
  for (const item of items) {
    if (batch.length > 0 && (batch.length >= ITEMS_AT_ONCE || votes + item.votes > VOTES_AT_ONCE)) {
      yield batch
      batch = []
      votes = 0
    }
    batch.push(item)
    votes += item.votes
  }
  if (batch.length > 0) yield batch
}
