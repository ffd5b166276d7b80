import type { Kysely, Transaction } from 'kysely'
import { ITEM_STATES, type ItemState, UNRESOLVED_STATES, VISIBLE_STATES } from '../domain/board.ts'
import { Refusal } from '../domain/refusal.ts'
import { type BoardItem, type BoardKey, countUnsettledItems, findBoardItem, lastItemSequence } from './board-items.ts'
import type { Change } from './change-notifications.ts'
import type { Engine } from './engine.ts'
import { GroupCommit, type GroupCommitLimits } from './group-commit.ts'
import { prepareRead } from './prepared-statement.ts'
import { findSurveys, ownSurvey, publicSurveys, type Survey } from './surveys.ts'
import type { Tables } from './tables.ts'

/** A question to be added to a board. */
export interface NewBoardItem {
  readonly slug: string
  readonly question: number
  readonly id: string
  /** Pure. Throws to refuse. */
  decide(survey: Survey): Pick<BoardItem, 'text' | 'state'>
}

/** A vote for an item, or its withdrawal. */
export interface VoteChange {
  readonly slug: string
  readonly question: number
  readonly itemId: string
  readonly withdrawn: boolean
  /**
   * Pure. Throws to refuse.
   * @param item undefined if respondents do not see it
   * @returns the identifier of the voter on this item
   */
  decide(survey: Survey, item: BoardItem | undefined): string
}

/** A change of an item's state by the survey's owner. */
export interface Moderation {
  readonly accountId: string
  readonly slug: string
  readonly question: number
  readonly itemId: string
  /** Pure. Throws to refuse. */
  decide(survey: Survey, item: BoardItem | undefined): ItemState
}

/** The item after the operation. An operation is refused before it writes, so that the others of its commit go on. */
type OperationOutcome = { readonly item: BoardItem; readonly changed: boolean } | Error

interface BoardOperation {
  readonly slug: string
  readonly question: number
  run(db: Kysely<Tables>, survey: Survey): Promise<OperationOutcome>
}

type ItemColumns = [id: string, text: string, state: ItemState, votes: number]

export class Boards {
  readonly #engine: Engine
  readonly #commits: GroupCommit<BoardOperation, OperationOutcome>
  readonly #list: (...parameters: readonly unknown[]) => Promise<readonly ItemColumns[]>

  constructor(engine: Engine, limits: GroupCommitLimits) {
    this.#engine = engine
    this.#commits = new GroupCommit(group => this.#commit(group), limits)
    this.#list = prepareRead(
      engine,
      engine.reader
        .selectFrom('board_item')
        .where('survey_id', '=', 0)
        .where('question', '=', 0)
        .where('state', 'in', VISIBLE_STATES)
        .select(['id', 'text', 'state', 'votes'])
        .orderBy('votes', 'desc')
        .orderBy('sequence'),
    )
  }

  /** Resolves when the commit under way, if there is one, has ended. */
  get commitEnded(): Promise<void> {
    return this.#commits.ended
  }

  /** The items that respondents see: most votes first, and the older first among equals. */
  async list(surveyId: number, question: number): Promise<BoardItem[]> {
    const rows = await this.#list(surveyId, question, ...VISIBLE_STATES)
    return rows.map(([id, text, state, votes]) => ({ id, text, state, votes }))
  }

  /** All items of a board, in the same order. */
  async all(surveyId: number, question: number): Promise<BoardItem[]> {
    const query = this.#engine.reader.selectFrom('board_item').select(['id', 'text', 'state', 'votes'])
    const onBoard = query.where('survey_id', '=', surveyId).where('question', '=', question)
    return onBoard.orderBy('votes', 'desc').orderBy('sequence').execute()
  }

  /**
   * Changes the state of an item on a board of the account's own survey.
   * @param capacity as in `add`
   * @returns undefined if there is no such survey or item
   * @throws Refusal `this board is full`, or what `decide` throws
   */
  moderate(moderation: Moderation, capacity: number): Promise<BoardItem | undefined> {
    const { accountId, slug, question, itemId, decide } = moderation
    return this.#engine.write(async db => {
      const [survey] = await findSurveys(this.#engine.lockRows(ownSurvey(db, accountId, slug)))
      if (survey === undefined) return undefined
      const board: BoardKey = { surveyId: survey.id, question }
      const existing = await findBoardItem(db, board, itemId, ITEM_STATES)
      const state = decide(survey, existing)
      if (existing === undefined) return undefined
      const { sequence: _, ...item } = existing
      const needsCapacity = UNRESOLVED_STATES.includes(state) && !UNRESOLVED_STATES.includes(item.state)
      if (needsCapacity && (await countUnsettledItems(db, board)) >= capacity) throw new Refusal('board_full')
      if (state !== item.state) await db.updateTable('board_item').set({ state }).where('id', '=', itemId).execute()
      if (state !== item.state) await this.#engine.notify(db, { slug, part: `board ${question}` })
      return { ...item, state }
    })
  }

  /**
   * Adds an item to a board.
   * @param capacity the most items of a board that are neither answered nor hidden
   * @throws Refusal `not found`, `this board is full`, or what `decide` throws
   */
  add(newItem: NewBoardItem, capacity: number): Promise<BoardItem> {
    return this.#run(newItem, (db, survey) => insertItem(db, survey, newItem, capacity))
  }

  /**
   * Counts a vote or withdraws it. Idempotent, also for concurrent requests.
   * @returns the item with its votes after the change
   * @throws Refusal `not found`, or what `decide` throws
   */
  vote(change: VoteChange): Promise<BoardItem> {
    return this.#run(change, (db, survey) => applyVote(db, survey, change))
  }

  async #run({ slug, question }: Omit<BoardOperation, 'run'>, run: BoardOperation['run']): Promise<BoardItem> {
    const outcome = await this.#commits.add({ slug, question, run }, slug)
    if (outcome instanceof Error) throw outcome
    return outcome.item
  }

  async #commit(group: readonly BoardOperation[]): Promise<OperationOutcome[]> {
    return this.#engine.write(async db => {
      const surveys = await this.#lockSurveys(db, group)
      const outcomes: OperationOutcome[] = []
      const changed = new Map<string, Change>()
      for (const { slug, question, run } of group) {
        const survey = surveys.get(slug)
        const outcome = survey === undefined ? new Refusal('not_found') : await run(db, survey)
        if (!(outcome instanceof Error) && outcome.changed)
          changed.set(`${slug} ${question}`, { slug, part: `board ${question}` })
        outcomes.push(outcome)
      }
      for (const change of changed.values()) await this.#engine.notify(db, change)
      return outcomes
    })
  }

  /** The survey's lock protects its boards: sequence numbers, capacity and vote counts. */
  async #lockSurveys(db: Transaction<Tables>, group: readonly BoardOperation[]): Promise<Map<string, Survey>> {
    const slugs = [...new Set(group.map(({ slug }) => slug))]
    const query = publicSurveys(db).where('slug', 'in', slugs).orderBy('id')
    const surveys = await findSurveys(this.#engine.lockRows(query))
    return new Map(surveys.map(survey => [survey.slug, survey]))
  }
}

async function insertItem(
  db: Kysely<Tables>,
  survey: Survey,
  { question, id, decide }: NewBoardItem,
  capacity: number,
): Promise<OperationOutcome> {
  const decision = attempt(() => decide(survey))
  if (decision instanceof Error) return decision
  const board: BoardKey = { surveyId: survey.id, question }
  if ((await countUnsettledItems(db, board)) >= capacity) return new Refusal('board_full')
  const sequence = (await lastItemSequence(db, board)) + 1
  const item: BoardItem = { id, ...decision, votes: 0 }
  await db
    .insertInto('board_item')
    .values({ survey_id: survey.id, question, sequence, ...item })
    .execute()
  return { item, changed: true }
}

async function applyVote(
  db: Kysely<Tables>,
  survey: Survey,
  { question, itemId, withdrawn, decide }: VoteChange,
): Promise<OperationOutcome> {
  const existing = await findBoardItem(db, { surveyId: survey.id, question }, itemId, VISIBLE_STATES)
  const voter = attempt(() => decide(survey, existing))
  if (voter instanceof Error) return voter
  if (existing === undefined) return new Refusal('not_found')
  const { sequence, ...item } = existing
  const row = { survey_id: survey.id, question, sequence, voter }
  const changed = await (withdrawn ? removeVote(db, row) : addVote(db, row))
  if (!changed) return { item, changed }
  const votes = item.votes + (withdrawn ? -1 : 1)
  await db
    .updateTable('board_item')
    .set({ votes })
    .where('survey_id', '=', survey.id)
    .where('question', '=', question)
    .where('sequence', '=', sequence)
    .execute()
  return { item: { ...item, votes }, changed }
}

type VoteRow = Tables['board_vote']

/** @returns false if the vote was counted already */
async function addVote(db: Kysely<Tables>, row: VoteRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('board_vote')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false if there was no such vote */
async function removeVote(db: Kysely<Tables>, row: VoteRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('board_vote')
    .where('survey_id', '=', row.survey_id)
    .where('question', '=', row.question)
    .where('sequence', '=', row.sequence)
    .where('voter', '=', row.voter)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

function attempt<Result>(decide: () => Result): Result | Error {
  try {
    return decide()
  } catch (error) {
    return error as Error
  }
}
