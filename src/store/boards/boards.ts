import { type Kysely, sql, type Transaction } from 'kysely'
import {
  INVISIBLE_STATES,
  ITEM_STATES,
  type ItemState,
  UNRESOLVED_STATES,
  VISIBLE_STATES,
} from '../../domain/boards/board.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { GroupCommit, type GroupCommitLimits } from '../../group-commit.ts'
import { boardPart, type Part, unpublishedPart } from '../change-notifications.ts'
import type { Engine } from '../engine.ts'
import { storedBytesOf, VOTE_BYTES } from '../stored-bytes.ts'
import { findSurveys, ownSurvey, publicSurveys, type Survey } from '../surveys/surveys.ts'
import type { Tables } from '../tables.ts'
import {
  type BoardItem,
  type BoardKey,
  type BoardNumbers,
  countUnresolvedItems,
  findBoardItem,
  lastItemSequence,
  type NewItem,
  nextItemSequence,
  type SequencedItem,
} from './board-items.ts'
import { BoardLists, type ListRange } from './board-list.ts'
import { requestVoteRewrite } from './vote-rewrite.ts'
import { addVote, isCounted, moveVotes, removeVote } from './vote-rows.ts'

/** A question to be added to a board. */
export interface NewBoardItem {
  readonly slug: string
  readonly question: number
  /** Pure. Throws to refuse. */
  decide(survey: Survey): AskedItem
  /** Throws if this many bytes cannot be stored now. Not called for a repeat, which stores nothing. */
  admit(survey: Survey, bytes: number): void
}

export interface AskedItem {
  readonly item: NewItem
  /** Items that an earlier request may have added. If the board has one of them, this is a repeat. */
  readonly repeats: readonly NewItem[]
  /** The asker's identifier for this item, whose vote is counted; undefined to count none. */
  readonly voter?: string | undefined
}

/** A vote for an item, or its withdrawal. */
export interface VoteChange {
  readonly slug: string
  readonly question: number
  readonly itemId: string
  readonly withdrawn: boolean
  /**
   * Pure. Throws to refuse.
   * @param item undefined if respondents cannot see it
   * @returns the voter's identifier for this item
   */
  decide(survey: Survey, item: BoardItem | undefined): string
  /** Throws if the vote cannot be stored now. Not called for a withdrawal or for a vote that is already counted. */
  admit(): void
}

/** A change of an item's state by the survey's creator. */
export interface Moderation {
  readonly accountId: string
  readonly slug: string
  readonly question: number
  readonly itemId: string
  /** Pure. Throws to refuse. */
  decide(survey: Survey, item: BoardItem | undefined): ItemState
}

/**
 * The item after the operation. Operations are refused before anything is written, so that others in the same commit
 * are not affected.
 */
type OperationOutcome = { readonly item: BoardItem; readonly changed: ChangedItem | undefined } | Error

interface ChangedItem {
  readonly survey: Pick<Survey, 'id' | 'slug'>
  readonly question: number
  readonly sequence: number
  /** Change of the survey's stored bytes. */
  readonly bytes: number
  readonly isVote: boolean
  /** Whether respondents saw the item before the change, or see it now. */
  readonly isPublic: boolean
}

interface BoardOperation {
  readonly slug: string
  run(db: Kysely<Tables>, survey: Survey): Promise<OperationOutcome>
}

export class Boards {
  readonly #engine: Engine
  readonly #commits: GroupCommit<BoardOperation, OperationOutcome>
  readonly #lists: BoardLists

  constructor(engine: Engine, limits: GroupCommitLimits) {
    this.#engine = engine
    this.#commits = new GroupCommit(group => this.#commit(group), limits)
    this.#lists = new BoardLists(engine)
  }

  /** Resolves when the commit under way, if any, has ended. */
  get commitEnded(): Promise<void> {
    return this.#commits.ended
  }

  /** Items that respondents see: most votes first, then oldest first. */
  list(board: BoardKey, range: ListRange): Promise<SequencedItem[]> {
    return this.#lists.read(board, range)
  }

  /** The same items, newest first. */
  newest(board: BoardKey, { offset, limit }: ListRange): Promise<SequencedItem[]> {
    const visible = this.#itemsOf(board).where('state', 'in', VISIBLE_STATES)
    return visible.orderBy('sequence', 'desc').offset(offset).limit(limit).execute()
  }

  /** All items of a board in any state: most votes first, then by id, which reveals nothing about when each was asked. */
  all(board: BoardKey): Promise<SequencedItem[]> {
    return this.#itemsOf(board).orderBy('votes', 'desc').orderBy('id').execute()
  }

  /** What the sequence numbers of visible items say, and do not say. */
  async numbers(board: BoardKey): Promise<BoardNumbers> {
    // By state and sorted here, so that an index answers: PostgreSQL reads the whole board for several states, or for an order.
    const sequences = this.#itemsOf(board).clearSelect().select('sequence')
    const [last, ...hidden] = await Promise.all([
      lastItemSequence(this.#engine.reader, board),
      ...INVISIBLE_STATES.map(state => sequences.where('state', '=', state).execute()),
    ])
    const withdrawn = hidden.flat().map(({ sequence }) => Number(sequence))
    return { last, withdrawn: withdrawn.filter(sequence => sequence > 0).sort((a, b) => a - b) }
  }

  /** The ids of all items of a board, in an order of their own that reveals nothing about when each was asked. */
  async ids(board: BoardKey): Promise<string[]> {
    const rows = await this.#itemsOf(board).clearSelect().select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }

  /** The items with these ids on a board, ordered by id. */
  withIds(board: BoardKey, ids: readonly string[]): Promise<SequencedItem[]> {
    return this.#itemsOf(board).where('id', 'in', ids).orderBy('id').execute()
  }

  /** The items of a board with these sequence numbers, ordered by id. */
  withSequences(board: BoardKey, sequences: Iterable<number>): Promise<SequencedItem[]> {
    return this.#itemsOf(board)
      .where('sequence', 'in', [...sequences])
      .orderBy('id')
      .execute()
  }

  /**
   * Changes the state of an item on a board of the account's own survey.
   * @param capacity as in `add`
   * @returns undefined if there is no such survey or item
   * @throws Refusal `board_full`, or what `decide` throws
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
      if (needsCapacity && (await countUnresolvedItems(db, board)) >= capacity) throw new Refusal('board_full')
      if (state === item.state) return item
      const moved = await setState(db, board, existing, state)
      await this.#recordChanges(db, [{ survey, question, bytes: 0, ...moved }])
      return { ...item, state }
    })
  }

  /**
   * Adds an item to a board.
   * @param capacity maximum number of items that are neither answered nor hidden
   * @returns the item as submitted, even if the creator has since changed the state of a repeated one
   * @throws Refusal `not found`, `board_full`, or what `decide` throws
   */
  add(newItem: NewBoardItem, capacity: number): Promise<NewItem> {
    return this.#run(newItem, (db, survey) => insertItem(db, survey, newItem, capacity))
  }

  /**
   * Counts a vote or withdraws it. Idempotent, even for concurrent requests.
   * @returns the item with its votes after the change
   * @throws Refusal `not found`, or what `decide` throws
   */
  vote(change: VoteChange): Promise<BoardItem> {
    return this.#run(change, (db, survey) => applyVote(db, survey, change))
  }

  async #run({ slug }: Pick<BoardOperation, 'slug'>, run: BoardOperation['run']): Promise<BoardItem> {
    const outcome = await this.#commits.add({ slug, run }, slug)
    if (outcome instanceof Error) throw outcome
    return outcome.item
  }

  async #commit(group: readonly BoardOperation[]): Promise<OperationOutcome[]> {
    return this.#engine.write(async db => {
      const surveys = await this.#lockSurveys(db, group)
      const outcomes: OperationOutcome[] = []
      for (const { slug, run } of group) {
        const survey = surveys.get(slug)
        outcomes.push(survey === undefined ? new Refusal('not_found') : await run(db, survey))
      }
      const changed = outcomes.flatMap(outcome => (outcome instanceof Error ? [] : (outcome.changed ?? [])))
      if (changed.length > 0) await this.#recordChanges(db, changed)
      return outcomes
    })
  }

  /**
   * Increments the board revision of each survey of which respondents can see a change, and sends one notification per board, or
   * a second one with what they cannot see: nothing that reaches them may depend on that, not even the moment.
   */
  async #recordChanges(db: Transaction<Tables>, changed: readonly ChangedItem[]): Promise<void> {
    for (const [slug, items] of Map.groupBy(changed, ({ survey }) => survey.slug)) {
      const added = items.reduce((sum, { bytes }) => sum + bytes, 0)
      const step = items.some(({ isPublic }) => isPublic) ? 1 : 0
      await db
        .updateTable('survey')
        .set(row => ({
          board_revision: row('board_revision', '+', step),
          stored_bytes: row('stored_bytes', '+', added),
        }))
        // By id, PostgreSQL might read all of another index that has ids.
        .where('slug', '=', slug)
        .execute()
    }
    const voted = changed.filter(({ isVote }) => isVote)
    await requestVoteRewrite(db, [...new Set(voted.map(({ survey }) => survey.id))])
    for (const [slug, part] of partsOf(changed)) await this.#engine.notify(db, { slug, part })
  }

  #itemsOf({ surveyId, question }: BoardKey) {
    const query = this.#engine.reader.selectFrom('board_item').select(['sequence', 'id', 'text', 'state', 'votes'])
    return query.where('survey_id', '=', surveyId).where('question', '=', question)
  }

  /**
   * The survey's lock protects its boards: sequence numbers, capacity and vote counts. Even a repeat, which writes
   * nothing else, must wait for a commit, because PostgreSQL writes row locks to its log.
   */
  async #lockSurveys(db: Transaction<Tables>, group: readonly BoardOperation[]): Promise<Map<string, Survey>> {
    const slugs = [...new Set(group.map(({ slug }) => slug))]
    // Ordered by an expression, since PostgreSQL might otherwise read all surveys in the order of their ids.
    const query = publicSurveys(db).where('slug', 'in', slugs).orderBy(sql`id + 0`)
    const surveys = await findSurveys(this.#engine.lockRows(query))
    return new Map(surveys.map(survey => [survey.slug, survey]))
  }
}

async function insertItem(
  db: Kysely<Tables>,
  survey: Survey,
  { question, decide, admit }: NewBoardItem,
  capacity: number,
): Promise<OperationOutcome> {
  const asked = attempt(() => decide(survey))
  if (asked instanceof Error) return asked
  const board: BoardKey = { surveyId: survey.id, question }
  for (const repeat of asked.repeats)
    if ((await findBoardItem(db, board, repeat.id, ITEM_STATES)) !== undefined)
      return { item: { ...repeat, votes: 0 }, changed: undefined }
  const { voter } = asked
  const item: BoardItem = { ...asked.item, votes: voter === undefined ? 0 : 1 }
  const bytes = storedBytesOf(item.text) + item.votes * VOTE_BYTES
  const refusal = attempt(() => admit(survey, bytes))
  if (refusal instanceof Error) return refusal
  if ((await countUnresolvedItems(db, board)) >= capacity) return new Refusal('board_full')
  const sequence = await nextItemSequence(db, board, item.state)
  await db
    .insertInto('board_item')
    .values({ survey_id: survey.id, question, sequence, ...item })
    .execute()
  if (voter !== undefined) await addVote(db, { survey_id: survey.id, question, sequence, voter })
  const isPublic = VISIBLE_STATES.includes(item.state)
  return { item, changed: { survey, question, sequence, bytes, isVote: voter !== undefined, isPublic } }
}

/**
 * An item that respondents see for the first time gets its number now, so that it says nothing about when it was asked. Of its
 * votes there is at most that of who asked.
 */
async function setState(
  db: Kysely<Tables>,
  { surveyId, question }: BoardKey,
  { id, sequence: before, state: stateBefore }: SequencedItem,
  state: ItemState,
): Promise<Pick<ChangedItem, 'sequence' | 'isVote' | 'isPublic'>> {
  const isVisible = VISIBLE_STATES.includes(state)
  const isFirst = isVisible && before <= 0
  const sequence = isFirst ? await nextItemSequence(db, { surveyId, question }, state) : before
  await db.updateTable('board_item').set({ state, sequence }).where('id', '=', id).execute()
  if (isFirst) await moveVotes(db, { surveyId, question }, before, sequence)
  return { sequence, isVote: isFirst, isPublic: isVisible || VISIBLE_STATES.includes(stateBefore) }
}

/** The changed parts of each survey. */
function partsOf(changed: readonly ChangedItem[]): [slug: string, part: Part][] {
  const boards = Map.groupBy(changed, ({ survey, question, isPublic }) => `${survey.slug} ${question} ${isPublic}`)
  return [...boards.values()].flatMap(items =>
    items.slice(0, 1).map(({ survey, question, isPublic }): [string, Part] => {
      const sequences = new Set(items.map(({ sequence }) => sequence))
      return [survey.slug, (isPublic ? boardPart : unpublishedPart)(question, sequences)]
    }),
  )
}

async function applyVote(
  db: Kysely<Tables>,
  survey: Survey,
  { question, itemId, withdrawn, decide, admit }: VoteChange,
): Promise<OperationOutcome> {
  const existing = await findBoardItem(db, { surveyId: survey.id, question }, itemId, VISIBLE_STATES)
  const voter = attempt(() => decide(survey, existing))
  if (voter instanceof Error) return voter
  if (existing === undefined) return new Refusal('not_found')
  const { sequence, ...item } = existing
  const row = { survey_id: survey.id, question, sequence, voter }
  const refusal = withdrawn ? undefined : attempt(admit)
  if (refusal instanceof Error) return (await isCounted(db, row)) ? { item, changed: undefined } : refusal
  const changed = await (withdrawn ? removeVote(db, row) : addVote(db, row))
  if (!changed) return { item, changed: undefined }
  const votes = item.votes + (withdrawn ? -1 : 1)
  await db
    .updateTable('board_item')
    .set({ votes })
    .where('survey_id', '=', survey.id)
    .where('question', '=', question)
    .where('sequence', '=', sequence)
    .execute()
  const bytes = withdrawn ? -VOTE_BYTES : VOTE_BYTES
  return { item: { ...item, votes }, changed: { survey, question, sequence, bytes, isVote: true, isPublic: true } }
}

function attempt<Result>(decide: () => Result): Result | Error {
  try {
    return decide()
  } catch (error) {
    return error as Error
  }
}
