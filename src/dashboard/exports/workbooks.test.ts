import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { NO_EDITS } from '../../domain/results/edit-history/edit-history.ts'
import type { Result } from '../../domain/results/tally.ts'
import { NO_GROUPS } from '../../domain/surveys/groups/question-group.ts'
import { encodeQuestions, parseQuestions } from '../../domain/surveys/question.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Response } from '../../service/responses/received-responses.ts'
import type { Survey } from '../../service/surveys/surveys.ts'
import { checkRoom, Workbooks } from './workbooks.ts'

const listOf = (count: number) =>
  encodeQuestions(parseQuestions(Array(count).fill({ type: 'free_text', text: 'Why?' })))
const SURVEY = {
  survey: { questions: listOf(1), responseCount: 1, groups: NO_GROUPS, editHistory: NO_EDITS } as Survey,
  results: [],
}
const RESPONSE = { sequence: 1, id: 'x', submittedAt: '2026-06-01T12:00:00.000Z', answers: '["Because"]' }

describe('workbooks [export-xlsx-one-at-a-time]', () => {
  test('are made one at a time', async () => {
    const workbooks = new Workbooks()
    const [first, second] = [new Pages(), new Pages()]
    const files = [first, second].map(pages => workbooks.make(SURVEY, pages.read(), new AbortController().signal))
    await first.begun
    await turns()
    assert.equal(second.isRead, false)
    first.end()
    second.end()
    for (const file of await Promise.all(files)) assert.equal(Buffer.from(file).toString('latin1', 0, 2), 'PK')
    assert.equal(second.isRead, true)
  })

  test('are made for accounts in turn, however many one account requests', async () => {
    const workbooks = new Workbooks()
    const made: string[] = []
    const make = (accountId: string) => {
      const pages = new Pages()
      pages.end()
      const survey = { ...SURVEY.survey, accountId }
      const file = workbooks.make({ ...SURVEY, survey }, pages.read(), new AbortController().signal)
      return file.then(() => made.push(accountId))
    }
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(make))
    assert.deepEqual(made, ['a', 'a', 'b', 'c', 'a', 'b', 'a'])
  })

  test('are refused if five of one account or forty in total are waiting', { timeout: 60_000 }, async () => {
    const workbooks = new Workbooks()
    const pages: Pages[] = []
    const make = (accountId: string) => {
      const own = new Pages()
      pages.push(own)
      return workbooks.make({ ...SURVEY, survey: { ...SURVEY.survey, accountId } }, own.read(), signal)
    }
    const { signal } = new AbortController()
    const first = make('first')
    const gone = new AbortController()
    const waiting: Promise<unknown>[] = []
    const refusal = { refusal: 'unavailable', details: { retryAfter: 5 } }
    for (let account = 0; account < 8; account++) {
      const survey = { ...SURVEY.survey, accountId: `account ${account}` }
      for (let count = 0; count < 5; count++)
        waiting.push(workbooks.make({ ...SURVEY, survey }, new Pages().read(), gone.signal))
      await assert.rejects(make(survey.accountId), refusal)
    }
    await assert.rejects(make('another'), refusal)
    gone.abort()
    pages[0]?.end()
    await first
    assert.ok((await Promise.allSettled(waiting)).every(({ status }) => status === 'rejected'))
    const last = make('account 0')
    pages.at(-1)?.end()
    await last
  })

  test('are abandoned when the client disconnects, and the next one starts', async () => {
    const workbooks = new Workbooks()
    const [first, second, third] = [new Pages(), new Pages(), new Pages()]
    const gone = new AbortController()
    const given = [first, second].map(pages => workbooks.make(SURVEY, pages.read(), gone.signal))
    const last = workbooks.make(SURVEY, third.read(), new AbortController().signal)
    await first.begun
    gone.abort()
    const outcomes = await Promise.allSettled(given)
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    third.end()
    await last
    assert.equal(second.isRead, false)
  })

  test('let the next one start after reading responses has failed', async () => {
    const workbooks = new Workbooks()
    const [first, second] = [new Pages(), new Pages()]
    const failed = workbooks.make(SURVEY, first.read(), new AbortController().signal)
    const last = workbooks.make(SURVEY, second.read(), new AbortController().signal)
    const refused = assert.rejects(failed, Refusal)
    await first.begun
    first.end(new Refusal('unavailable'))
    await refused
    second.end()
    await last
  })
})

describe('a workbook [export-xlsx-limits]', () => {
  const answering = (questions: number, responseCount: number) =>
    ({ questions: listOf(questions), responseCount, groups: NO_GROUPS, editHistory: NO_EDITS }) as Survey
  const rated: Result = { index: 0, type: 'rating', text: 'How?', answered: 0 }

  test('has room for 1,000,000 cells, counting five for each result', () => {
    const check = (questions: number, responseCount: number, counts = 0) =>
      checkRoom({ survey: answering(questions, responseCount), results: [{ ...rated, distribution: Array(counts) }] })
    // Each response has two more cells, for its id and its time.
    check(98, 10_000)
    assert.throws(() => check(99, 9_901), { refusal: 'too_large' })
    check(98, 9_999, 20)
    assert.throws(() => check(98, 9_999, 21), { refusal: 'too_large' })
  })

  test('has room for 20,000 responses', () => {
    const check = (responseCount: number) => checkRoom({ survey: answering(1, responseCount), results: [] })
    check(20_000)
    assert.throws(() => check(20_001), { refusal: 'too_many_responses' })
  })

  test('has room for board items in the remaining cells, and for 16,000,000 characters', async () => {
    const make = (survey: Survey, length: number, items: number) => {
      const item = { id: 'x', text: 'x'.repeat(10), votes: 0, state: 'shown' } as const
      const responses = Readable.from([[{ ...RESPONSE, answers: `["${'x'.repeat(length - 4)}"]` }]])
      const boards = Readable.from([{ index: 0, board: 'Ask', items: Array(items).fill(item) }])
      return new Workbooks().make({ survey, results: [] }, { responses, boards }, new AbortController().signal)
    }
    // It leaves twelve cells, and an item takes six.
    const large = answering(2, 249_997)
    await make(large, 4, 2)
    await assert.rejects(make(large, 4, 3), { refusal: 'too_large' })
    const small = answering(1, 1)
    await make(small, 16_000_000 - 13, 1)
    await assert.rejects(make(small, 16_000_001 - 13, 1), { refusal: 'too_large' })
  })
})

/** One page with one response, followed by whatever the test adds. */
class Pages {
  isRead = false
  readonly #begun = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<Error | undefined>()
  readonly begun = this.#begun.promise

  read() {
    return { responses: this.#readResponses(), boards: Readable.from([]) }
  }

  async *#readResponses(): AsyncGenerator<readonly Response[]> {
    this.isRead = true
    this.#begun.resolve()
    yield [RESPONSE]
    const error = await this.#ended.promise
    if (error !== undefined) throw error
  }

  end(error?: Error): void {
    this.#ended.resolve(error)
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await nextTurn()
}
