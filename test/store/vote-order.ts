import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { encodeQuestions, parseQuestions } from '../../src/domain/surveys/question.ts'
import { VoteRewriter } from '../../src/service/boards/vote-rewriter.ts'
import type { Engine } from '../../src/store/engine.ts'
import type { Store } from '../../src/store/store.ts'
import type { Survey } from '../../src/store/surveys/surveys.ts'
import { log } from '../log.ts'
import { addSurvey, times } from './rows.ts'
import type { Open } from './subject.ts'

/** A vote or an item as seen by somebody who reads the database files. */
export interface PhysicalRow {
  readonly question: number
  readonly sequence: number
  /** Empty for an item. */
  readonly voter: string
}

/** Reads the rows of a table in the order in which the database's files have them, oldest first. */
export type ReadPhysicalOrder = (engine: Engine, table: 'board_item' | 'board_vote') => Promise<readonly PhysicalRow[]>

const BOARD = encodeQuestions(parseQuestions([{ type: 'upvoted_question', text: 'Ask' }]))
const PEOPLE = 6
const VOTES_EACH = 3

export function voteOrder(open: Open, readPhysicalOrder: ReadPhysicalOrder): void {
  test('consecutive votes can be linked by their order until the board has been quiet', async t => {
    const { store, engine } = await open(t)
    const { slug, items, people } = await votedBoard(store)
    const linked = async () => linkedPeople(await readPhysicalOrder(engine, 'board_vote'), people)
    // Without a rewrite, all six are linked: this shows that the test works.
    assert.equal(await linked(), PEOPLE)
    const rewriter = new VoteRewriter({ store, log })
    await rewriter.check()
    assert.equal(await linked(), PEOPLE, 'the board is not quiet yet')
    await rewriter.check()
    for (const table of ['board_vote', 'board_item'] as const) {
      const rows = await readPhysicalOrder(engine, table)
      assert.deepEqual(rows, rows.toSorted(byKey))
    }
    assert.deepEqual(await store.voteRewrite.pending(), [])
    assert.deepEqual(await counts(engine), { votes: PEOPLE * VOTES_EACH, counted: PEOPLE * VOTES_EACH })
    // People who vote after the board was rewritten cannot be found as the last either.
    await vote(store, slug, items[0], hashOf('late', 0))
    await vote(store, slug, items[5], hashOf('late', 5))
    for (let check = 0; check < 2; check++) await rewriter.check()
    const rows = await readPhysicalOrder(engine, 'board_vote')
    assert.deepEqual(rows, rows.toSorted(byKey))
    await rewriter.close()
  })

  test('a board that is never quiet is rewritten once a minute', async t => {
    const { store, engine } = await open(t)
    const { slug, items } = await votedBoard(store)
    const rewriter = new VoteRewriter({ store, log })
    const isOrdered = async () => {
      const rows = await readPhysicalOrder(engine, 'board_vote')
      return JSON.stringify(rows) === JSON.stringify(rows.toSorted(byKey))
    }
    for (let check = 0; check < 12; check++) {
      await vote(store, slug, items[check % items.length], hashOf('somebody', check))
      await rewriter.check()
      assert.equal(await isOrdered(), false)
    }
    await vote(store, slug, items[0], hashOf('somebody', 12))
    await rewriter.check()
    assert.equal(await isOrdered(), true)
    await rewriter.close()
  })

  test('a rewrite that was interrupted resumes where it stopped, even in another process, and loses no vote cast meanwhile', async t => {
    const { store, engine } = await open(t)
    const { slug, surveyId, items } = await votedBoard(store, 80)
    const [start] = await store.voteRewrite.pending()
    const first = await store.voteRewrite.step({ surveyId, position: start?.position ?? null })
    assert.match(first ?? '', /board_item/)
    // Repeats the same step, as another process that had read the same position would.
    assert.equal(await store.voteRewrite.step({ surveyId, position: start?.position ?? null }), undefined)
    await vote(store, slug, items[0], 'meanwhile')
    let position: string | null | undefined = (await store.voteRewrite.pending())[0]?.position
    assert.equal(position, first)
    while (position) position = await store.voteRewrite.step({ surveyId, position })
    const [again] = await store.voteRewrite.pending()
    assert.equal(again?.position, null, 'a vote was cast since the rewrite began')
    const rewriter = new VoteRewriter({ store, log })
    for (let check = 0; check < 2; check++) await rewriter.check()
    assert.deepEqual(await store.voteRewrite.pending(), [])
    const votes = PEOPLE * VOTES_EACH + 1
    assert.deepEqual(await counts(engine), { votes, counted: votes })
    await rewriter.close()
  })

  test('a rewrite is repeated if somebody has asked a question meanwhile that is held, and has their vote', async t => {
    const { store } = await open(t)
    const { slug, surveyId } = await votedBoard(store, 80)
    let position: string | null | undefined = await store.voteRewrite.step({ surveyId, position: null })
    const item = { id: randomUUID(), text: 'Why?', state: 'held' as const }
    const decide = () => ({ item, repeats: [], voter: 'who asked' })
    await store.boards.add({ slug, question: 0, decide, admit: () => undefined }, 1_000)
    while (position) position = await store.voteRewrite.step({ surveyId, position })
    assert.equal((await store.voteRewrite.pending())[0]?.position, null)
  })

  test('votes, withdrawals and two rewrites at the same time neither block each other nor lose a vote', async t => {
    const { store, engine } = await open(t)
    const { slug, items } = await votedBoard(store, 80)
    const rewriters = times(2, () => new VoteRewriter({ store, log }))
    const voters = times(40, () => randomUUID())
    const act = async (voter: string, at: number) => {
      await vote(store, slug, items[at % 5], voter)
      await vote(store, slug, items[at % 7], voter)
      await vote(store, slug, items[at % 7], voter, true)
      await vote(store, slug, items[at % 5], voter)
    }
    const rewriting = (async () => {
      for (let round = 0; round < 30; round++) await Promise.all(rewriters.map(rewriter => rewriter.check()))
    })()
    await Promise.all([rewriting, ...voters.map(act)])
    const { votes, counted } = await counts(engine)
    assert.equal(votes, counted)
    assert.equal(votes, PEOPLE * VOTES_EACH + voters.length)
    for (const rewriter of rewriters) await rewriter.close()
  })
}

/** A board on which six people voted for three questions each, in sequence. */
export async function votedBoard(store: Store, itemCount = 8) {
  const { slug, accountId } = await addSurvey(store, { questions: BOARD })
  const { id: surveyId } = (await store.surveys.find(accountId, slug)) as Survey
  const items: string[] = []
  for (let at = 0; at < itemCount; at++) {
    const decide = () => ({ item: { id: randomUUID(), text: `${at}`, state: 'shown' as const }, repeats: [] })
    items.push((await store.boards.add({ slug, question: 0, decide, admit: () => undefined }, 1_000)).id)
  }
  const people: string[][] = []
  for (let person = 0; person < PEOPLE; person++) {
    const choices = times(VOTES_EACH, at => (person * 5 + at * 3) % 8)
    people.push(choices.map(item => hashOf(person, item)))
    for (const item of choices) await vote(store, slug, items[item], hashOf(person, item))
  }
  return { slug, surveyId, items, people }
}

/** The stored form of a voter on an item. */
function hashOf(person: number | string, item: number): string {
  return createHash('sha256').update(`${person} ${item}`).digest('hex')
}

function vote(store: Store, slug: string, itemId = '', voter = '', withdrawn = false) {
  return store.boards.vote({ slug, question: 0, itemId, withdrawn, decide: () => voter, admit: () => undefined })
}

/** The number of people whose votes are adjacent, so that only their order links them. */
function linkedPeople(rows: readonly PhysicalRow[], people: readonly (readonly string[])[]): number {
  const order = rows.map(({ voter }) => voter)
  return people.filter(votes => {
    const places = votes.map(voter => order.indexOf(voter))
    return Math.max(...places) - Math.min(...places) === votes.length - 1
  }).length
}

function byKey(one: PhysicalRow, other: PhysicalRow): number {
  return one.question - other.question || one.sequence - other.sequence || (one.voter < other.voter ? -1 : 1)
}

/** The number of stored votes, and the sum of the items’ counts. */
async function counts({ reader }: Engine): Promise<{ votes: number; counted: number }> {
  const { votes } = await reader
    .selectFrom('board_vote')
    .select(({ fn }) => fn.countAll().as('votes'))
    .executeTakeFirstOrThrow()
  const { counted } = await reader
    .selectFrom('board_item')
    .select(({ fn }) => fn.sum('votes').as('counted'))
    .executeTakeFirstOrThrow()
  return { votes: Number(votes), counted: Number(counted) }
}
