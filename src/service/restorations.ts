import { parseDraft } from '../domain/draft.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import { DRAFTS_PER_ACCOUNT, RESTORATION_MS, SURVEYS_PER_ACCOUNT, TEMPLATES_PER_ACCOUNT } from '../domain/limits.ts'
import { encodeQuestions, type Question } from '../domain/question.ts'
import { Refusal } from '../domain/refusal.ts'
import { generateSlug } from '../domain/slug.ts'
import {
  type FileItem,
  type FileResponse,
  invalidSurveyFile,
  parseFileBoard,
  parseFileResponse,
  parseFileSettings,
  parseFileSurvey,
} from '../domain/survey-file.ts'
import type { SurveyPart } from '../domain/survey-parts.ts'
import { countAnswers } from '../domain/tally.ts'
import { isId } from '../domain/text.ts'
import type { Survey } from '../store/surveys.ts'
import type { AccountHolder, Operator } from './authentication.ts'
import { type Context, timestamp } from './context.ts'
import { deleteInSteps, deletionJob } from './deletion.ts'
import { draftRow } from './drafts.ts'
import { availableTheme, restoredExpiry } from './free-plan.ts'
import { orNotFound } from './not-found.ts'
import { QuestionListCache } from './revision-cache.ts'
import { SLUG_WORDS } from './slug-words.ts'
import { parseTemplate } from './templates.ts'
import { formatTimestamp } from './timestamp.ts'

/** What one transaction adds to boards: some 50 ms of work for the disk. */
const ITEMS_AT_ONCE = 200
const VOTES_AT_ONCE = 2_000

/** A restoration under way, of the account that it is for. */
interface Staging {
  readonly holder: AccountHolder
  readonly id: string
}

/** A survey that was restored: the slug that it had, and the one that it has now. */
export interface Restored {
  readonly was: string
  readonly slug: string
}

/**
 * Stores what was exported from an account or an installation: surveys with their responses and boards, templates and drafts.
 * Nothing of it can be seen before `finish`, and if it is interrupted, nothing of it stays.
 */
export class Restorations {
  readonly #context: Context
  readonly #lists = new QuestionListCache()

  constructor(context: Context) {
    this.#context = context
  }

  /** @returns the id of the restoration @throws Refusal `restoration_under_way`, `account_storage` */
  async begin({ accountId }: AccountHolder): Promise<string> {
    const { store, random, quota, clock } = this.#context
    await quota.checkAccount(accountId)
    const id = random.uuid()
    const email = addressOf(accountId)
    const deletion = deletionJob(this.#context, { id, email })
    const staging = { id, email, createdAt: timestamp(this.#context), deletion, until: this.#lease.until }
    if (await store.restorations.begin(staging)) return id
    // Where no server runs, nobody else deletes what an interrupted one has left.
    const expired = await store.restorations.findExpired(email, clock())
    if (expired !== undefined) for await (const _ of deleteInSteps(this.#context, expired));
    if (expired === undefined || !(await store.restorations.begin(staging))) throw new Refusal('restoration_under_way')
    return id
  }

  /** Whether anybody's survey has a slug now. */
  async isInUse(_: Operator, slug: string): Promise<boolean> {
    return (await this.#context.store.surveys.findAny(slug)) !== undefined
  }

  /** @param file a survey as an export begins @throws Refusal about what is invalid, `survey_limit`, `restoration_ended` */
  async addSurvey(holder: AccountHolder, id: string, file: JsonObject): Promise<void> {
    const staging = await this.#continue(holder, id)
    const { slug, createdAt, questions, ...survey } = parseFileSurvey(file, this.#context.clock())
    const { store, random } = this.#context
    const staged = await store.surveys.listOwn(id)
    if (staged.length >= SURVEYS_PER_ACCOUNT) throw new Refusal('survey_limit')
    if (staged.some(one => one.slug === stagedSlug(staging, slug))) throw invalidSurveyFile(`${slug} is there twice`)
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
   * Adds responses in the order in which they were stored. Those that are there already are passed over.
   * @param first the position in the file of the first one, from 1, for refusals
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

  /** @param board a board with some of its items, which are added behind those that are there */
  async addItems(holder: AccountHolder, id: string, slug: string, board: Json): Promise<void> {
    const staging = await this.#continue(holder, id)
    const survey = await this.#staged(staging, slug)
    const { question, items } = parseFileBoard(this.#lists.of(survey), board)
    const { store, random } = this.#context
    for (const batch of batchesOf(items)) await store.restorations.addItems(survey, question, batch, random.uuid)
  }

  /** Ends a survey. @param file the members `theme`, `settings` and `response_count` of its export */
  async setSettings(holder: AccountHolder, id: string, slug: string, file: JsonObject): Promise<void> {
    const staging = await this.#continue(holder, id)
    const survey = await this.#staged(staging, slug)
    // Those that were sent twice are passed over, but a file has each once.
    if (typeof file.response_count === 'number' && file.response_count !== survey.responseCount)
      throw invalidSurveyFile(`it has ${survey.responseCount} different responses, and says ${file.response_count}`)
    const settings = parseFileSettings(this.#lists.of(survey), file)
    const { expiresAt } = survey
    const { expiryAutomatic } = settings
    const expiry = restoredExpiry(holder, this.#context, { expiresAt, expiryAutomatic })
    const theme = availableTheme(settings.theme, holder)
    await this.#context.store.restorations.setSettings(survey, { ...settings, theme, ...expiry })
  }

  /** @param file as an account's archive has it @throws Refusal as for a new template */
  async addTemplate(holder: AccountHolder, id: string, file: JsonObject): Promise<void> {
    await this.#continue(holder, id)
    const { store, random } = this.#context
    const now = timestamp(this.#context)
    const template = { id: random.uuid(), accountId: id, ...parseTemplate(file), createdAt: now, updatedAt: now }
    if ((await store.templates.add(template, TEMPLATES_PER_ACCOUNT)) === 'limit_reached')
      throw new Refusal('template_limit')
  }

  /** @param file as an account's archive has it @throws Refusal as for a new draft */
  async addDraft(holder: AccountHolder, id: string, file: JsonObject): Promise<void> {
    await this.#continue(holder, id)
    const { store, random } = this.#context
    const draft = { id: random.uuid(), ...draftRow(parseDraft(file), timestamp(this.#context)) }
    if ((await store.drafts.add(id, draft, DRAFTS_PER_ACCOUNT)) === 'limit_reached') throw new Refusal('draft_limit')
  }

  /**
   * Gives everything to the account, in one transaction. A survey whose slug is in use, or was, gets a random one.
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
   * As `finish`, for the one survey that the operator restores, under the slug of a survey that was deleted if need be.
   * @throws Refusal `slug_taken` if a survey has it, otherwise as `finish`
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

  /** Stores a part of a survey, after those before it. */
  addPart(holder: AccountHolder, id: string, slug: string, part: SurveyPart): Promise<void> {
    if (part.kind === 'survey') return this.addSurvey(holder, id, part.file)
    if (part.kind === 'responses') return this.addResponses(holder, id, slug, part.list, part.first)
    if (part.kind === 'board') return this.addItems(holder, id, slug, part.board)
    return this.setSettings(holder, id, slug, part.file)
  }

  /** Deletes what was restored so far. */
  async abandon(holder: AccountHolder, id: string): Promise<void> {
    const { store, clock } = this.#context
    await store.restorations.extend(id, addressOf(holder.accountId), { now: clock(), until: clock() })
  }

  /** @returns the slugs that are taken, and then nothing has changed; none if it is done */
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

  /** Checks that a restoration is the holder's, and that there is room, and keeps it from being given up. */
  async #continue(holder: AccountHolder, id: string): Promise<Staging> {
    const { store, quota } = this.#context
    const isThere = isId(id) && (await store.restorations.extend(id, addressOf(holder.accountId), this.#lease))
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

/** A name that is registered nowhere, so that no mail ever reaches anybody. */
function addressOf(accountId: string): string {
  return `${accountId}@restoring.invalid`
}

/** No link can have such a slug, so nobody finds the survey. */
function stagedSlug({ id }: Staging, slug: string): string {
  return `${slug}@${id}`
}

/** Items that one transaction adds: few votes, or one item. */
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
