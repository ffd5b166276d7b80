import { writeJson } from '../../domain/values/json-text.ts'
import type { BoardExportPage } from '../../service/boards/boards.ts'
import { serializeItem } from '../board.ts'

/** Columns of a table of board items. */
export const BOARD_COLUMNS = ['index', 'board', 'id', 'text', 'votes', 'state'] as const

/** A row of this table. */
export type BoardRow = readonly (string | number)[]

export function boardRows({ index, board, items }: BoardExportPage): BoardRow[] {
  return items.map(({ id, text, votes, state }) => [index, board, id, text, votes, state])
}

/** The member `boards` of a survey's JSON, preceded by a comma: all boards with their items. */
export async function* boardsMember(pages: AsyncIterable<BoardExportPage>): AsyncGenerator<string> {
  yield ',"boards":['
  let current: number | undefined
  let separator = ''
  for await (const { index, board, items } of pages) {
    if (index !== current) {
      yield `${current === undefined ? '' : ']},'}${writeJson({ index, text: board }).slice(0, -1)},"items":[`
      current = index
      separator = ''
    }
    if (items.length === 0) continue
    yield separator + items.map(item => writeJson(serializeItem(item))).join(',')
    separator = ','
  }
  yield current === undefined ? ']' : ']}]'
}
