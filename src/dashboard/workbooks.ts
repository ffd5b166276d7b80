import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { SHEET_CELLS, SHEET_RESPONSES, SHEET_TEXT } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Result } from '../domain/tally.ts'
import type { Response, Survey } from '../service/surveys.ts'
import { columnsOf, LEADING } from './columns.ts'
import type { Content, Message } from './workbook.ts'

type Pages = AsyncIterable<readonly Response[]>

/** A survey and its results, read together. */
interface Counted {
  readonly survey: Survey
  readonly results: readonly Result[]
}

const PROGRAM = new URL('./workbook.ts', import.meta.url)
const SUMMARY_COLUMNS = 4
/** Heap limit of the thread, above what the largest allowed workbook needs. Beyond it the thread ends, not the process. */
const MEGABYTES = 1_024

/** Writes workbooks in a worker thread, one at a time to bound the memory. */
export class Workbooks {
  #last: Promise<void> = Promise.resolve()

  /** Waits for its turn. @throws Refusal if the answers are too long, and the reason of an aborted signal */
  async make({ survey, results }: Counted, pages: Pages, signal: AbortSignal): Promise<Uint8Array> {
    const before = this.#last
    const { promise, resolve: done } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    try {
      signal.throwIfAborted()
      return await write({ columns: columnsOf(survey), results }, pages, signal)
    } finally {
      done()
    }
  }
}

/** @throws Refusal if a survey exceeds the limits of XLSX exports */
export function checkRoom({ survey, results }: Counted): void {
  const columns = LEADING.length + columnsOf(survey).length
  const counts = results.reduce((sum, { tally, distribution }) => sum + (tally ?? distribution ?? []).length, 0)
  const cells = columns * survey.responseCount + SUMMARY_COLUMNS * counts
  if (survey.responseCount > SHEET_RESPONSES) throw new Refusal('too_many_responses')
  if (cells > SHEET_CELLS) throw new Refusal('too_large')
}

async function write(content: Content, pages: Pages, signal: AbortSignal): Promise<Uint8Array> {
  const resourceLimits = { maxOldGenerationSizeMb: MEGABYTES }
  const worker = new Worker(PROGRAM, { workerData: content, resourceLimits })
  try {
    const [[file]] = await Promise.all([once(worker, 'message', { signal }), feed(worker, pages, signal)])
    return file
  } finally {
    await worker.terminate()
  }
}

async function feed(worker: Worker, pages: Pages, signal: AbortSignal): Promise<void> {
  let length = 0
  for await (const page of pages) {
    signal.throwIfAborted()
    for (const { answers } of page) length += answers.length
    if (length > SHEET_TEXT) throw new Refusal('too_large')
    post(worker, page)
    await nextTurn()
  }
  post(worker, null)
}

function post(worker: Worker, message: Message): void {
  worker.postMessage(message)
}
