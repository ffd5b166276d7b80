import { initialState, isBoard, parseItemState, parseItemText, parseVoter } from '../domain/board.ts'
import type { JsonObject } from '../domain/json.ts'
import { checkAccepting } from '../domain/lifecycle.ts'
import { MAX_UNRESOLVED_ITEMS } from '../domain/limits.ts'
import type { Question } from '../domain/question.ts'
import { Refusal } from '../domain/refusal.ts'
import { isUuid } from '../domain/text.ts'
import type { BoardItem } from '../store/board-items.ts'
import type { Survey } from '../store/surveys.ts'
import type { SurveyAdmin } from './authentication.ts'
import type { Context } from './context.ts'
import { findSurvey } from './lookup.ts'
import { checkSlug, orNotFound } from './not-found.ts'
import { QuestionListCache } from './revision-cache.ts'

export type { BoardItem as Item }

/** Identifies an item on a board. */
export interface ItemPath {
  readonly slug: string
  /** The index of the board's question in the survey. */
  readonly index: number
  readonly itemId: string
}

/** The operations on boards, the questions of type `upvoted_question`. Who asks and who votes is never stored. */
export class Boards {
  readonly #context: Context
  readonly #lists = new QuestionListCache()

  constructor(context: Context) {
    this.#context = context
  }

  /** The items that respondents see, most votes first. Closed surveys have them too. @throws Refusal `not found` */
  async list(slug: string, index: number): Promise<readonly BoardItem[]> {
    checkSlug(slug)
    const survey = orNotFound(await this.#context.store.surveys.findPublic(slug))
    this.#boardOf(survey, index)
    return this.#context.store.boards.list(survey.id, index)
  }

  /**
   * Adds an item to a board. On a moderated board it is held until the creator shows it.
   * @throws Refusal `not found`, a reason about the text, `survey_closed`, `survey_expired`, `board_full`
   */
  async ask(slug: string, index: number, { text }: JsonObject): Promise<BoardItem> {
    checkSlug(slug)
    const { store, random, clock } = this.#context
    const decide = (survey: Survey) => {
      const board = this.#boardOf(survey, index)
      const item = { text: parseItemText(text), state: initialState(board) }
      checkAccepting(survey, clock())
      return item
    }
    return store.boards.add({ slug, question: index, id: random.uuid(), decide }, MAX_UNRESOLVED_ITEMS)
  }

  /**
   * Counts a browser's vote for an item that respondents see, once.
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
  async listAll(admin: SurveyAdmin, index: number): Promise<readonly BoardItem[]> {
    const survey = await findSurvey(this.#context, admin)
    this.#boardOf(survey, index)
    return this.#context.store.boards.all(survey.id, index)
  }

  /**
   * Shows, holds or hides an item, or marks it as answered.
   * @throws Refusal `not found`, a reason about the state, `board_full` if the board has no room for another open item
   */
  async moderate(
    { accountId, slug }: SurveyAdmin,
    { index, itemId }: Omit<ItemPath, 'slug'>,
    { state }: JsonObject,
  ): Promise<BoardItem> {
    checkSlug(slug)
    if (!isUuid(itemId)) throw new Refusal('not_found')
    const decide = (survey: Survey, item: BoardItem | undefined) => {
      this.#boardOf(survey, index)
      orNotFound(item)
      return parseItemState(state)
    }
    return orNotFound(
      await this.#context.store.boards.moderate(
        { accountId, slug, question: index, itemId, decide },
        MAX_UNRESOLVED_ITEMS,
      ),
    )
  }

  async #vote({ slug, index, itemId }: ItemPath, body: JsonObject, withdrawn: boolean): Promise<BoardItem> {
    checkSlug(slug)
    if (!isUuid(itemId)) throw new Refusal('not_found')
    const { store, keys, clock } = this.#context
    const decide = (survey: Survey, item: BoardItem | undefined) => {
      this.#boardOf(survey, index)
      orNotFound(item)
      const voter = parseVoter(body.voter)
      checkAccepting(survey, clock())
      return keys.vote(survey.id, itemId, voter)
    }
    return store.boards.vote({ slug, question: index, itemId, withdrawn, decide })
  }

  #boardOf(survey: Survey, index: number): Question {
    const question = this.#lists.of(survey)[index]
    return orNotFound(isBoard(question) ? question : undefined)
  }
}
