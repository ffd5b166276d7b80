import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { SHEET_CELLS, SHEET_RESPONSES, SHEET_TEXT } from '../../domain/responses/limits.ts'
import { type GroupResult, groupResult } from '../../domain/results/groups/group-results.ts'
import { shownTogether } from '../../domain/results/groups/shown-together.ts'
import type { Result } from '../../domain/results/tally.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { startThread } from '../../program/program-files.ts'
import type { BoardExportPage } from '../../service/boards/boards.ts'
import type { Response } from '../../service/responses/received-responses.ts'
import type { Survey } from '../../service/surveys/surveys.ts'
import { BOARD_COLUMNS, boardRows } from './board-exports.ts'
import { columnsOf, responseTable } from './columns.ts'
import { cellsOfGroups } from './group-sheets.ts'
import type { Content, Message } from './workbook.ts'

/**
 * XLSX exports that may wait for their turn. Each holds a survey with its counts: 15 MB if it has the maximum number of
 * options.
 */
const WAITING_WORKBOOKS = { perAccount: 5, perProcess: 40 } as const

interface Pages {
  readonly responses: AsyncIterable<readonly Response[]>
  readonly boards: AsyncIterable<BoardExportPage>
}

/** A survey and its results, read together. */
interface Counted {
  readonly survey: Survey
  readonly results: readonly Result[]
}

const SUMMARY_COLUMNS = 5
/**
 * The thread's heap limit, above what the largest allowed workbook needs. If it is exceeded, the thread ends and not
 * the process.
 */
const MEGABYTES = 1_024
/** `Retry-After` if too many wait, in seconds: about the time that the largest workbook takes. */
const RETRY_SECONDS = 5

/** Writes workbooks in a worker thread, one at a time to limit memory use. Accounts take turns. */
export class Workbooks {
  /** Waiting requests by account. The account whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #isBusy = false

  /**
   * Waits for its turn.
   * @throws Refusal `temporarily unavailable` if too many wait, a refusal if texts are too long or there are too many
   *   items, and the reason of an aborted signal
   */
  async make(counted: Counted, pages: Pages, signal: AbortSignal): Promise<Uint8Array> {
    await this.#turnOf(counted.survey.accountId)
    try {
      signal.throwIfAborted()
      return await write(counted, pages, signal)
    } finally {
      this.#next()
    }
  }

  #turnOf(accountId: string): Promise<void> | undefined {
    if (this.#isBusy) {
      const waiting = this.#waiting.get(accountId)
      const all = this.#waiting.values().reduce((sum, { length }) => sum + length, 0)
      if ((waiting?.length ?? 0) >= WAITING_WORKBOOKS.perAccount || all >= WAITING_WORKBOOKS.perProcess)
        throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS })
      const { promise, resolve } = Promise.withResolvers<void>()
      if (waiting === undefined) this.#waiting.set(accountId, [resolve])
      else waiting.push(resolve)
      return promise
    }
    this.#isBusy = true
    return undefined
  }

  #next(): void {
    const [turn] = this.#waiting
    this.#isBusy = turn !== undefined
    if (turn === undefined) return
    const [accountId, [begin, ...others]] = turn
    this.#waiting.delete(accountId)
    if (others.length > 0) this.#waiting.set(accountId, others)
    begin?.()
  }
}

/** @throws Refusal if a survey exceeds the limits of XLSX exports */
export function checkRoom(counted: Counted): void {
  if (counted.survey.responseCount > SHEET_RESPONSES) throw new Refusal('too_many_responses')
  if (cellsOf(counted) > SHEET_CELLS) throw new Refusal('too_large')
}

/** Boards are left out, because their items are counted while they are read. */
function cellsOf(counted: Counted): number {
  const { survey, results } = counted
  const { length: columns } = responseTable(columnsOf(survey), survey.editHistory).headings
  const counts = results.reduce((sum, { tally, distribution }) => sum + (tally ?? distribution ?? []).length, 0)
  return columns * survey.responseCount + SUMMARY_COLUMNS * counts + cellsOfGroups(groupResults(counted))
}

function groupResults({ survey, results }: Counted): readonly GroupResult[] {
  // Responses are whole, whoever set the pace.
  return shownTogether(results, { groups: survey.groups, paced: false }).flatMap(({ group, questions }) =>
    group === undefined ? [] : [groupResult(group, questions)],
  )
}

async function write(counted: Counted, pages: Pages, signal: AbortSignal): Promise<Uint8Array> {
  const { survey, results } = counted
  const hasBoards = results.some(({ board }) => board !== undefined)
  const { editHistory, responseCount } = survey
  const content: Content = {
    columns: columnsOf(survey),
    editHistory,
    responseCount,
    results,
    groups: groupResults(counted),
    hasBoards,
  }
  const resourceLimits = { maxOldGenerationSizeMb: MEGABYTES }
  const worker = startThread('src/dashboard/exports/workbook.ts', { workerData: content, resourceLimits })
  try {
    const [[file]] = await Promise.all([
      once(worker, 'message', { signal }),
      feed(worker, messagesOf(pages, SHEET_CELLS - cellsOf(counted)), signal),
    ])
    return file
  } finally {
    await worker.terminate()
  }
}

async function feed(worker: Worker, messages: AsyncIterable<Message>, signal: AbortSignal): Promise<void> {
  for await (const message of messages) {
    signal.throwIfAborted()
    worker.postMessage(message)
    await nextTurn()
  }
}

/** @param room cells left for board items @throws Refusal if texts are too long or there are too many items */
async function* messagesOf({ responses, boards }: Pages, room: number): AsyncGenerator<Message> {
  let cells = 0
  let length = 0
  const measure = (texts: readonly string[]) => {
    for (const text of texts) length += text.length
    if (length > SHEET_TEXT) throw new Refusal('too_large')
  }
  for await (const page of responses) {
    measure(page.map(({ answers }) => answers))
    yield { responses: page }
  }
  for await (const page of boards) {
    const rows = boardRows(page)
    cells += rows.length * BOARD_COLUMNS.length
    if (cells > room) throw new Refusal('too_large')
    measure(page.items.map(({ text }) => page.board + text))
    yield { boards: rows }
  }
  yield null
}
