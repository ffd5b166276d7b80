import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ItemState } from '../../src/domain/boards/board.ts'
import { encodeQuestions, parseQuestions } from '../../src/domain/surveys/question.ts'
import { Refusal } from '../../src/domain/values/refusal.ts'
import type { Engine } from '../../src/store/engine.ts'
import type { Store } from '../../src/store/store.ts'
import type { NewSurvey } from '../../src/store/surveys/survey-creation.ts'
import type { Survey } from '../../src/store/surveys/surveys.ts'
import { addSurvey, plain, times } from './rows.ts'
import type { Open } from './subject.ts'

const BOARDS = encodeQuestions(
  parseQuestions([
    { type: 'rating', text: 'How good?' },
    { type: 'upvoted_question', text: 'Ask' },
    { type: 'upvoted_question', text: 'Ask more' },
  ]),
)
const ROOM = 1000
const PAGE = { offset: 0, limit: 100 }

export function boards(open: Open): void {
  test('parallel questions are numbered 1, 2, 3 and on, on each board', async t => {
    const { store, engine } = await open(t)
    const { slug } = await addBoards(store)
    const asked = await Promise.all(times(80, at => ask(store, slug, `${at}`, { question: 1 + (at % 2) })))
    const rows = await engine.reader
      .selectFrom('board_item')
      .select(['question', 'sequence', 'id', 'text', 'state', 'votes'])
      .orderBy('question')
      .orderBy('sequence')
      .execute()
    const expected = [1, 2].flatMap(question =>
      asked.filter((_, at) => 1 + (at % 2) === question).map((item, at) => ({ question, sequence: at + 1, ...item })),
    )
    assert.deepEqual(plain(rows), expected)
  })

  test('the list has shown and answered questions, sorted by votes and then by age', async t => {
    const { store, engine } = await open(t)
    const { slug, accountId } = await addBoards(store)
    const [a, b, c, d, e] = await inTurn('abcde', text => ask(store, slug, text))
    await ask(store, slug, 'on the other board', { question: 2 })
    for (const id of [c?.id, e?.id, e?.id, d?.id, d?.id, d?.id]) await vote(store, slug, id, randomUUID())
    await setState(engine, e?.id, 'answered')
    await setState(engine, d?.id, 'hidden')
    const { id: surveyId } = (await store.surveys.find(accountId, slug)) as Survey
    const seen = [
      { ...e, state: 'answered', votes: 2, sequence: 5 },
      { ...c, votes: 1, sequence: 3 },
      { ...a, sequence: 1 },
      { ...b, sequence: 2 },
    ]
    const newest = [seen[0], seen[1], seen[3], seen[2]]
    assert.deepEqual(plain(await store.boards.newest({ surveyId, question: 1 }, PAGE)), newest)
    assert.deepEqual(
      plain(await store.boards.newest({ surveyId, question: 1 }, { offset: 1, limit: 2 })),
      newest.slice(1, 3),
    )
    assert.deepEqual(await store.boards.list({ surveyId, question: 1 }, PAGE), seen)
    assert.deepEqual(await store.boards.list({ surveyId, question: 0 }, PAGE), [])
    await setState(engine, b?.id, 'held')
    assert.deepEqual(await store.boards.list({ surveyId, question: 1 }, PAGE), seen.slice(0, 3))
  })

  test('one voter counts once and 50 voters count 50 times, however votes are sent', async t => {
    const { store, engine } = await open(t)
    const { slug } = await addBoards(store)
    const [one, many, both] = await inTurn('abc', text => ask(store, slug, text))
    const voter = randomUUID()
    const voters = times(50, () => randomUUID())
    await Promise.all(
      voters.flatMap(each => [
        vote(store, slug, one?.id, voter),
        vote(store, slug, many?.id, each),
        vote(store, slug, both?.id, each),
        vote(store, slug, both?.id, each),
      ]),
    )
    assert.deepEqual(await votesOf(engine), { a: [1, 1], b: [50, 50], c: [50, 50] })
    await Promise.all(times(50, () => vote(store, slug, one?.id, voter, true)))
    await Promise.all(voters.slice(0, 20).map(each => vote(store, slug, both?.id, each, true)))
    assert.deepEqual(await votesOf(engine), { a: [0, 0], b: [50, 50], c: [30, 30] })
  })

  test('parallel votes and withdrawals end in each voter’s last action, and each result is consistent', async t => {
    const { store, engine } = await open(t)
    const { slug } = await addBoards(store)
    const item = await ask(store, slug, 'a')
    const voters = times(20, () => randomUUID())
    const rounds = voters.flatMap((voter, at) =>
      times(5 + (at % 2), turn => vote(store, slug, item.id, voter, turn % 2 === 1)),
    )
    const answers = await Promise.all(rounds)
    const steps = answers.map(({ votes }, at) => votes - (answers[at - 1]?.votes ?? 0))
    assert.ok(steps.every(step => Math.abs(step) === 1))
    assert.deepEqual(await votesOf(engine), { a: [10, 10] })
  })

  test('withdrawing a vote that was not given changes nothing; questions of other boards and hidden ones are not found', async t => {
    const { store, engine } = await open(t)
    const { slug } = await addBoards(store)
    const other = await addBoards(store)
    const item = await ask(store, slug, 'a')
    await vote(store, slug, item.id, 'voter')
    assert.equal((await vote(store, slug, item.id, 'another', true)).votes, 1)
    const lost = [
      vote(store, other.slug, item.id, 'x'),
      vote(store, slug, item.id, 'x', false, 2),
      vote(store, slug, randomUUID(), 'x'),
      vote(store, 'no-such-slug', item.id, 'x'),
    ]
    for (const outcome of await Promise.allSettled(lost)) assertRejected(outcome, new Refusal('not_found'))
    assert.deepEqual(await votesOf(engine), { a: [1, 1] })
    for (const state of ['held', 'hidden'] as const) {
      await setState(engine, item.id, state)
      await assert.rejects(vote(store, slug, item.id, 'x'), new Refusal('not_found'), state)
    }
  })

  test('one failing change does not affect others in its commit', async t => {
    const { store, engine } = await open(t)
    const { slug } = await addBoards(store)
    const item = await ask(store, slug, 'a')
    const refusal = new Refusal('survey_closed')
    const fault = new TypeError('unforeseen')
    const failing = (error: Error) => ({
      slug,
      question: 1,
      decide: () => {
        throw error
      },
      admit: () => undefined,
    })
    const [first, refused, threw, missing, last] = await Promise.allSettled([
      vote(store, slug, item.id, 'one'),
      store.boards.add(failing(refusal), ROOM),
      store.boards.add(failing(fault), ROOM),
      ask(store, 'no-such-slug', 'b'),
      vote(store, slug, item.id, 'two'),
    ])
    assertRejected(refused, refusal)
    assertRejected(threw, fault)
    assertRejected(missing, new Refusal('not_found'))
    const votes = [first, last].map(outcome => outcome?.status === 'fulfilled' && outcome.value.votes)
    assert.deepEqual(votes, [1, 2])
    assert.deepEqual(await votesOf(engine), { a: [2, 2] })
  })

  test('a board accepts as many parallel questions as fit; hiding and answering make room', async t => {
    const { store, engine } = await open(t)
    const { slug } = await addBoards(store)
    const full = new Refusal('board_full')
    const outcomes = await Promise.allSettled(times(20, at => ask(store, slug, `${at}`, { room: 5 })))
    const [a, b] = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value.id] : []))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 5)
    for (const outcome of outcomes.filter(({ status }) => status === 'rejected')) assertRejected(outcome, full)
    await ask(store, slug, 'elsewhere', { question: 2, room: 1 })
    await setState(engine, a, 'held')
    await assert.rejects(ask(store, slug, 'more', { room: 5 }), full)
    await setState(engine, a, 'hidden')
    await ask(store, slug, 'more', { room: 5 })
    await setState(engine, b, 'answered')
    await ask(store, slug, 'even more', { room: 5 })
    await assert.rejects(ask(store, slug, 'too many', { room: 5 }), full)
  })

  test('every change is notified with its survey, and no-ops are not', async t => {
    const { store } = await open(t)
    const { slug } = await addBoards(store)
    const { slug: other } = await addBoards(store)
    const received: (string | undefined)[] = []
    store.listen(change => received.push(change && `${change.slug} ${change.part}`))
    // PostgreSQL sends notifications once the listener is connected, in the order of the commits.
    while (!received.some(change => change?.startsWith(`${other} board 1`)))
      await ask(store, other, 'Is anybody there?').then(() => delay(50))
    const item = await ask(store, slug, 'a')
    const acts: [isNotified: boolean, act: () => Promise<unknown>][] = [
      [true, () => vote(store, slug, item.id, 'voter')],
      [false, () => vote(store, slug, item.id, 'voter')],
      [true, () => vote(store, slug, item.id, 'voter', true)],
      [false, () => vote(store, slug, item.id, 'voter', true)],
      [false, () => ask(store, slug, 'b', { room: 1 }).catch(() => undefined)],
      [false, () => ask(store, slug, 'held', { state: 'held' })],
      [true, () => vote(store, slug, item.id, 'last')],
    ]
    let marker = 0
    const unpublished: (string | undefined)[] = []
    const receivedAll = async () => {
      await ask(store, other, `That was all of ${++marker}.`, { question: 2 })
      while (received.at(-1) !== `${other} board 2: ${marker}`) await delay(10)
    }
    await receivedAll()
    for (const [isNotified, act] of acts) {
      received.length = 0
      await act()
      await receivedAll()
      assert.equal(received.includes(`${slug} board 1: 1`), isNotified)
      unpublished.push(...received.filter(change => change?.startsWith(`${slug} unpublished`)))
    }
    assert.deepEqual(unpublished, [`${slug} unpublished 1: -1`])
  })

  test('what respondents have not seen has a number below 0 until they do, and is notified apart [board-public-order, board-unpublished-silent]', async t => {
    const { store, engine } = await open(t)
    const { slug, accountId } = await addBoards(store)
    const { id: surveyId } = (await store.surveys.find(accountId, slug)) as Survey
    const board = { surveyId, question: 1 }
    const revision = async () => (await store.surveys.find(accountId, slug))?.boardRevision
    const numbers = async () => {
      const all = await store.boards.all(board)
      return Object.fromEntries(all.map(({ text, sequence }) => [text, Number(sequence)]).sort())
    }
    const [a, b] = await inTurn('ab', text => ask(store, slug, text, { state: 'held', voter: `who asked ${text}` }))
    const c = await ask(store, slug, 'c')
    const d = await ask(store, slug, 'd', { state: 'held' })
    assert.deepEqual(await numbers(), { a: -1, b: -2, c: 1, d: -3 })
    const changes: [item: string | undefined, state: ItemState, isPublic: boolean, numbers: object][] = [
      [d.id, 'hidden', false, { a: -1, b: -2, c: 1, d: -3 }],
      [d.id, 'held', false, { a: -1, b: -2, c: 1, d: -3 }],
      [b?.id, 'shown', true, { a: -1, b: 2, c: 1, d: -3 }],
      [c.id, 'hidden', true, { a: -1, b: 2, c: 1, d: -3 }],
      [c.id, 'held', false, { a: -1, b: 2, c: 1, d: -3 }],
      [a?.id, 'shown', true, { a: 3, b: 2, c: 1, d: -3 }],
    ]
    for (const [itemId = '', state, isPublic, expected] of changes) {
      const before = (await revision()) ?? 0
      await store.boards.moderate({ accountId, slug, question: 1, itemId, decide: () => state }, ROOM)
      assert.deepEqual([await numbers(), await revision()], [expected, before + (isPublic ? 1 : 0)])
    }
    assert.deepEqual(await store.boards.numbers(board), { last: 3, withdrawn: [1] })
    assert.deepEqual(await votesOf(engine), { a: [1, 1], b: [1, 1], c: [0, 0], d: [0, 0] })
  })

  test('counts cover what respondents see on each board; an edit learns of every board that has questions', async t => {
    const { store, engine } = await open(t)
    const { slug, accountId } = await addBoards(store)
    await addBoards(store).then(other => ask(store, other.slug, 'elsewhere'))
    const counts = async () => (await store.surveyCounts.find(accountId, slug))?.boards
    const asked = async () => {
      let boards: number[] = []
      await store.surveys.change(accountId, slug, async (_, given) => {
        boards = await given.boardsWithItems()
        return {}
      })
      return boards
    }
    assert.deepEqual([await counts(), await asked()], [[], []])
    const [a, b, c, d] = await inTurn('abcd', (text, at) => ask(store, slug, text, { question: at < 3 ? 1 : 2 }))
    for (const item of [a, b, c]) await vote(store, slug, item?.id, 'one')
    await vote(store, slug, d?.id, 'one', false, 2)
    await vote(store, slug, b?.id, 'two')
    await setState(engine, b?.id, 'answered')
    await setState(engine, c?.id, 'held')
    await setState(engine, d?.id, 'hidden')
    assert.deepEqual([await counts(), await asked()], [[{ question: 1, items: 2, votes: 3 }], [1, 2]])
  })

  test('a question has seven columns and a vote four, and nothing else about them is stored', async t => {
    const { store, engine } = await open(t)
    const tables = await engine.reader.introspection.getTables()
    const columns = (of: string) => tables.find(({ name }) => name === of)?.columns.map(({ name }) => name)
    const item = ['survey_id', 'question', 'sequence', 'id', 'text', 'state', 'votes']
    assert.deepEqual(columns('board_item'), item)
    assert.deepEqual(columns('board_vote'), ['survey_id', 'question', 'sequence', 'voter'])
    const { slug, accountId } = await addBoards(store)
    const survey_id = (await store.surveys.find(accountId, slug))?.id
    const names = tables.map(({ name }) => name).sort()
    const before = await rowsOf(engine, names)
    const { id } = await ask(store, slug, 'Why?')
    await vote(store, slug, id, 'a hash')
    const ofSurvey = await store.surveys.find(accountId, slug)
    assert.equal(ofSurvey?.boardRevision, 2)
    const changed = (await rowsOf(engine, names)).filter(row => !before.includes(row))
    const place = { survey_id, question: 1, sequence: 1 }
    assert.deepEqual(
      changed.map(row => JSON.parse(row)).filter(({ table }) => table !== 'survey'),
      [
        { table: 'board_item', ...place, id, text: 'Why?', state: 'shown', votes: 1 },
        { table: 'board_vote', ...place, voter: 'a hash' },
        { table: 'vote_rewrite', survey_id, revision: null, position: null },
      ],
    )
  })
}

/** Every row of these tables, as JSON. */
async function rowsOf({ reader }: Engine, tables: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(reader)
    found.push(...rows.map(row => JSON.stringify({ table, ...row })))
  }
  return found
}

function addBoards(store: Store): Promise<NewSurvey> {
  return addSurvey(store, { questions: BOARDS })
}

interface Asking {
  readonly question?: number
  readonly room?: number
  readonly state?: ItemState
  readonly voter?: string
}

function ask(
  store: Store,
  slug: string,
  text: string,
  { question = 1, room = ROOM, state = 'shown', voter }: Asking = {},
) {
  const decide = () => ({ item: { id: randomUUID(), text, state }, repeats: [], voter })
  return store.boards.add({ slug, question, decide, admit: () => undefined }, room)
}

function vote(store: Store, slug: string, itemId = '', voter = '', withdrawn = false, question = 1) {
  return store.boards.vote({ slug, question, itemId, withdrawn, decide: () => voter, admit: () => undefined })
}

/** As a moderator would, bypassing the service. */
async function setState(engine: Engine, id: string | undefined, state: ItemState): Promise<void> {
  await engine.write(db =>
    db
      .updateTable('board_item')
      .set({ state })
      .where('id', '=', id ?? '')
      .execute(),
  )
}

/** For the text of each item, its maintained count and the actual number of votes. */
async function votesOf({ reader }: Engine): Promise<object> {
  const rows = await reader
    .selectFrom('board_item')
    .leftJoin('board_vote', join =>
      join
        .onRef('board_vote.survey_id', '=', 'board_item.survey_id')
        .onRef('board_vote.question', '=', 'board_item.question')
        .onRef('board_vote.sequence', '=', 'board_item.sequence'),
    )
    .groupBy(['board_item.id', 'text', 'votes'])
    .orderBy('text')
    .select(({ fn }) => ['text', 'votes', fn.count('voter').as('there')])
    .execute()
  return Object.fromEntries(rows.map(({ text, votes, there }) => [text, [votes, Number(there)]]))
}

async function inTurn<Made>(letters: string, make: (letter: string, at: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (const [at, letter] of [...letters].entries()) made.push(await make(letter, at))
  return made
}

function assertRejected(outcome: PromiseSettledResult<unknown> | undefined, error: Error): void {
  assert.deepEqual(outcome, { status: 'rejected', reason: error })
}
