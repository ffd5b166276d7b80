import type { SharingMode } from '../../domain/results/sharing.ts'
import type { QuestionGroup } from '../../domain/surveys/groups/question-group.ts'
import type { QuestionsText } from '../../domain/surveys/question.ts'
import type { QuestionSettings } from '../../domain/surveys/question-settings.ts'
import { isSlug, parseSlug } from '../../domain/surveys/slug.ts'
import type { SurveyTexts } from '../../domain/surveys/survey-settings/survey-texts.ts'
import type { Theme } from '../../domain/surveys/survey-settings/theme.ts'
import { checkSurveyConditions, surveyTag } from '../../domain/surveys/survey-tag.ts'
import type { Conditions } from '../../domain/values/entity-tag.ts'
import type { JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { DecideChange, ListedSurvey, OwnSurvey, Survey } from '../../store/surveys/surveys.ts'
import type { AccountHolder, Operator, OwnedSurvey, SurveyAdmin } from '../access/authentication.ts'
import { consumeSlugCheck } from '../access/hourly-limits.ts'
import { findSurvey } from '../access/ownership.ts'
import type { AccountOwner, SurveyEditor } from '../access/principal.ts'
import { deleteSurvey } from '../accounts/deletion.ts'
import type { Context } from '../context.ts'
import { checkFound, checkSlug, orNotFound } from '../not-found.ts'
import { decideChange, type SurveyEdit } from './survey-change.ts'

export type { OwnSurvey, Survey }

/** A row of the list; with its admin token if requested. */
export interface Listed extends ListedSurvey {
  readonly adminToken?: string
}

/** The fields that a PATCH changed, with their current values. */
export interface Changed {
  readonly slug: string
  /** The entity tag of the changed survey. */
  readonly tag: string
  readonly status: Survey['status']
  readonly theme?: Theme
  readonly questions?: QuestionsText
  readonly archived?: boolean
  /** Milliseconds since the epoch; null for never. */
  readonly expiresAt?: number | null
  readonly opensAt?: number | null
  readonly responseLimit?: number | null
  readonly shareResults?: SharingMode
  readonly resultsRevealed?: boolean
  readonly sharedDevice?: boolean
  readonly shareRecord?: boolean
  readonly paced?: boolean
  readonly revealedAtOnce?: boolean
  readonly language?: string | null
  readonly questionSettings?: QuestionSettings
  readonly texts?: SurveyTexts
  readonly groups?: readonly QuestionGroup[]
}

/** Fields that can take more room. */
const GROWING = ['questions', 'question_settings', 'texts', 'groups'] as const

/** The operations on surveys, for all entry points. */
export class Surveys {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Whether a slug is valid and not taken. It may still be taken by the time of publishing.
   * @throws Refusal `invalid slug`, `rate limit exceeded`
   */
  async isSlugAvailable({ accountId }: AccountHolder, text: string): Promise<boolean> {
    const { store, keys } = this.#context
    const slug = parseSlug(text)
    await consumeSlugCheck(this.#context, accountId)
    return !(await store.surveys.isAssigned(keys.slugHash(slug)))
  }

  /** All surveys of an account, newest first. */
  listOwn({ accountId }: AccountHolder): Promise<readonly OwnSurvey[]> {
    return this.#context.store.surveys.listOwn(accountId)
  }

  /** The caller's surveys, newest first, without the archived ones. */
  async list(owner: AccountOwner, options: { openOnly: boolean; withAdmin: boolean }): Promise<readonly Listed[]> {
    const surveys = await this.#context.store.surveys.list(owner.accountId, options.openOnly)
    if (!options.withAdmin) return surveys
    const { keys } = this.#context
    return surveys.map(row => ({ ...row, adminToken: keys.adminToken(row.slug, row.adminNonce) }))
  }

  /** @throws Refusal `not found` */
  read(editor: SurveyEditor): Promise<Survey> {
    return findSurvey(this.#context, editor)
  }

  /** Whether the account owns the survey that it names. */
  async isOwn({ accountId, slug }: OwnedSurvey): Promise<boolean> {
    return isSlug(slug) && (await this.#context.store.surveys.find(accountId, slug)) !== undefined
  }

  /** Any survey, for the operator to use as its owner does. @throws Refusal if no survey has this slug */
  async findAny(operator: Operator, slug: string): Promise<OwnedSurvey> {
    const survey = isSlug(slug) ? await this.#context.store.surveys.findAny(slug) : undefined
    if (survey === undefined) throw new Refusal('no_such_survey')
    return operator.actAs({ id: survey.accountId, entitledUntil: null }).survey(slug)
  }

  /** The admin token of any survey. @throws Refusal if no survey has this slug */
  async adminToken(operator: Operator, slug: string): Promise<string> {
    return this.ownAdminToken(await this.findAny(operator, slug))
  }

  /** A survey's admin token, for its owner. @throws Refusal `not found` */
  async ownAdminToken(owned: OwnedSurvey): Promise<string> {
    const { slug, adminNonce } = await this.read(owned)
    return this.#context.keys.adminToken(slug, adminNonce)
  }

  /**
   * Hides a survey from respondents and presents it to its owner as closed, until this is undone.
   * @throws Refusal if there is no such survey
   */
  async setTakenDown(_: Operator, slug: string, takenDown: boolean): Promise<void> {
    const isThere = isSlug(slug) && (await this.#context.store.suspension.setTakenDown(slug, takenDown))
    if (!isThere) throw new Refusal('no_such_survey')
  }

  /**
   * Changes the fields of a survey that its editor may change: all that were sent, or none.
   * @throws Refusal `not found`, `nothing to change: …`, the status message, `invalid theme`, a reason about the
   *   questions or the expiry, `entitlement_required` for an expiry or custom colours without a subscription,
   *   `survey_expired` for reopening an expired survey, `storage_limit_reached` if questions or their settings become longer although the
   *   account's storage is full, `survey_changed` and `condition_failed` if the conditions do not hold
   */
  change(editor: SurveyEditor, body: JsonObject, conditions: Conditions = {}): Promise<Changed> {
    return this.#apply('change', editor, { body, conditions })
  }

  /** What `change` would change. Nothing is stored. @throws Refusal as `change` */
  checkChange(editor: SurveyEditor, body: JsonObject, conditions: Conditions = {}): Promise<Changed> {
    return this.#apply('checkChange', editor, { body, conditions })
  }

  async #apply(
    operation: 'change' | 'checkChange',
    editor: SurveyEditor,
    { body, conditions }: Pick<SurveyEdit, 'body' | 'conditions'>,
  ): Promise<Changed> {
    const { accountId, slug, fields } = editor
    checkSlug(slug)
    const { store, clock, quota } = this.#context
    const sent = new Set(fields.filter(field => Object.hasOwn(body, field)))
    const mayGrow = GROWING.some(field => sent.has(field))
    const storageRefusal = mayGrow ? await quota.refusalOf(accountId) : undefined
    const edit = { editor, body, conditions, sent, clock, storageRefusal }
    const decide: DecideChange = (stored, reads) => decideChange(stored, reads, edit)
    return changedFields(orNotFound(await store.surveys[operation](accountId, slug, decide)), edit)
  }

  /**
   * Permanently deletes the survey and its responses.
   * @throws Refusal `not found` if it no longer exists, `survey_changed` and `condition_failed` if the conditions do not hold
   */
  async delete({ access }: SurveyAdmin, conditions: Conditions = {}): Promise<void> {
    const mayDelete = (survey: Survey) => {
      checkSurveyConditions(survey, conditions)
      return true
    }
    checkFound(await deleteSurvey(this.#context, access, mayDelete))
  }

  /**
   * Permanently deletes an account's survey and its responses.
   * @param responses the number that the caller was told
   * @returns false if it has another number by now; then nothing was deleted
   * @throws Refusal `not found`
   */
  async deleteOwn(owned: OwnedSurvey, responses: number): Promise<boolean> {
    const { id: surveyId, accountId, slug } = await findSurvey(this.#context, owned)
    const mayDelete = ({ responseCount }: Survey) => responseCount === responses
    return deleteSurvey(this.#context, { surveyId, accountId, slug }, mayDelete)
  }
}

function changedFields(survey: Survey, { sent, clock }: SurveyEdit): Changed {
  return {
    slug: survey.slug,
    tag: surveyTag(survey, clock()),
    status: survey.status,
    ...(sent.has('theme') && { theme: survey.theme }),
    ...(sent.has('questions') && { questions: survey.questions }),
    ...(sent.has('archived') && { archived: survey.archived }),
    ...(sent.has('expires_at') && { expiresAt: survey.expiresAt }),
    ...(sent.has('opens_at') && { opensAt: survey.opensAt }),
    ...(sent.has('response_limit') && { responseLimit: survey.responseLimit }),
    ...(sent.has('share_results') && { shareResults: survey.shareResults }),
    ...(sent.has('results_revealed') && { resultsRevealed: survey.resultsRevealed }),
    ...(sent.has('shared_device') && { sharedDevice: survey.sharedDevice }),
    ...(sent.has('share_record') && { shareRecord: survey.shareRecord }),
    ...(sent.has('paced') && { paced: survey.paced }),
    ...(sent.has('revealed_at_once') && { revealedAtOnce: survey.revealedAtOnce }),
    ...(sent.has('language') && { language: survey.language }),
    ...(sent.has('question_settings') && { questionSettings: survey.questionSettings }),
    ...(sent.has('texts') && { texts: survey.texts }),
    ...(sent.has('groups') && { groups: survey.groups }),
  }
}
