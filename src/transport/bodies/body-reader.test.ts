import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { BODY_BYTES } from '../../domain/values/body-limits.ts'
import { BODY_PIECE_BYTES, BODY_PIECES, FREE_BODY_BYTES, SMALL_BODY_BYTES } from '../limits.ts'
import { BodyBudget, type BodyBudgetLimits } from './body-budget.ts'
import { BodyReader, type BodySender } from './body-reader.ts'

/** A request whose pieces arrive when the test writes them. */
class Sending extends PassThrough {
  /** Node's requests have this method. */
  _dump(): void {
    this.removeAllListeners('data')
    this.resume()
  }

  readonly headers: { 'content-length'?: string }
  readonly from: string
  outcome: Error | Buffer | undefined

  constructor(
    reader: BodyReader,
    { from = 'a', length, sender = 'other' }: { from?: string; length?: number; sender?: BodySender } = {},
  ) {
    super({ highWaterMark: 2 * BODY_BYTES })
    this.from = from
    this.headers = length === undefined ? {} : { 'content-length': String(length) }
    reader.read(this as unknown as IncomingMessage, sender, (error, body) => {
      assert.equal(this.outcome, undefined, 'it calls back once')
      this.outcome = error ?? body
    })
  }

  async pieces(...pieces: Uint8Array[]): Promise<this> {
    for (const piece of pieces) this.write(piece)
    await settled()
    return this
  }
}

const settled = () => new Promise(setImmediate)
const ROOM = { perAddress: 64 * BODY_BYTES, perProcess: 64 * BODY_BYTES, waiting: 0, graceMs: 1_000 }
/** The clock of a test. */
let now = 0
const clock = () => now
const readerOf = (limits: { small?: Partial<BodyBudgetLimits>; large?: Partial<BodyBudgetLimits> } = {}) => {
  const large = () => new BodyBudget({ ...ROOM, ...limits.large }, clock)
  return new BodyReader({
    small: new BodyBudget({ ...ROOM, ...limits.small }, clock),
    large: { authenticated: large(), respondent: large(), other: large() },
    addressOf: request => (request as unknown as Sending).from,
  })
}
const messageOf = ({ outcome }: Sending) => (outcome instanceof Error ? outcome.message : outcome)

test('a body is read as sent, in however many pieces it arrives', async () => {
  const body = randomBytes(100_000)
  const cuts = [
    [100_000],
    [1, 99_999],
    [0, 5, 1_024, 50_000, 100_000],
    Array.from({ length: 500 }, (_, at) => at * 200),
  ]
  for (const length of [undefined, body.length])
    for (const cut of cuts) {
      const ends = [...cut, body.length]
      const pieces = ends.map((end, at) => body.subarray(ends[at - 1] ?? 0, end)).filter(piece => piece.length > 0)
      const sending = await new Sending(readerOf(), { ...(length && { length }) }).pieces(...pieces)
      assert.equal(sending.outcome, undefined)
      sending.end()
      await settled()
      assert.deepEqual(sending.outcome, body, `${cut}`)
    }
})

test('one byte over 1 MiB is refused, whether or not the length is stated [body-size-limit]', async () => {
  const whole = await new Sending(readerOf()).pieces(Buffer.alloc(BODY_BYTES))
  whole.end()
  await settled()
  assert.equal((whole.outcome as Buffer).length, BODY_BYTES)
  assert.equal(
    messageOf(await new Sending(readerOf()).pieces(Buffer.alloc(BODY_BYTES), Buffer.alloc(1))),
    'request body too large',
  )
  assert.equal(messageOf(new Sending(readerOf(), { length: BODY_BYTES + 1 })), 'request body too large')
})

test('an interrupted body is reported', async () => {
  const sending = await new Sending(readerOf()).pieces(Buffer.alloc(10))
  sending.destroy(new Error('aborted'))
  await settled()
  assert.equal(messageOf(sending), 'bad request')
})

test('a body in more pieces than its bytes justify is refused [body-pieces]', async () => {
  const one = Buffer.alloc(1)
  const most = Math.floor(BODY_PIECES / (1 - 1 / BODY_PIECE_BYTES))
  const sending = await new Sending(readerOf()).pieces(...Array(most).fill(one))
  assert.equal(sending.outcome, undefined)
  assert.equal(messageOf(await sending.pieces(one)), 'request body arrives in too many small pieces')
  const fine = await new Sending(readerOf()).pieces(...Array(10_000).fill(Buffer.alloc(BODY_PIECE_BYTES)))
  assert.equal(fine.outcome, undefined)
})

test('a large body waits until its address has room, and small ones and other addresses do not wait [bodies-bounded]', async () => {
  const reader = readerOf({ large: { perAddress: 100_000, waiting: 1 } })
  const first = await new Sending(reader, { length: 60_001 }).pieces(Buffer.alloc(60_000))
  const second = await new Sending(reader, { length: 60_001 }).pieces(Buffer.alloc(60_000, 2), Buffer.alloc(1))
  const third = await new Sending(reader).pieces(Buffer.alloc(60_000))
  const small = await new Sending(reader).pieces(Buffer.alloc(SMALL_BODY_BYTES))
  const other = await new Sending(reader, { from: 'b', length: 60_001 }).pieces(Buffer.alloc(60_000))
  for (const sending of [second, small]) sending.end()
  await settled()
  assert.deepEqual([first, second, other].map(messageOf), [undefined, undefined, undefined])
  assert.equal(messageOf(third), 'temporarily unavailable', 'too many wait')
  assert.equal((small.outcome as Buffer).length, SMALL_BODY_BYTES)
  first.destroy(new Error('aborted'))
  await settled()
  assert.deepEqual(second.outcome, Buffer.concat([Buffer.alloc(60_000, 2), Buffer.alloc(1)]))
})

test('the process also has a budget, and released bytes can be reserved again [bodies-bounded]', async () => {
  const reader = readerOf({ small: { perProcess: 2_000 } })
  const all = async () => {
    const sendings = []
    for (const from of ['a', 'b', 'c'])
      sendings.push(await new Sending(reader, { from, length: 1_000 }).pieces(Buffer.alloc(999)))
    return sendings
  }
  for (const round of ['first', 'second']) {
    const sendings = await all()
    assert.deepEqual(sendings.map(messageOf), [undefined, undefined, 'temporarily unavailable'], round)
    for (const sending of sendings) sending.end()
    await settled()
  }
})

test('a waiting body that is interrupted does not take up room later', async () => {
  const reader = readerOf({ large: { perAddress: 50_000, waiting: 2 } })
  const sendings = []
  for (const length of [40_000, 40_001, 40_002])
    sendings.push(await new Sending(reader, { length: length + 1 }).pieces(Buffer.alloc(length)))
  const [first, second, third] = sendings
  second?.destroy(new Error('aborted'))
  await settled()
  assert.equal(second && messageOf(second), 'bad request')
  first?.end(Buffer.alloc(1))
  third?.end(Buffer.alloc(1))
  await settled()
  assert.deepEqual(
    [first, third].map(sending => (sending?.outcome as Buffer | undefined)?.length),
    [40_001, 40_003],
  )
})

const KIB = 1_024

test('while a large body waits, those that hold its room must move, and the slowest is ended first [bodies-bounded]', async () => {
  const reader = readerOf({ large: { perProcess: 3 * BODY_BYTES, waiting: 10 } })
  const speeds = [20 * KIB, 10 * KIB, 30 * KIB]
  const held: Sending[] = []
  for (const from of ['a', 'b', 'c']) {
    const sending = new Sending(reader, { from, length: BODY_BYTES })
    held.push(await sending.pieces(Buffer.alloc(SMALL_BODY_BYTES), Buffer.alloc(1)))
  }
  const pass = async (seconds: number) => {
    now += 1_000 * seconds
    for (const [index, sending] of held.entries())
      if (sending.outcome === undefined) await sending.pieces(Buffer.alloc(seconds * (speeds[index] ?? 0)))
  }
  await pass(0.5)
  const waiting: Sending[] = []
  for (const length of [24 * KIB, 25 * KIB, 26 * KIB]) {
    const sending = await new Sending(reader, { from: 'd', length }).pieces(Buffer.alloc(length - 1), Buffer.alloc(1))
    sending.end()
    waiting.push(sending)
  }
  await settled()
  assert.deepEqual([...held, ...waiting].map(messageOf), Array(6).fill(undefined), 'it is too early to judge')
  await pass(0.5)
  const later = await new Sending(reader, { from: 'd', length: 27 * KIB }).pieces(Buffer.alloc(26 * KIB))
  assert.deepEqual(held.map(messageOf), [undefined, 'request timeout', undefined])
  assert.deepEqual(
    waiting.map(({ outcome }) => outcome instanceof Buffer && outcome.length),
    [24 * KIB, 25 * KIB, 26 * KIB],
  )
  const largest = await new Sending(reader, { from: 'd', length: BODY_BYTES }).pieces(Buffer.alloc(BODY_BYTES - 1))
  assert.deepEqual([...held, later, largest].map(messageOf), [
    'request timeout',
    'request timeout',
    undefined,
    undefined,
    undefined,
  ])
})

test('bodies that move are not ended, however many wait [bodies-bounded]', async () => {
  const reader = readerOf({ large: { perProcess: BODY_BYTES, waiting: 1 } })
  const held = await new Sending(reader, { length: BODY_BYTES }).pieces(Buffer.alloc(SMALL_BODY_BYTES), Buffer.alloc(1))
  now += 2_000
  await held.pieces(Buffer.alloc(60 * KIB))
  const others: Sending[] = []
  for (const from of ['b', 'c'])
    others.push(await new Sending(reader, { from, length: 24 * KIB }).pieces(Buffer.alloc(23 * KIB)))
  assert.deepEqual([held, ...others].map(messageOf), [undefined, undefined, 'temporarily unavailable'])
})

test('large bodies of strangers, respondents and authenticated senders do not wait for each other [bodies-bounded]', async () => {
  const reader = readerOf({ large: { perProcess: BODY_BYTES } })
  const sendings: Sending[] = []
  for (const sender of ['other', 'respondent', 'authenticated'] as const)
    for (const from of ['a', 'b'])
      sendings.push(await new Sending(reader, { from, sender, length: BODY_BYTES }).pieces(Buffer.alloc(24 * KIB)))
  const [held, refused] = [undefined, 'temporarily unavailable']
  assert.deepEqual(sendings.map(messageOf), [held, refused, held, refused, held, refused])
})

test('a small body takes the room of the slowest, of its own address if that has used up its share [bodies-bounded]', async () => {
  const small = { perAddress: 2 * SMALL_BODY_BYTES, perProcess: 4 * SMALL_BODY_BYTES, graceMs: 0 }
  const reader = readerOf({ small })
  const one = async (from: string, bytes: number) => {
    now += 100
    return new Sending(reader, { from }).pieces(Buffer.alloc(bytes))
  }
  const sendings = [
    await one('a', 900),
    await one('a', 800),
    await one('b', 300),
    await one('c', 300),
    await one('d', 500),
  ]
  const answer = await one('a', 500)
  assert.deepEqual([...sendings, answer].map(messageOf), [
    'request timeout',
    undefined,
    'request timeout',
    undefined,
    undefined,
    undefined,
  ])
  answer.end(Buffer.alloc(100))
  await settled()
  assert.deepEqual(answer.outcome, Buffer.alloc(600))
})

test('bodies that are still tiny hold no room, and need some once they grow [bodies-bounded]', async () => {
  const reader = readerOf({ small: { perProcess: SMALL_BODY_BYTES } })
  const sendings = []
  for (let at = 0; at < 100; at++) sendings.push(await new Sending(reader).pieces(Buffer.from('a'), Buffer.from('b')))
  const [first, second, third] = sendings as [Sending, Sending, Sending]
  await first.pieces(Buffer.alloc(FREE_BODY_BYTES, 'c'))
  await second.pieces(Buffer.alloc(FREE_BODY_BYTES, 'c'))
  for (const sending of [first, third]) sending.end()
  await settled()
  assert.deepEqual(
    [first, third].map(({ outcome }) => String(outcome)),
    [`ab${'c'.repeat(FREE_BODY_BYTES)}`, 'ab'],
  )
  assert.equal(messageOf(second), 'temporarily unavailable')
})
