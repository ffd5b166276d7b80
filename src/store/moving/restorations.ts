import type { Kysely, Transaction } from 'kysely'
import { UNRESOLVED_STATES } from '../../domain/boards/board.ts'
import type { FileItem, FileSettings, FileSurvey, RestoredBy } from '../../domain/moving/survey-file.ts'
import { NO_GROUPS } from '../../domain/surveys/groups/question-group.ts'
import { NO_QUESTION_SETTINGS } from '../../domain/surveys/question-settings.ts'
import { NO_TEXTS } from '../../domain/surveys/survey-settings/survey-texts.ts'
import { countSurveys, lockAccount } from '../accounts/accounts.ts'
import { BatchedStatement } from '../batched-statement.ts'
import { type BoardKey, countUnresolvedItems, lastItemSequence } from '../boards/board-items.ts'
import type { Engine } from '../engine.ts'
import { addJob, DELETE_ACCOUNT, type NewJob } from '../jobs.ts'
import type { BatchOutcome, ResponseBatch } from '../responses/response-batch.ts'
import { storedBytesOf } from '../stored-bytes.ts'
import { bytesBeside, columnsBeside } from '../surveys/stored-content.ts'
import { editHistoryJson } from '../surveys/stored-edit-history.ts'
import { projectedTextsJson } from '../surveys/stored-projected-texts.ts'
import { type NewSurvey, newRow } from '../surveys/survey-creation.ts'
import type { Tables } from '../tables.ts'
import { themeText } from '../theme.ts'

/** Whose data is being restored, and by whom. There is one restoration at a time for each. */
export interface RestorationKey {
  /** The account's id. */
  readonly restoresTo: string
  readonly restoredBy: RestoredBy
}

/** The account that holds what is being restored until the restoration is complete. Nobody can sign in to it. */
export interface StagingAccount extends RestorationKey {
  readonly id: string
  /** Reaches nobody. The deletion is stored with it. */
  readonly email: string
  readonly createdAt: string
  /** Deletes the staging account, unless it is finished or extended before `until`. */
  readonly deletion: NewJob
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** A survey without its responses, boards and settings. */
export type StagedSurvey = Pick<
  NewSurvey,
  'accountId' | 'slug' | 'title' | 'createdAt' | 'expiresAt' | 'adminNonce' | 'questions'
> &
  Pick<FileSurvey, 'status'>

/** How long a staging account is kept, in milliseconds since the epoch. */
interface Lease {
  readonly now: number
  /** When it may be deleted. */
  readonly until: number
}

/** Identifies a survey of a staging account. */
export interface StagedKey {
  readonly stagingId: string
  readonly surveyId: number
}

/**
 * Stores surveys from a file, in many short transactions so that nobody else waits long. Until they are handed over,
 * the surveys belong to a separate account, where nobody can find them.
 */
export class Restorations {
  readonly #engine: Engine
  readonly #items: BatchedStatement

  constructor(engine: Engine) {
    this.#engine = engine
    const item = { survey_id: 0, question: 0, sequence: 0, id: '', text: '', state: 'shown' as const, votes: 0 }
    this.#items = new BatchedStatement(size => engine.reader.insertInto('board_item').values(Array(size).fill(item)))
  }

  /** @returns false if another restoration has this key */
  begin({ id, email, restoresTo, restoredBy, createdAt, deletion, until }: StagingAccount): Promise<boolean> {
    return this.#engine.write(async db => {
      const nobody = { name: null, password_hash: null, email_confirmed_at: null, disabled: 1 as const }
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('account')
        .values({ id, email, created_at: createdAt, ...nobody, restores_to: restoresTo, restored_by: restoredBy })
        .onConflict(conflict => conflict.columns(['restores_to', 'restored_by']).doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n) return false
      await addJob(db, deletion)
      await postpone(db, email, { now: 0, until })
      return true
    })
  }

  /** The id of an expired staging account, if nobody has begun to delete it. */
  async findExpired({ restoresTo, restoredBy }: RestorationKey, now: number): Promise<string | undefined> {
    const jobs = this.#engine.reader.selectFrom('job').innerJoin('account', 'account.email', 'job.email')
    const due = jobs.where('restores_to', '=', restoresTo).where('restored_by', '=', restoredBy)
    return (await due.where('run_at', '<=', now).select('account.id').executeTakeFirst())?.id
  }

  /** Extends the lease of a staging account that has not expired. @returns false if there is none */
  extend(id: string, { restoresTo, restoredBy }: RestorationKey, lease: Lease): Promise<boolean> {
    return this.#engine.write(async db => {
      const staging = db.selectFrom('account').select('email').where('id', '=', id)
      const own = staging.where('restores_to', '=', restoresTo).where('restored_by', '=', restoredBy)
      const account = await own.executeTakeFirst()
      return account !== undefined && (await postpone(db, account.email, lease))
    })
  }

  /** @returns what stands in the way of adding it @throws Refusal `authentication required` if the account is gone */
  addSurvey(survey: StagedSurvey, maxSurveys: number): Promise<'added' | 'limit_reached' | 'slug_occurs_twice'> {
    return this.#engine.write(async db => {
      await lockAccount(this.#engine, db, survey.accountId)
      if ((await countSurveys(db, survey.accountId)) >= maxSurveys) return 'limit_reached'
      const sameSlug = db.selectFrom('survey').select('id').where('slug', '=', survey.slug)
      if ((await sameSlug.executeTakeFirst()) !== undefined) return 'slug_occurs_twice'
      const row = newRow({
        ...survey,
        theme: 'default',
        shareResults: 'never',
        sharedDevice: false,
        paced: false,
        revealedAtOnce: false,
        language: null,
        questionSettings: NO_QUESTION_SETTINGS,
        texts: NO_TEXTS,
        groups: NO_GROUPS,
      })
      const life = { status: survey.status, expires_at: survey.expiresAt, suspended: 1 as const }
      await db
        .insertInto('survey')
        .values({ ...row, ...life })
        .execute()
      return 'added'
    })
  }

  /** @returns `stored`, or what is already stored, in which case nothing else was stored */
  async addResponses(batch: ResponseBatch): Promise<BatchOutcome> {
    const [outcome = 'survey_changed'] = await this.#engine.storeResponses([batch], 'wait')
    return outcome
  }

  /**
   * Adds items after a board's existing ones, and skips those already added to it. Their votes are numbers: nobody knows
   * who cast them. An id that is in use elsewhere is replaced.
   * @param capacity maximum number of the board's items that are neither answered nor hidden
   * @param newId makes a random UUID
   * @param isLast whether these are the last ones of a request, which are on disk with all before them
   * @returns what stands in the way of adding them
   */
  addItems(
    { stagingId, surveyId, question }: StagedKey & BoardKey,
    sent: readonly FileItem[],
    { capacity, newId, isLast }: { readonly capacity: number; readonly newId: () => string; readonly isLast: boolean },
  ): Promise<'added' | 'ended' | 'board_full'> {
    return this.#engine[isLast ? 'write' : 'writeUnflushed'](async db => {
      if ((await this.#lockStaged(db, { stagingId, surveyId })) === undefined) return 'ended'
      const board = { surveyId, question }
      const used = await usedIds(db, sent, board)
      const items = sent.filter(({ id }) => used.get(id) !== 'here')
      const unresolved = items.filter(({ state }) => UNRESOLVED_STATES.includes(state)).length
      if (unresolved > 0 && unresolved + (await countUnresolvedItems(db, board)) > capacity) return 'board_full'
      const last = await lastItemSequence(db, board)
      await this.#items.run(
        db,
        items.map(({ id, text, state, votes }, at) => {
          return [surveyId, question, last + at + 1, used.has(id) ? newId() : id, text, state, votes]
        }),
      )
      const bytes = items.reduce((sum, { text }) => sum + storedBytesOf(text), 0)
      await db
        .updateTable('survey')
        .set(row => ({ stored_bytes: row('stored_bytes', '+', bytes), board_revision: row('board_revision', '+', 1) }))
        .where('id', '=', surveyId)
        .execute()
      return 'added'
    })
  }

  /** Texts of missing responses are not projected. @returns false if the restoration has ended */
  setSettings({ stagingId, surveyId }: StagedKey, settings: FileSettings): Promise<boolean> {
    return this.#engine.write(async db => {
      const staged = await this.#lockStaged(db, { stagingId, surveyId })
      if (staged === undefined) return false
      const beside = columnsBeside(settings)
      const added = bytesBeside(beside) - bytesBeside(staged)
      const { picks, ...others } = settings.projectedTexts
      const found: (typeof picks)[number][] = []
      for (const pick of picks)
        if ((await this.#engine.findSequences(db, surveyId, [pick.id])).length > 0) found.push(pick)
      await db
        .updateTable('survey')
        .set(row => ({
          theme: themeText(settings.theme),
          archived: settings.archived ? 1 : 0,
          share_results: settings.shareResults,
          results_revealed: settings.resultsRevealed ? 1 : 0,
          ...(settings.opensAt !== null && { status: 'open' as const, opens_at: settings.opensAt }),
          response_limit: settings.responseLimit,
          shared_device: settings.sharedDevice ? 1 : 0,
          share_record: settings.shareRecord ? 1 : 0,
          paced: settings.paced ? 1 : 0,
          revealed_at_once: settings.revealedAtOnce ? 1 : 0,
          language: settings.language,
          expiry_automatic: settings.expiryAutomatic ? 1 : 0,
          projected_texts: projectedTextsJson({ picks: found, ...others }),
          edit_history: editHistoryJson(settings.editHistory),
          ...beside,
          session_record: settings.session && JSON.stringify(settings.session),
          stored_bytes: row('stored_bytes', '+', added),
        }))
        .where('id', '=', surveyId)
        .execute()
      return true
    })
  }

  /** Locks a survey while it is the staging account's. @returns undefined if it is no longer */
  #lockStaged(db: Transaction<Tables>, { stagingId, surveyId }: StagedKey) {
    const survey = db.selectFrom('survey').where('id', '=', surveyId).where('account_id', '=', stagingId)
    return this.#engine.lockRows(survey.select(['id', 'question_settings', 'texts', 'groups'])).executeTakeFirst()
  }
}

/** Postpones the job that deletes a staging account. @returns false if it is due, or the account is handed over */
async function postpone(db: Transaction<Tables>, email: string, { now, until }: Lease): Promise<boolean> {
  const deletions = db.updateTable('job').where('email', '=', email).where('kind', '=', DELETE_ACCOUNT)
  const waiting = deletions.where('attempts', '=', 0).where('run_at', '>', now)
  const { numUpdatedRows } = await waiting.set('run_at', until).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The ids that are in use, on a board or elsewhere. */
async function usedIds(
  db: Kysely<Tables>,
  items: readonly FileItem[],
  { surveyId, question }: BoardKey,
): Promise<ReadonlyMap<string, 'here' | 'elsewhere'>> {
  const ids = items.map(({ id }) => id)
  const found = db.selectFrom('board_item').select(['id', 'survey_id', 'question']).where('id', 'in', ids)
  const rows = await found.execute()
  return new Map(
    rows.map(row => [row.id, row.survey_id === surveyId && row.question === question ? 'here' : 'elsewhere']),
  )
}
