import type { Kysely } from 'kysely'
import type { SharingMode } from '../../domain/results/sharing.ts'
import type { QuestionGroup } from '../../domain/surveys/groups/question-group.ts'
import { SURVEYS_PER_DAY } from '../../domain/surveys/limits.ts'
import type { QuestionsText } from '../../domain/surveys/question.ts'
import type { QuestionSettings } from '../../domain/surveys/question-settings.ts'
import type { SurveyTexts } from '../../domain/surveys/survey-settings/survey-texts.ts'
import type { Theme } from '../../domain/surveys/survey-settings/theme.ts'
import { DAY_MS } from '../../domain/values/time.ts'
import { countSurveys, type LockedAccount, lockAccount, savePalette } from '../accounts/accounts.ts'
import type { Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'
import { themeText } from '../theme.ts'
import { type DraftRevision, isDraftUnchanged, removeDraft } from './drafts.ts'
import {
  findIdempotencyKey,
  type IdempotencyMatch,
  type IdempotentRequest,
  storeIdempotencyKey,
} from './idempotency.ts'
import { columnsBeside, storedContentBytes } from './stored-content.ts'

export interface NewSurvey {
  readonly accountId: string
  readonly slug: string
  /** Keeps the slug reserved after the survey is deleted. */
  readonly slugHash: string
  readonly title: string
  readonly theme: Theme
  readonly createdAt: string
  readonly expiresAt: number | null
  /** Whether the expiry was set by the free plan. It does not apply if the account has been subscribed meanwhile. */
  readonly expiryAutomatic: boolean
  readonly shareResults: SharingMode
  readonly sharedDevice: boolean
  readonly paced: boolean
  readonly revealedAtOnce: boolean
  /** Null where it is found from the texts. */
  readonly language: string | null
  readonly adminNonce: string
  readonly questions: QuestionsText
  readonly questionSettings: QuestionSettings
  readonly texts: SurveyTexts
  readonly groups: readonly QuestionGroup[]
  /** The palette to save for the account, chosen in the browser; undefined if none was chosen. */
  readonly palette?: Theme | undefined
  /** The draft that it is created from and replaces. */
  readonly draft?: DraftRevision
}

export type CreationOutcome =
  | 'added'
  | 'draft_changed'
  | 'slug_taken'
  | 'limit_reached'
  | 'daily_limit_reached'
  | IdempotencyMatch

/**
 * Adds a survey, and removes the draft that it is created from. With any outcome other than `added`, nothing has
 * changed.
 * @param request if it has already created a survey, none is added and its match is returned
 */
export async function addSurvey(
  engine: Engine,
  survey: NewSurvey,
  maxSurveys: number,
  request?: IdempotentRequest,
): Promise<CreationOutcome> {
  const { accountId, slug, slugHash, draft, palette } = survey
  const outcome = await engine.write<CreationOutcome>(async db => {
    const account = await lockAccount(engine, db, accountId)
    const match = request && (await findIdempotencyKey(db, accountId, request))
    if (match !== undefined) return match
    if (draft !== undefined && !(await isDraftUnchanged(engine, db, accountId, draft))) return 'draft_changed'
    if ((await countSurveys(db, accountId)) >= maxSurveys) return 'limit_reached'
    const made = madeWith(Date.parse(survey.createdAt), account, 1)
    if (made === undefined) return 'daily_limit_reached'
    if (!(await assignSlug(db, slugHash))) return 'slug_taken'
    const row = { ...newRow(survey), ...expiryOf(survey, account), suspended: account.disabled }
    await db.insertInto('survey').values(row).execute()
    if (draft !== undefined) await removeDraft(db, draft)
    if (palette !== undefined) await savePalette(db, accountId, palette)
    await db
      .updateTable('account')
      .set(row => ({ ...made, revision: row('revision', '+', 1) }))
      .where('id', '=', accountId)
      .execute()
    if (request !== undefined) await storeIdempotencyKey(db, accountId, request, slug)
    return 'added'
  })
  if (outcome === 'added' && draft !== undefined) engine.eraseDeleted()
  return outcome
}

/**
 * The number of surveys that an account has created in its current day, including those being created now. If the clock
 * was set back, a day neither restarts nor ends later than a day from now.
 * @returns undefined if there are too many
 */
export function madeWith(now: number, { surveys_made, surveys_made_since }: LockedAccount, count: number) {
  const isNewDay = surveys_made_since === null || now >= surveys_made_since + DAY_MS
  const made = isNewDay ? count : surveys_made + count
  if (made > SURVEYS_PER_DAY) return undefined
  return { surveys_made: made, surveys_made_since: isNewDay ? now : Math.min(surveys_made_since, now) }
}

/** @returns false if the slug is in use, or was used by a deleted survey */
export async function assignSlug(db: Kysely<Tables>, hash: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('assigned_slug')
    .values({ hash })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type RowOfSurvey = Pick<
  NewSurvey,
  | 'accountId'
  | 'slug'
  | 'title'
  | 'theme'
  | 'createdAt'
  | 'shareResults'
  | 'sharedDevice'
  | 'paced'
  | 'revealedAtOnce'
  | 'language'
  | 'adminNonce'
  | 'questions'
  | 'questionSettings'
  | 'texts'
  | 'groups'
>

/** The columns of a survey without responses, except its expiry. */
export function newRow(survey: RowOfSurvey) {
  return {
    account_id: survey.accountId,
    slug: survey.slug,
    title: survey.title,
    status: 'open' as const,
    archived: 0 as const,
    theme: themeText(survey.theme),
    revision: 1,
    response_count: 0,
    last_sequence: 0,
    stored_bytes: storedContentBytes(survey),
    created_at: survey.createdAt,
    share_results: survey.shareResults,
    shared_device: survey.sharedDevice ? (1 as const) : (0 as const),
    paced: survey.paced ? (1 as const) : (0 as const),
    revealed_at_once: survey.revealedAtOnce ? (1 as const) : (0 as const),
    language: survey.language,
    admin_nonce: survey.adminNonce,
    ...columnsBeside(survey),
    questions: survey.questions,
  }
}

/** The free plan's expiry does not apply if the account's subscription has begun since the survey was requested. */
function expiryOf({ expiresAt, expiryAutomatic, createdAt }: NewSurvey, { entitled_until }: LockedAccount) {
  const isSubscribed = entitled_until !== null && entitled_until > Date.parse(createdAt)
  if (expiryAutomatic && isSubscribed) return { expires_at: null, expiry_automatic: 0 as const }
  return { expires_at: expiresAt, expiry_automatic: expiryAutomatic ? (1 as const) : (0 as const) }
}
