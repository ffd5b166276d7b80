import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inAudienceOrder, newestFirst, type Ranked, withinLength } from './board-order.ts'

const PHONES = 80
const LOOKS = 8
/** The chance that somebody who has read a question reads the next one, which makes about seven at a time. */
const READS_ON = 0.85
const OTHERS = 30
const ROUNDS = 60

interface Question extends Ranked {
  votes: number
  readonly appeal: number
  readonly name: string | undefined
  readonly readBy: Set<number>
}

type Order = (questions: readonly Question[]) => readonly Question[]

const byVotes: Order = questions => questions.toSorted((a, b) => b.votes - a.votes || a.sequence - b.sequence)

test('a page that has room for some questions only has the newest and the first, in the order of the board [board-page-first, board-order]', () => {
  const items = [7, 3, 1, 20, ...[19, 18, 17, 16, 15, 14, 13, 12], 2, 11].map(sequence => ({ sequence, text: 'Why?' }))
  const shown = (length: number) => withinLength(items, length).map(({ sequence }) => sequence)
  assert.deepEqual(shown(12 * 4 + 3), [7, 3, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11])
  assert.deepEqual(shown(9), [20, 19])
  assert.deepEqual(
    shown(100),
    items.map(({ sequence }) => sequence),
  )
})

describe('the order in which the audience sees a board', () => {
  const sessions = Array.from({ length: ROUNDS }, (_, round) => {
    const parts = { seed: round + 1, lateAt: [0.5, 0.7, 0.85][round % 3] ?? 0, appeal: [0.35, 0.45][round % 2] ?? 0 }
    return { audience: session(inAudienceOrder, parts), votes: session(byVotes, parts) }
  })
  const reached = (name: string, order: Order, of: 'audience' | 'votes') =>
    sessions.filter(one => topFive(order(one[of])).includes(name)).length

  test('a late question reaches the top five at least 0.9 times as often as an equally appealing early one [board-order]', t => {
    const [early, late] = [reached('early', inAudienceOrder, 'audience'), reached('late', inAudienceOrder, 'audience')]
    t.diagnostic(`of ${ROUNDS}: early ${early}, late ${late}`)
    assert.ok(late > ROUNDS / 4 && late >= 0.9 * early, `early ${early}, late ${late}`)
  })

  test('if the audience sees the list by votes, a late question hardly ever does', () => {
    const [early, late] = [reached('early', byVotes, 'votes'), reached('late', byVotes, 'votes')]
    assert.ok(late < 0.2 * early, `early ${early}, late ${late}`)
  })

  test('a late question also reaches the host’s top five by votes more often', () => {
    const [before, now] = [reached('late', byVotes, 'votes'), reached('late', byVotes, 'audience')]
    assert.ok(now > before, `by votes ${before}, with the order of the audience ${now}`)
  })

  test('puts the most voted first among questions asked together, and the newest first among equals', () => {
    const items = [
      { sequence: 1, votes: 9 },
      { sequence: 2, votes: 1 },
      { sequence: 3, votes: 1 },
    ]
    assert.deepEqual(sequencesOf(inAudienceOrder(items)), [1, 3, 2])
    assert.deepEqual(sequencesOf(newestFirst(items)), [3, 2, 1])
    assert.deepEqual(inAudienceOrder([]), [])
  })
})

/**
 * A room whose members read from the top and vote for what they like, each phone once.
 * @returns its questions at the end
 */
function session(order: Order, { seed, lateAt, appeal }: { seed: number; lateAt: number; appeal: number }): Question[] {
  const random = randomOf(seed)
  const others = Array.from({ length: OTHERS }, () => ({ at: 0.9 * random(), appeal: 0.05 + 0.45 * random() }))
  const asked = [...others, { at: 0.1, appeal, name: 'early' }, { at: lateAt, appeal, name: 'late' }]
  asked.sort((a, b) => a.at - b.at)
  const questions: Question[] = []
  for (let look = 0; look < PHONES * LOOKS; look++) {
    for (let next = asked[questions.length]; next && next.at <= look / (PHONES * LOOKS); next = asked[questions.length])
      questions.push({ name: undefined, ...next, votes: 0, sequence: questions.length + 1, readBy: new Set() })
    const phone = Math.floor(random() * PHONES)
    for (const question of order(questions)) {
      if (!question.readBy.has(phone) && random() < question.appeal) question.votes++
      question.readBy.add(phone)
      if (random() > READS_ON) break
    }
  }
  return questions
}

function topFive(questions: readonly Question[]): (string | undefined)[] {
  return questions.slice(0, 5).map(({ name }) => name)
}

function sequencesOf(items: readonly Ranked[]): number[] {
  return items.map(({ sequence }) => sequence)
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const again = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((again ^ (again >>> 14)) >>> 0) / 4_294_967_296
  }
}
