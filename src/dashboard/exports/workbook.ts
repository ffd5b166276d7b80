import { parentPort, workerData } from 'node:worker_threads'
import writeWorkbook, { type Row } from 'write-excel-file/node'
import { editedQuestion, editedQuestions } from '../../domain/results/edit-history/asked.ts'
import type { EditHistory } from '../../domain/results/edit-history/edit-history.ts'
import type { GroupResult } from '../../domain/results/groups/group-results.ts'
import type { Result } from '../../domain/results/tally.ts'
import type { Response } from '../../service/responses/received-responses.ts'
import { BOARD_COLUMNS, type BoardRow } from './board-exports.ts'
import { type Column, headingsOf, responseTable } from './columns.ts'
import { groupSheets } from './group-sheets.ts'
import { cell, header, SHARE } from './sheet-cells.ts'

/** A workbook's content in addition to the responses. */
export interface Content {
  readonly columns: readonly Column[]
  readonly editHistory: EditHistory
  readonly responseCount: number
  readonly results: readonly Result[]
  readonly groups: readonly GroupResult[]
  readonly hasBoards: boolean
}

/** Messages to the thread: pages of responses and of boards, then null. It replies with the file. */
export type Message = { readonly responses: readonly Response[] } | { readonly boards: readonly BoardRow[] } | null

const TIME = 'yyyy-mm-dd hh:mm \\U\\T\\C'
/** Column widths in characters. */
const WIDTH = { id: 38, time: 22, least: 12, most: 40, text: 60 }
const GROUP_WIDTHS = [{ width: WIDTH.text }]
const BOARD_WIDTHS = [WIDTH.least, WIDTH.most, WIDTH.id, WIDTH.text, WIDTH.least, WIDTH.least].map(width => ({ width }))

/** Runs in a worker thread, because it would block the event loop for a second. */
const { columns, editHistory, responseCount, results, groups, hasBoards }: Content = workerData
const { headings, cells } = responseTable(columns, editHistory)
const edited = editedQuestions(editHistory, responseCount)
const ticked = new Set(
  groups.flatMap(group => (group.kind === 'check_list' ? group.options.map(({ index }) => index) : [])),
)
const rows: Row[] = [header(headings)]
const boardRows: Row[] = [header([...BOARD_COLUMNS])]

parentPort?.on('message', async (message: Message) => {
  if (message !== null) return addRows(message)
  const sheets = [
    { sheet: 'Responses', data: rows, columns: widths(), stickyRowsCount: 1 },
    ...(hasBoards ? [{ sheet: 'Boards', data: boardRows, columns: BOARD_WIDTHS, stickyRowsCount: 1 }] : []),
    ...groupSheets(groups, askedOf).map(one => ({ ...one, columns: GROUP_WIDTHS, stickyRowsCount: 1 })),
    { sheet: 'Summary', data: summary(), columns: [{ width: WIDTH.text }, { width: WIDTH.most }], stickyRowsCount: 1 },
  ]
  const file = new Uint8Array(await writeWorkbook(sheets).toBuffer())
  parentPort?.postMessage(file, [file.buffer])
})

function addRows(message: NonNullable<Message>): void {
  if ('responses' in message) for (const response of message.responses) rows.push(responseRow(response))
  else for (const row of message.boards) boardRows.push(row.map(cell))
}

function responseRow(response: Response): Row {
  const { id, submittedAt } = response
  return [id, { value: new Date(submittedAt), format: TIME }, ...cells(response).map(cell)]
}

function askedOf(index: number): number {
  return editedQuestion(edited, index)?.asked ?? responseCount
}

function summary(): Row[] {
  const shown = results.filter(({ board }) => board === undefined)
  const ofColumns = headingsOf(columns)
  return [
    header(['question', 'answer', 'count', 'share', 'asked']),
    ...shown.flatMap((result, at) => summaryRows(result, ofColumns[at] ?? result.text)),
  ]
}

/** A row for each option or value; for texts, a row with their number. */
function summaryRows({ index, answered, tally, distribution }: Result, heading: string): Row[] {
  const { asked, options } = editedQuestion(edited, index) ?? { asked: responseCount, options: [] }
  // Whoever was asked a check-list and did not choose an option has answered it.
  const of = ticked.has(index) ? asked : answered
  const byPosition = new Map(options.map(option => [option.position, option.asked]))
  const counts = tally?.map(({ option, count }) => [option, count] as const)
  const values = distribution?.map(({ value, count }) => [value, count] as const)
  return (counts ?? values ?? [[null, answered] as const]).map(([answer, count], at) => {
    const share = answer === null || of === 0 ? null : { value: count / of, format: SHARE }
    return [cell(heading), cell(answer), count, share, byPosition.get(at) ?? asked]
  })
}

function widths(): { width: number }[] {
  const ofAnswers = columns.map(({ type, text }) => {
    return type === 'free_text' ? WIDTH.text : Math.min(Math.max(text.length + 2, WIDTH.least), WIDTH.most)
  })
  return [WIDTH.id, WIDTH.time, ...ofAnswers, WIDTH.least].slice(0, headings.length).map(width => ({ width }))
}
