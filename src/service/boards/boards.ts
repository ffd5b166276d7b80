import {
  canBecome,
  INITIAL_STATES,
  type InitialState,
  initialState,
  isBoard,
  type ListOrder,
  parseItemState,
  parseItemText,
  parseVoter,
} from '../../domain/boards/board.ts'
import { inAudienceOrder } from '../../domain/boards/board-order.ts'
import { MAX_UNRESOLVED_ITEMS } from '../../domain/boards/limits.ts'
import { newestOf } from '../../domain/boards/public-order.ts'
import { BOARD_PAGE_SIZE, NEWEST_ITEMS } from '../../domain/surveys/board-room.ts'
import { checkAccepting, nextOpening } from '../../domain/surveys/lifecycle.ts'
import { type Question, readQuestions } from '../../domain/surveys/question.ts'
import type { Json, JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { isId, isUuid } from '../../domain/values/text.ts'
import type { BoardItem, NewItem, SequencedItem } from '../../store/boards/board-items.ts'
import type { ListRange } from '../../store/boards/board-list.ts'
import type { AskedItem } from '../../store/boards/boards.ts'
import { VOTE_BYTES } from '../../store/stored-bytes.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import { findSurvey } from '../access/ownership.ts'
import type { Moderator, SurveyEditor } from '../access/principal.ts'
import { QuestionLists } from '../cache.ts'
import type { Context } from '../context.ts'
import { checkFound, checkSlug, orNotFound } from '../not-found.ts'
import { readPublicList } from './public-list.ts'

export type { BoardItem, ListRange, NewItem, SequencedItem as Item }

/** Identifies an item on a board. */
export interface ItemPath {
  readonly slug: string
  /** The index of the board's question in the survey. */
  readonly index: number
  readonly itemId: string
}

/** A page of the items that respondents see on a board. */
export interface BoardPart {
  readonly items: readonly SequencedItem[]
  /** Whether more items follow. */
  readonly hasMore: boolean
}

/** One page of a board in an export. A board without items has one empty page. */
export interface BoardExportPage {
  readonly index: number
  /** The text of the board's question. */
  readonly board: string
  /** In any state, ordered by id. */
  readonly items: readonly BoardItem[]
}

/** Items per page of an export: few enough not to block the event loop. */
const EXPORT_PAGE = 100

/** The operations on boards, which are questions of type `upvoted_question`. Who asks or votes is never stored. */
export class Boards {
  readonly #context: Context
  readonly #lists: QuestionLists

  constructor(context: Context) {
    this.#context = context
    this.#lists = new QuestionLists(context.caches)
  }

  /** `boardsRevisionOf` of a survey, read from the database each time. @throws Refusal `not found` */
  async revision(slug: string): Promise<string> {
    checkSlug(slug)
    return boardsRevisionOf(orNotFound(await this.#context.store.surveys.revisionsOf(slug)))
  }

  /** A page of what respondents see; also works on closed surveys. @throws Refusal `not found` */
  async list(slug: string, index: number, range: ListRange, order: ListOrder = 'votes'): Promise<BoardPart> {
    return this.#read(await this.#surveyWithBoard(slug, index), index, range, order)
  }

  /** The same for the public, who does not learn before a survey opens what will be asked. @throws Refusal `not found` */
  async publicList(slug: string, index: number, range: ListRange, order: ListOrder): Promise<BoardPart> {
    const survey = await this.#surveyWithBoard(slug, index)
    checkFound(nextOpening(survey, this.#context.clock()) === null)
    return this.#read(survey, index, range, order)
  }

  /**
   * The items that the audience sees first, in its order: those with the most votes, and the newest.
   * @param limit number of items with the most votes
   * @throws Refusal `not found`
   */
  async audienceList(slug: string, index: number, limit: number): Promise<BoardPart> {
    return this.#readForAudience(await this.#surveyWithBoard(slug, index), index, limit)
  }

  /** Items of a board by sequence number, in any state. */
  withSequences(survey: Survey, index: number, sequences: ReadonlySet<number>): Promise<readonly SequencedItem[]> {
    return this.#context.store.boards.withSequences({ surveyId: survey.id, question: index }, sequences)
  }

  /**
   * The changed items of a board, those that respondents see first after the change, and which of the changed ones are newer than
   * all others that respondents see, oldest first.
   */
  async changes(survey: Survey, index: number, sequences: ReadonlySet<number>) {
    const [items, { items: firstPage }, numbers] = await Promise.all([
      this.withSequences(survey, index, sequences),
      this.#readForAudience(survey, index, BOARD_PAGE_SIZE),
      this.#context.store.boards.numbers({ surveyId: survey.id, question: index }),
    ])
    return { items, firstPage, newest: newestOf(items, numbers).map(({ id }) => id) }
  }

  /** `boardsRevisionOf` a survey, as browsers get it. It says when something has changed that respondents see, and not how often. */
  publicRevision(survey: Survey): string {
    return this.#context.keys.boardsRevision(survey.id, boardsRevisionOf(survey))
  }

  /**
   * Adds an item to a board, once for the same key and text. On a moderated board it is held until the creator shows
   * it. With a voter, it has its asker's vote from the start.
   * @throws Refusal `not found`, a reason about text, key or voter, `survey_closed`, `survey_expired`, `board_full`
   */
  async ask(slug: string, index: number, { text: input, key, voter }: JsonObject): Promise<NewItem> {
    checkSlug(slug)
    const { store, keys, clock, quota } = this.#context
    await quota.refresh(slug)
    const decide = (survey: Survey) => {
      const state = initialState(this.#boardOf(survey, index))
      const text = parseItemText(input)
      const asked = this.#asked(survey.id, index, text, key, state)
      if (voter === undefined) return asked
      return { ...asked, voter: keys.vote(survey.id, asked.item.id, parseVoter(voter)) }
    }
    const admit = (survey: Survey, bytes: number) => {
      checkAccepting(survey, clock())
      quota.admit(slug, bytes)
    }
    return store.boards.add({ slug, question: index, decide, admit }, MAX_UNRESOLVED_ITEMS)
  }

  /**
   * Counts a browser's vote for an item visible to respondents, once.
   * @throws Refusal `not found`, `voter must be a UUID`, `survey_closed`, `survey_expired`
   */
  vote(path: ItemPath, body: JsonObject): Promise<BoardItem> {
    return this.#vote(path, body, false)
  }

  /** Withdraws a browser's vote, if there is one. @throws Refusal as `vote` */
  withdraw(path: ItemPath, body: JsonObject): Promise<BoardItem> {
    return this.#vote(path, body, true)
  }

  /** All items of a board, most votes first, including held and hidden ones. @throws Refusal `not found` */
  async listAll(moderator: Moderator, index: number): Promise<readonly BoardItem[]> {
    const survey = await findSurvey(this.#context, moderator)
    this.#boardOf(survey, index)
    return this.#context.store.boards.all({ surveyId: survey.id, question: index })
  }

  /**
   * All boards of a survey, one after the other. Items are in an order unrelated to that of responses: somebody who
   * asks and then answers would otherwise have the same position in both.
   * @param survey as previously read
   * @throws Refusal `not found` if it was deleted meanwhile; Error if its deletion may have begun
   */
  async *exportPages(editor: SurveyEditor, { id, revision, questions }: Survey): AsyncGenerator<BoardExportPage> {
    const { boards } = this.#context.store
    for (const [index, question] of readQuestions(questions).entries()) {
      if (!isBoard(question)) continue
      const key = { surveyId: id, question: index }
      const ids = await boards.ids(key)
      const board = question.text
      if (ids.length === 0) yield { index, board, items: [] }
      for (let at = 0; at < ids.length; at += EXPORT_PAGE)
        yield { index, board, items: await boards.withIds(key, ids.slice(at, at + EXPORT_PAGE)) }
    }
    // A list that a deletion has shortened must not look complete. A deletion takes the survey down before it deletes
    // anything.
    const survey = await findSurvey(this.#context, editor)
    if (survey.suspended && survey.revision !== revision)
      throw new Error('a survey was taken down while it was being read')
  }

  /**
   * Shows, holds or hides an item, or marks it as answered.
   * @throws Refusal `not found`, a reason about the state, `board_full` if the board has no room for another open item
   */
  async moderate(
    { accountId, slug }: Moderator,
    { index, itemId }: Omit<ItemPath, 'slug'>,
    { state }: JsonObject,
  ): Promise<BoardItem> {
    checkSlug(slug)
    checkFound(isId(itemId))
    const decide = (survey: Survey, item: BoardItem | undefined) => {
      this.#boardOf(survey, index)
      const { state: before } = orNotFound(item)
      const next = parseItemState(state)
      if (!canBecome(before, next)) throw new Refusal('not_shown')
      return next
    }
    return orNotFound(
      await this.#context.store.boards.moderate(
        { accountId, slug, question: index, itemId, decide },
        MAX_UNRESOLVED_ITEMS,
      ),
    )
  }

  #asked(surveyId: number, index: number, text: string, key: Json | undefined, now: InitialState): AskedItem {
    const { random, keys } = this.#context
    if (key === undefined) return { item: { id: random.uuid(), text, state: now }, repeats: [] }
    if (typeof key !== 'string' || !isUuid(key)) throw new Refusal('invalid_key')
    const askedIn = (state: InitialState) => ({ id: keys.boardItemId(surveyId, index, key, text, state), text, state })
    return { item: askedIn(now), repeats: INITIAL_STATES.map(askedIn) }
  }

  async #vote({ slug, index, itemId }: ItemPath, body: JsonObject, withdrawn: boolean): Promise<BoardItem> {
    checkSlug(slug)
    checkFound(isId(itemId))
    const { store, keys, clock, quota } = this.#context
    await quota.refresh(slug)
    const decide = (survey: Survey, item: BoardItem | undefined) => {
      this.#boardOf(survey, index)
      orNotFound(item)
      const voter = parseVoter(body.voter)
      checkAccepting(survey, clock())
      return keys.vote(survey.id, itemId, voter)
    }
    const admit = () => quota.admit(slug, VOTE_BYTES)
    return store.boards.vote({ slug, question: index, itemId, withdrawn, decide, admit })
  }

  /** Reads one more item than requested, to find out whether more follow. */
  async #read(
    { id }: Survey,
    question: number,
    { offset, limit }: ListRange,
    order: ListOrder = 'votes',
  ): Promise<BoardPart> {
    const board = { surveyId: id, question }
    const items = await readPublicList(this.#context.store.boards, board, { offset, limit: limit + 1 }, order)
    return { items: items.slice(0, limit), hasMore: items.length > limit }
  }

  async #readForAudience(survey: Survey, question: number, limit: number): Promise<BoardPart> {
    const best = await this.#read(survey, question, { offset: 0, limit })
    if (!best.hasMore) return { items: inAudienceOrder(best.items), hasMore: false }
    const { items: newest } = await this.#read(survey, question, { offset: 0, limit: NEWEST_ITEMS }, 'new')
    const items = new Map([...best.items, ...newest].map(item => [item.id, item]))
    return { items: inAudienceOrder([...items.values()]), hasMore: true }
  }

  async #surveyWithBoard(slug: string, index: number): Promise<Survey> {
    checkSlug(slug)
    const survey = orNotFound(await this.#context.store.surveys.findPublic(slug, this.#lists.known(slug)))
    this.#boardOf(survey, index)
    return survey
  }

  #boardOf(survey: Survey, index: number): Question {
    const question = this.#lists.of(survey)[index]
    return orNotFound(isBoard(question) ? question : undefined)
  }
}

/** Everything derived from a survey's boards stays valid until this value changes. */
export function boardsRevisionOf({ revision, boardRevision }: Pick<Survey, 'revision' | 'boardRevision'>): string {
  return `${revision}-${boardRevision}`
}
