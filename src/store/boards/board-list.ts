import { type ItemState, VISIBLE_STATES } from '../../domain/boards/board.ts'
import { repeatLookup } from '../batched-statement.ts'
import type { Engine } from '../engine.ts'
import { prepareRead } from '../prepared-statement.ts'
import type { BoardKey, SequencedItem } from './board-items.ts'

/** A part of a board's list. */
export interface ListRange {
  readonly offset: number
  readonly limit: number
}

type ItemColumns = [sequence: number, id: string, text: string, state: ItemState, votes: number]

/**
 * Board lists as respondents see them: most votes first, then oldest first. Each state is read in the order of an
 * index, so that reading the beginning costs the same for a list of any length.
 */
export class BoardLists {
  readonly #read: (...parameters: readonly unknown[]) => Promise<readonly ItemColumns[]>

  constructor(engine: Engine) {
    const { reader } = engine
    const best = reader
      .selectFrom('board_item')
      .where('survey_id', '=', 0)
      .where('question', '=', 0)
      .where('state', '=', 'shown')
      .select(['sequence', 'id', 'text', 'state', 'votes'])
      .orderBy('votes', 'desc')
      .orderBy('sequence')
      .limit(0)
    const ofEachState = repeatLookup(VISIBLE_STATES.length, reader.selectFrom(best.as('best')).selectAll())
    this.#read = prepareRead(
      engine,
      reader
        .selectFrom(ofEachState.as('candidate'))
        .selectAll()
        .orderBy('candidate.votes', 'desc')
        .orderBy('candidate.sequence')
        .limit(0)
        .offset(0),
    )
  }

  async read({ surveyId, question }: BoardKey, { offset, limit }: ListRange): Promise<SequencedItem[]> {
    const ofEachState = VISIBLE_STATES.flatMap(state => [surveyId, question, state, offset + limit])
    const rows = await this.#read(...ofEachState, limit, offset)
    return rows.map(([sequence, id, text, state, votes]) => ({ sequence: Number(sequence), id, text, state, votes }))
  }
}
