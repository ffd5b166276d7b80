import { BOARD_PAGE_SIZE } from '../surveys/board-room.ts'
import type { Question } from '../surveys/question.ts'
import type { Json } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { isBlank, isLongerThan, isUuid, sanitizeText } from '../values/text.ts'
import { BOARD_TEXT_LENGTH } from './limits.ts'

export const ITEM_STATES = ['shown', 'held', 'hidden', 'answered'] as const

/** A held item waits for the creator's approval; a hidden one was removed from view. */
export type ItemState = (typeof ITEM_STATES)[number]

/** States that respondents can see and vote on. Other items do not exist for them. */
export const VISIBLE_STATES: readonly ItemState[] = ['shown', 'answered']

/** States in which only moderators see an item. */
export const INVISIBLE_STATES: readonly ItemState[] = ['held', 'hidden']

/** A board's question as respondents see it. */
export interface PublicBoardItem {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly answered: boolean
  /** Greater for questions that appeared later, and the same for some that appeared one after the other: see `public-order.ts`. */
  readonly sequence: number
}

/** The orders in which programs can read a list. The audience's order combines both. */
export const LIST_ORDERS = ['votes', 'new'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

/** @param item visible to respondents */
export function publicBoardItem(item: {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly state: ItemState
  readonly sequence: number
}): PublicBoardItem {
  const { id, text, votes, state, sequence } = item
  return { id, text, votes, answered: state === 'answered', sequence }
}

/** States that still need the creator's attention. The number of such items on a board is limited. */
export const UNRESOLVED_STATES: readonly ItemState[] = ['shown', 'held']

/** How many of a board's items respondents can see, and how many votes these have. */
export interface BoardCount {
  /** Index of the board in the survey. */
  readonly question: number
  readonly items: number
  readonly votes: number
}

export function isBoard(question: Question | undefined): question is Question {
  return question?.type === 'upvoted_question'
}

/** A question's index as written in a path. @throws Refusal `not found` for anything else */
export function parseQuestionIndex(index: string): number {
  if (!/^(?:0|[1-9]\d{0,8})$/.test(index)) throw new Refusal('not_found')
  return Number(index)
}

/** The number of a page of a board's list, from 1. @throws Refusal `not found` for anything else */
export function parseBoardPage(page: string | undefined): number {
  if (page === undefined) return 1
  if (!/^[1-9]\d{0,4}$/.test(page)) throw new Refusal('not_found')
  return Number(page)
}

/** The order of a list; most votes first by default. @throws Refusal `not found` for anything else */
export function parseListOrder(order: string | undefined): ListOrder {
  const parsed = LIST_ORDERS.find(one => one === (order ?? 'votes'))
  if (parsed === undefined) throw new Refusal('not_found')
  return parsed
}

/** The range of a board's list on a page. */
export function rangeOfBoardPage(page: number): { offset: number; limit: number } {
  return { offset: (page - 1) * BOARD_PAGE_SIZE, limit: BOARD_PAGE_SIZE }
}

/** The states that a new item can have. */
export const INITIAL_STATES = ['shown', 'held'] as const
export type InitialState = (typeof INITIAL_STATES)[number]

/** The state of a new item. */
export function initialState(board: Question): InitialState {
  return board.source.moderated === true ? 'held' : 'shown'
}

/** The text of an item, unchanged. @throws Refusal with the reason */
export function parseItemText(input: Json | undefined): string {
  if (typeof input !== 'string' || isBlank(input)) throw invalid('text is required')
  if (isLongerThan(input, BOARD_TEXT_LENGTH)) throw invalid(`text must have at most ${BOARD_TEXT_LENGTH} characters`)
  return sanitizeText(input, 'text')
}

/** The state that the creator gives an item. @throws Refusal */
export function parseItemState(input: Json | undefined): ItemState {
  const state = ITEM_STATES.find(one => one === input)
  if (state === undefined) throw new Refusal('invalid_state')
  return state
}

/**
 * Whether an item may change between states. An item that respondents have not seen cannot become `answered`, which would
 * publish it.
 */
export function canBecome(state: ItemState, next: ItemState): boolean {
  return next !== 'answered' || VISIBLE_STATES.includes(state)
}

/** The random id with which a browser votes. @throws Refusal */
export function parseVoter(input: Json | undefined): string {
  if (typeof input !== 'string' || !isUuid(input)) throw new Refusal('invalid_voter')
  return input
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_text', { reason })
}
