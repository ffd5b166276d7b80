import type { Kysely, Transaction } from 'kysely'
import { ITEM_STATES, type ItemState, UNRESOLVED_STATES, VISIBLE_STATES } from '../domain/board.ts'
import { Refusal } from '../domain/refusal.ts'
import { type BoardItem, type BoardKey, countUnsettledItems, findBoardItem, lastItemSequence } from './board-items.ts'
import type { Change } from './change-notifications.ts'
import type { Engine } from './engine.ts'
import { GroupCommit, type GroupCommitLimits } from './group-commit.ts'
import { prepareRead } from './prepared-statement.ts'
import { findAll, owned, publicSurveys, type Survey } from './surveys.ts'
import type { Tables } from './tables.ts'

/** A question that somebody asks on a board. */
export interface NewBoardItem {
  readonly slug: string
  readonly question: number
  readonly id: string
  /** Pure; throws what refuses it. */
  decide(survey: Survey): Pick<BoardItem, 'text' | 'state'>
}

/** A vote for a question on a board, or its withdrawal. */
export interface VoteChange {
  readonly slug: string
  readonly question: number
  readonly itemId: string
  readonly withdrawn: boolean
  /**
   * Pure; throws what refuses it.
   * @param item undefined where respondents see none
   * @returns what the vote is known by on this item
   */
  decide(survey: Survey, item: BoardItem | undefined): string
}

/** What becomes of a question on a board, as its creator says. */
export interface Moderation {
  readonly accountId: string
  readonly slug: string
  readonly question: number
  readonly itemId: string
  /** Pure; throws what refuses it. */
  decide(survey: Survey, item: BoardItem | undefined): ItemState
}

/** The item as the act has left it. What refuses the act is found before it writes, so that no other is touched by it. */
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

  constructor(engine: Engine, bounds: GroupCommitLimits) {
    this.#engine = engine
    this.#commits = new GroupCommit(group => this.#commit(group), bounds)
    this.#list = prepareRead(
      engine,
      engine.reader
        .selectFrom('board_item')
        .where('survey_id', '=', 0)
        .where('question', '=', 0)
        .where('state', 'in', VISIBLE_STATES)
        .select(['id', 'text', 'state', 'votes'])
        .orderBy('votes', 'desc')
        .orderBy('place'),
    )
  }

  /** What respondents see on a board: most votes first, of equal ones the older first. */
  async list(surveyId: number, question: number): Promise<BoardItem[]> {
    const rows = await this.#list(surveyId, question, ...VISIBLE_STATES)
    return rows.map(([id, text, state, votes]) => ({ id, text, state, votes }))
  }

  /** Everything on a board, in the same order. */
  async all(surveyId: number, question: number): Promise<BoardItem[]> {
    const query = this.#engine.reader.selectFrom('board_item').select(['id', 'text', 'state', 'votes'])
    const onBoard = query.where('survey_id', '=', surveyId).where('question', '=', question)
    return onBoard.orderBy('votes', 'desc').orderBy('place').execute()
  }

  /**
   * Gives a question on a board of the account's own survey another state.
   * @param room as in `add`
   * @returns undefined where there is no such survey
   * @throws Refusal `this board is full`, or as `decide` says
   */
  moderate(moderation: Moderation, room: number): Promise<BoardItem | undefined> {
    const { accountId, slug, question, itemId, decide } = moderation
    return this.#engine.write(async db => {
      const [survey] = await findAll(this.#engine.lockRows(owned(db, accountId, slug)))
      if (survey === undefined) return undefined
      const board: BoardKey = { surveyId: survey.id, question }
      const found = await findBoardItem(db, board, itemId, ITEM_STATES)
      const state = decide(survey, found)
      if (found === undefined) return undefined
      const { place, ...item } = found
      const needsRoom = UNRESOLVED_STATES.includes(state) && !UNRESOLVED_STATES.includes(item.state)
      if (needsRoom && (await countUnsettledItems(db, board)) >= room) throw new Refusal('board_full')
      if (state !== item.state) await db.updateTable('board_item').set({ state }).where('id', '=', itemId).execute()
      if (state !== item.state) await this.#engine.notify(db, { slug, part: `board ${question}` })
      return { ...item, state }
    })
  }

  /**
   * Puts a question on a board.
   * @param room questions that a board holds which are still to be dealt with
   * @throws Refusal `not found`, `this board is full`, or as `decide` says
   */
  add(asking: NewBoardItem, room: number): Promise<BoardItem> {
    return this.#run(asking, (db, survey) => insertItem(db, survey, asking, room))
  }

  /**
   * Counts a vote, or takes it back: once, however often and however many at once it is sent.
   * @returns the item with its votes as they are then
   * @throws Refusal `not found`, or as `decide` says
   */
  vote(ballot: VoteChange): Promise<BoardItem> {
    return this.#run(ballot, (db, survey) => applyVote(db, survey, ballot))
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

  /** A board is held by its survey: places are given, room is counted and votes are added up under that lock. */
  async #lockSurveys(db: Transaction<Tables>, group: readonly BoardOperation[]): Promise<Map<string, Survey>> {
    const slugs = [...new Set(group.map(({ slug }) => slug))]
    const query = publicSurveys(db).where('slug', 'in', slugs).orderBy('id')
    const surveys = await findAll(this.#engine.lockRows(query))
    return new Map(surveys.map(survey => [survey.slug, survey]))
  }
}

async function insertItem(
  db: Kysely<Tables>,
  survey: Survey,
  { question, id, decide }: NewBoardItem,
  room: number,
): Promise<OperationOutcome> {
  const decided = attempt(() => decide(survey))
  if (decided instanceof Error) return decided
  const board: BoardKey = { surveyId: survey.id, question }
  if ((await countUnsettledItems(db, board)) >= room) return new Refusal('board_full')
  const place = (await lastItemSequence(db, board)) + 1
  const item: BoardItem = { id, ...decided, votes: 0 }
  await db
    .insertInto('board_item')
    .values({ survey_id: survey.id, question, place, ...item })
    .execute()
  return { item, changed: true }
}

async function applyVote(
  db: Kysely<Tables>,
  survey: Survey,
  { question, itemId, withdrawn, decide }: VoteChange,
): Promise<OperationOutcome> {
  const found = await findBoardItem(db, { surveyId: survey.id, question }, itemId, VISIBLE_STATES)
  const voter = attempt(() => decide(survey, found))
  if (voter instanceof Error) return voter
  if (found === undefined) return new Refusal('not_found')
  const { place, ...item } = found
  const row = { survey_id: survey.id, question, place, voter }
  const changed = await (withdrawn ? removeVote(db, row) : addVote(db, row))
  if (!changed) return { item, changed }
  const votes = item.votes + (withdrawn ? -1 : 1)
  await db
    .updateTable('board_item')
    .set({ votes })
    .where('survey_id', '=', survey.id)
    .where('question', '=', question)
    .where('place', '=', place)
    .execute()
  return { item: { ...item, votes }, changed }
}

type VoteRow = Tables['board_vote']

/** @returns whether it was not there before */
async function addVote(db: Kysely<Tables>, row: VoteRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('board_vote')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns whether it was there */
async function removeVote(db: Kysely<Tables>, row: VoteRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('board_vote')
    .where('survey_id', '=', row.survey_id)
    .where('question', '=', row.question)
    .where('place', '=', row.place)
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
