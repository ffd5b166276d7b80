import type { Json } from './json.ts'
import { BOARD_TEXT_LENGTH } from './limits.ts'
import type { Question } from './question.ts'
import { Refusal } from './refusal.ts'
import { isBlank, isLongerThan, isUuid, sanitizeText } from './text.ts'

export const ITEM_STATES = ['shown', 'held', 'hidden', 'answered'] as const

/** A held item waits for the creator's approval; a hidden one was removed from view. */
export type ItemState = (typeof ITEM_STATES)[number]

/** States that respondents can see and vote on. Other items do not exist for them. */
export const VISIBLE_STATES: readonly ItemState[] = ['shown', 'answered']

/** What respondents see of a question on a board. */
export interface PublicBoardItem {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly answered: boolean
}

/** @param item one that they may see */
export function publicBoardItem(item: {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly state: ItemState
}): PublicBoardItem {
  const { id, text, votes, state } = item
  return { id, text, votes, answered: state === 'answered' }
}

/** States that still need the creator's attention. The number of such items on a board is limited. */
export const UNRESOLVED_STATES: readonly ItemState[] = ['shown', 'held']

/** How many items of a board respondents can see, and how many votes these have. */
export interface BoardCount {
  /** Index of the board in the survey. */
  readonly question: number
  readonly items: number
  readonly votes: number
}

export function isBoard(question: Question | undefined): question is Question {
  return question?.type === 'upvoted_question'
}

/** A question's place as its index is written. @throws Refusal `not found` for what is none */
export function parseBoardIndex(index: string): number {
  if (!/^(?:0|[1-9]\d{0,8})$/.test(index)) throw new Refusal('not_found')
  return Number(index)
}

/** The state of a new item. */
export function initialState(board: Question): 'held' | 'shown' {
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

/** The random id under which a browser votes. @throws Refusal */
export function parseVoter(input: Json | undefined): string {
  if (typeof input !== 'string' || !isUuid(input)) throw new Refusal('invalid_voter')
  return input
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_text', { reason })
}
