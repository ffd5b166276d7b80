import type { Json } from './json.ts'
import { BOARD_TEXT_LENGTH } from './limits.ts'
import type { Question } from './question.ts'
import { Refusal } from './refusal.ts'
import { isBlank, isLongerThan, isUuid, keptText } from './text.ts'

export const STATES = ['shown', 'held', 'hidden', 'answered'] as const

/** Of a question on a board: a held one waits until the creator shows it, a hidden one was taken off. */
export type ItemState = (typeof STATES)[number]

/** What respondents see and vote on; the rest does not exist for them. */
export const VISIBLE: readonly ItemState[] = ['shown', 'answered']

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

/** What is still to be dealt with: a board has room for so many. */
export const UNSETTLED: readonly ItemState[] = ['shown', 'held']

/** The questions of a board's, and their votes, that respondents see. */
export interface BoardCount {
  /** The board's place in the survey. */
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

/** What a question that was just asked on a board is. */
export function firstState(board: Question): 'held' | 'shown' {
  return board.sent.moderated === true ? 'held' : 'shown'
}

/** The text of a question on a board, kept as sent. @throws Refusal with the reason */
export function parseItemText(input: Json | undefined): string {
  if (typeof input !== 'string' || isBlank(input)) throw invalid('text is required')
  if (isLongerThan(input, BOARD_TEXT_LENGTH)) throw invalid(`text must have at most ${BOARD_TEXT_LENGTH} characters`)
  return keptText(input, 'text')
}

/** What its creator makes of a question on a board. @throws Refusal */
export function parseItemState(input: Json | undefined): ItemState {
  const state = STATES.find(one => one === input)
  if (state === undefined) throw new Refusal('invalid_state')
  return state
}

/** What a browser calls itself in its votes. @throws Refusal */
export function parseVoter(input: Json | undefined): string {
  if (typeof input !== 'string' || !isUuid(input)) throw new Refusal('invalid_voter')
  return input
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_text', { reason })
}
