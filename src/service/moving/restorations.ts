import { temporaryEmail } from '../../domain/accounts/email.ts'
import { MAX_UNRESOLVED_ITEMS } from '../../domain/boards/limits.ts'
import {
  type FileResponse,
  invalidSurveyFile,
  parseFileBoard,
  parseFileResponse,
  parseFileSettings,
  parseFileSurvey,
} from '../../domain/moving/survey-file.ts'
import { MAX_ITEMS_PER_PART, responsesPerPart, type SurveyPart } from '../../domain/moving/survey-parts.ts'
import { countAnswers } from '../../domain/results/tally.ts'
import { parseDraft } from '../../domain/surveys/draft.ts'
import { DRAFTS_PER_ACCOUNT, SURVEYS_PER_ACCOUNT, TEMPLATES_PER_ACCOUNT } from '../../domain/surveys/limits.ts'
import { encodeQuestions, type Question } from '../../domain/surveys/question.ts'
import { generateSlug } from '../../domain/surveys/slug.ts'
import type { Json, JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { sumOf } from '../../domain/values/sum.ts'
import { isId } from '../../domain/values/text.ts'
import { storedBytesOf } from '../../store/stored-bytes.ts'
import { storedContentBytes } from '../../store/surveys/stored-content.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { AccountHolder, Operator } from '../access/authentication.ts'
import { mayRestoreSlug } from '../access/hourly-limits.ts'
import { deleteInSteps, deletionJob } from '../accounts/deletion.ts'
import { QuestionLists } from '../cache.ts'
import { type Context, timestamp } from '../context.ts'
import { orNotFound } from '../not-found.ts'
import { draftRow } from '../surveys/drafts.ts'
import { availableTheme } from '../surveys/free-plan.ts'
import { SLUG_WORDS } from '../surveys/slug-words.ts'
import { parseTemplate } from '../surveys/templates.ts'
import { formatTimestamp } from '../timestamp.ts'
import { type DecidedHandover, handOver } from './handover.ts'
import { holderOf, keyOf, type OperatorFor, type Restorer } from './restorer.ts'

/** How long a restoration may do nothing before what it has stored is deleted: two minutes, in milliseconds. */
const RESTORATION_MS = 120_000
/** Items of a board that one transaction adds: all those of a part would keep others waiting for tens of milliseconds. */
const ITEMS_PER_TRANSACTION = 200

/** A restoration under way. */
interface Staging {
  readonly by: Restorer
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
  readonly #wakeJobs: () => void
  readonly #nextSlice: () => Promise<void>
  /** The ids of restorations of which this process stores a part at the moment. */
  readonly #storing = new Set<string>()

  /**
   * @param wakeJobs where this process runs jobs, which delete what has been abandoned
   * @param nextSlice where this process also answers others: resolves when the next part of long work may begin
   */
  constructor(
    context: Context,
    wakeJobs: () => void = () => undefined,
    nextSlice: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.#context = context
    this.#lists = new QuestionLists(context.caches)
    this.#wakeJobs = wakeJobs
    this.#nextSlice = nextSlice
  }

  /** @returns the id of the restoration @throws Refusal `restoration_under_way`, `account_storage` */
  async begin(by: Restorer): Promise<string> {
    const { store, random, quota } = this.#context
    const key = keyOf(by)
    await quota.checkAccount(key.restoresTo)
    const id = random.uuid()
    const email = temporaryEmail(id)
    const deletion = deletionJob(this.#context, { id, email })
    const staging = { id, email, ...key, createdAt: timestamp(this.#context), deletion, until: this.#lease.until }
    if (await store.restorations.begin(staging)) return id
    if (by.kind === 'operator') await this.#deleteExpired(by)
    if (by.kind !== 'operator' || !(await store.restorations.begin(staging))) throw new Refusal('restoration_under_way')
    return id
  }

  /** A command may run where no server does, so that no job deletes what an interrupted restoration has left behind. */
  async #deleteExpired(by: OperatorFor): Promise<void> {
    const expired = await this.#context.store.restorations.findExpired(keyOf(by), this.#context.clock())
    if (expired !== undefined) for await (const _ of deleteInSteps(this.#context, expired));
  }

  /** Whether any survey currently has a slug. */
  async isInUse(_: Operator, slug: string): Promise<boolean> {
    return (await this.#context.store.surveys.findAny(slug)) !== undefined
  }

  /**
   * @param file the beginning of a survey's export
   * @throws Refusal about what is invalid, `survey_limit`, `restoration_ended`
   */
  addSurvey(by: Restorer, id: string, file: JsonObject): Promise<void> {
    return this.#continue(by, id, async staging => {
      const { store, random, clock } = this.#context
      const now = clock()
      const { slug, createdAt, questions, ...survey } = parseFileSurvey(file, { by: keyOf(by).restoredBy, now })
      const encoded = encodeQuestions(questions)
      await this.#checkRoom(staging, storedBytesOf(encoded))
      const own = { accountId: id, slug: stagedSlug(staging, slug), adminNonce: random.uuid() }
      const row = { ...survey, ...own, createdAt: formatTimestamp(createdAt), questions: encoded }
      const outcome = await store.restorations.addSurvey(row, SURVEYS_PER_ACCOUNT)
      if (outcome === 'limit_reached') throw new Refusal('survey_limit')
      if (outcome === 'slug_occurs_twice') throw invalidSurveyFile(`${slug} occurs twice`)
    })
  }

  /**
   * Adds responses in the order in which they were stored, skipping those already added.
   * @param first the position of the first one in the file, counted from 1, for refusals
   */
  addResponses(by: Restorer, id: string, slug: string, list: readonly Json[], first: number): Promise<void> {
    return this.#continue(by, id, async staging => {
      const survey = await this.#staged(staging, slug)
      const questions = this.#lists.of(survey)
      checkPart(by, list.length, { most: responsesPerPart(questions.length), of: 'responses' })
      const now = this.#context.clock()
      const responses = list.map((one, at) =>
        parseFileResponse(questions, one, { name: `response ${first + at}`, now }),
      )
      const rows = responses.map(({ id: responseId, submittedAt, answers }) => {
        return { id: responseId, submittedAt: formatTimestamp(submittedAt), answers: JSON.stringify(answers) }
      })
      await this.#checkRoom(
        staging,
        sumOf(rows, ({ answers }) => storedBytesOf(answers)),
        survey.slug,
      )
      await this.#addResponses(survey, questions, [...new Map(responses.map(one => [one.id, one])).values()])
    })
  }

  /**
   * @param board a board with some of its items, which are added after the existing ones. Those already added are skipped,
   * since some of them may be stored when a part fails.
   */
  addItems(by: Restorer, id: string, slug: string, board: Json): Promise<void> {
    return this.#continue(by, id, async staging => {
      const survey = await this.#staged(staging, slug)
      const { question, items } = parseFileBoard(this.#lists.of(survey), board)
      checkPart(by, items.length, { most: MAX_ITEMS_PER_PART, of: 'items of a board' })
      await this.#checkRoom(
        staging,
        sumOf(items, ({ text }) => storedBytesOf(text)),
        survey.slug,
      )
      const { store, random } = this.#context
      const key = { stagingId: id, surveyId: survey.id, question }
      const room = { capacity: MAX_UNRESOLVED_ITEMS, newId: random.uuid }
      for (let at = 0; at < items.length; at += ITEMS_PER_TRANSACTION) {
        await this.#nextSlice()
        const next = at + ITEMS_PER_TRANSACTION
        const isLast = next >= items.length
        const outcome = await store.restorations.addItems(key, items.slice(at, next), { ...room, isLast })
        if (outcome !== 'added') throw new Refusal(outcome === 'ended' ? 'restoration_ended' : outcome)
      }
    })
  }

  /** Completes a survey. @param file the members `theme`, `settings` and `response_count` of its export */
  setSettings(by: Restorer, id: string, slug: string, file: JsonObject): Promise<void> {
    return this.#continue(by, id, async staging => {
      const survey = await this.#staged(staging, slug)
      // Responses sent twice are skipped, but a file contains each only once.
      if (typeof file.response_count === 'number' && file.response_count !== survey.responseCount)
        throw invalidSurveyFile(
          `it has ${survey.responseCount} different responses, but its response_count is ${file.response_count}`,
        )
      const settings = parseFileSettings(this.#lists.of(survey), file, {
        by: keyOf(by).restoredBy,
        responses: survey.responseCount,
      })
      const theme = availableTheme(settings.theme, holderOf(by))
      const added = storedContentBytes({ ...survey, ...settings }) - storedContentBytes(survey)
      if (added > 0) await this.#checkRoom(staging, added, survey.slug)
      const key = { stagingId: id, surveyId: survey.id }
      const isStored = await this.#context.store.restorations.setSettings(key, { ...settings, theme })
      if (!isStored) throw new Refusal('restoration_ended')
    })
  }

  /** @param file as in an account's archive @throws Refusal as for a new template */
  addTemplate(by: Restorer, id: string, file: JsonObject): Promise<void> {
    return this.#continue(by, id, async staging => {
      const { store, random } = this.#context
      const now = timestamp(this.#context)
      const content = parseTemplate(file)
      await this.#checkRoom(staging, storedContentBytes(content))
      const template = { id: random.uuid(), accountId: id, ...content, createdAt: now, updatedAt: now }
      if ((await store.templates.add(template, TEMPLATES_PER_ACCOUNT)) === 'limit_reached')
        throw new Refusal('template_limit')
    })
  }

  /** @param file as in an account's archive @throws Refusal as for a new draft */
  addDraft(by: Restorer, id: string, file: JsonObject): Promise<void> {
    return this.#continue(by, id, async staging => {
      const { store, random } = this.#context
      const draft = { id: random.uuid(), ...draftRow(parseDraft(file), timestamp(this.#context)) }
      await this.#checkRoom(staging, storedBytesOf(draft.content))
      if ((await store.drafts.add(id, draft, DRAFTS_PER_ACCOUNT)) === 'limit_reached') throw new Refusal('draft_limit')
    })
  }

  /**
   * Moves everything to the account. A survey whose slug is or was in use gets a random one, and so does one beyond the
   * limit of slugs that a holder can choose in an hour.
   * @throws Refusal `restoration_ended`, `survey_limit`, `daily_survey_limit`, `template_limit`, `draft_limit`
   */
  finish(holder: AccountHolder, id: string): Promise<readonly Restored[]> {
    return this.#continue(holder, id, async staging => {
      const slugs = new Map<number, Restored>()
      for (;;) {
        for (const { id: surveyId, was } of await this.#stagedSurveys(staging))
          if (!slugs.has(surveyId)) slugs.set(surveyId, { was, slug: await this.#slugFor(holder, was) })
        const taken = await this.#transfer(staging, slugs, false)
        if (taken === undefined) return [...slugs.values()]
        for (const [surveyId, { was, slug }] of slugs)
          if (taken.includes(slug)) slugs.set(surveyId, { was, slug: this.#newSlug() })
      }
    })
  }

  /**
   * Like `finish`, for a single survey that the operator restores. The slug may be that of a deleted survey.
   * @throws Refusal `slug_taken` if an existing survey has it, otherwise as `finish`
   */
  finishAs(by: OperatorFor, id: string, slug: string): Promise<void> {
    return this.#continue(by, id, async staging => {
      const surveys = await this.#stagedSurveys(staging)
      const slugs = new Map(surveys.map(({ id: surveyId, was }) => [surveyId, { was, slug }]))
      const taken = await this.#transfer(staging, slugs, true)
      if (taken !== undefined) throw new Refusal('slug_taken')
    })
  }

  /** Stores the next part of a survey. */
  addPart(by: Restorer, id: string, slug: string, part: SurveyPart): Promise<void> {
    if (part.kind === 'survey') return this.addSurvey(by, id, part.file)
    if (part.kind === 'responses') return this.addResponses(by, id, slug, part.list, part.first)
    if (part.kind === 'board') return this.addItems(by, id, slug, part.board)
    return this.setSettings(by, id, slug, part.file)
  }

  /** What has been restored so far will be deleted. */
  async abandon(by: Restorer, id: string): Promise<void> {
    const { store, clock } = this.#context
    if (isId(id)) await store.restorations.extend(id, keyOf(by), { now: clock(), until: clock() })
    this.#wakeJobs()
  }

  /** The slug that a survey had, or a random one once the holder has chosen as many as an hour allows. */
  async #slugFor({ accountId }: AccountHolder, was: string): Promise<string> {
    return (await mayRestoreSlug(this.#context, accountId)) ? was : this.#newSlug()
  }

  #newSlug(): string {
    return generateSlug(SLUG_WORDS, this.#context.random.integer)
  }

  /** @returns undefined if everything was moved; otherwise the taken slugs, and nothing has changed */
  async #transfer({ by, id: stagingId }: Staging, chosen: ReadonlyMap<number, Restored>, mayReuseSlugs: boolean) {
    const { store, keys } = this.#context
    const { accountId } = holderOf(by)
    const slugs = new Map([...chosen].map(([id, { slug }]) => [id, { slug, slugHash: keys.slugHash(slug) }]))
    const decided = { stagingId, accountId, slugs: [...chosen].map(([id, { slug }]) => [id, slug] as const) }
    const payload = JSON.stringify(decided satisfies DecidedHandover)
    const outcome = await store.handovers.decide({ ...decided, slugs, mayReuseSlugs, payload, ...this.#lease })
    if (outcome === 'ended') throw new Refusal('restoration_ended')
    if (outcome === 'surveys_added') return []
    if (typeof outcome === 'object') return outcome.takenSlugs
    if (outcome !== 'decided') throw new Refusal(outcome)
    for await (const _ of handOver(this.#context, decided));
    return undefined
  }

  /**
   * Does the next step of a restoration, and extends its lease. A client takes one step after the other.
   * @throws Refusal `restoration_ended`, `restoration_under_way` while this process does another step of it
   */
  async #continue<Result>(by: Restorer, id: string, step: (staging: Staging) => Promise<Result>): Promise<Result> {
    if (!isId(id)) throw new Refusal('restoration_ended')
    if (this.#storing.has(id)) throw new Refusal('restoration_under_way')
    this.#storing.add(id)
    try {
      if (!(await this.#context.store.restorations.extend(id, keyOf(by), this.#lease)))
        throw new Refusal('restoration_ended')
      return await step({ by, id })
    } catch (error) {
      // The staging account has been deleted meanwhile, or has been handed over.
      const isGone = error instanceof Refusal && error.refusal === 'authentication_required'
      throw isGone ? new Refusal('restoration_ended') : error
    } finally {
      this.#storing.delete(id)
    }
  }

  /** @throws Refusal `survey_storage`, `account_storage`, `temporarily unavailable` if this many bytes are too many */
  #checkRoom({ by, id }: Staging, size: number, slug?: string): Promise<void> {
    return this.#context.quota.checkAddition(size, { slug, accountIds: [holderOf(by).accountId, id] })
  }

  async #staged(staging: Staging, slug: string): Promise<Survey> {
    return orNotFound(await this.#context.store.surveys.find(staging.id, stagedSlug(staging, slug)))
  }

  async #stagedSurveys({ id }: Staging): Promise<{ readonly id: number; readonly was: string }[]> {
    const surveys = await this.#context.store.deletion.surveys(id)
    return surveys.map(({ surveyId, slug }) => ({ id: surveyId, was: slug.slice(0, -id.length - 1) }))
  }

  /** Stores responses. If some are already stored, or were removed meanwhile, only the others are. */
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
      { questions, paced: survey.paced },
      responses.map(({ answers }) => answers),
    )
    const outcome = await this.#context.store.restorations.addResponses({
      survey,
      responses: rows,
      counts,
      refusedIds: [],
    })
    if (outcome === 'stored' || outcome === 'stored_last') return
    if (typeof outcome === 'string') throw new Refusal('restoration_ended')
    const used = new Set([...outcome.stored.map(({ id }) => id), ...outcome.removedIds])
    await this.#addResponses(
      survey,
      questions,
      responses.filter(({ id }) => !used.has(id)),
    )
  }

  get #lease(): { readonly now: number; readonly until: number } {
    const now = this.#context.clock()
    return { now, until: now + RESTORATION_MS }
  }
}

/** A link cannot contain such a slug, so nobody finds the survey. */
function stagedSlug({ id }: Staging, slug: string): string {
  return `${slug}@${id}`
}

/** The operator's parts are read from a file of any shape in this process, and nobody else waits for it. */
function checkPart(by: Restorer, count: number, { most, of }: { readonly most: number; readonly of: string }): void {
  if (by.kind !== 'operator' && count > most) throw invalidSurveyFile(`a part has at most ${most} ${of}`)
}
