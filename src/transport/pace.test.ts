import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { beforeEach, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import type { Refusal } from '../domain/values/refusal.ts'
import { readTextBodies } from './bodies/body.ts'
import { bodyReader } from './bodies/body-reader.ts'
import { renderErrors, sendJsonError } from './errors.ts'
import { keepPace, Pace } from './pace.ts'

let now = 0
let busy = 0
let waits: number[] = []
let pace: Pace
let turnTakes: number
beforeEach(() => {
  now = 1_000
  busy = 0
  waits = []
  turnTakes = 0
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds)
    now += milliseconds
  }
  const turn = async () => {
    now += turnTakes
  }
  pace = new Pace({ now: () => now, busy: () => busy, wait, turn })
})

describe('how long the sender of an expensive request rests [senders-keep-pace]', () => {
  const spend = (milliseconds: number, sender = 'Eve') => {
    const end = pace.begin(sender)
    busy += milliseconds
    end()
  }
  const others = (requests: number) => {
    for (let at = 0; at < requests; at++) pace.count()
  }

  const refusedFor = (retryAfter: number) => (error: Refusal) =>
    error.refusal === 'unavailable' && error.details.retryAfter === retryAfter

  test('on a quiet server, not at all', async () => {
    pace.count()
    spend(50)
    await pace.turn('Eve')
    assert.deepEqual(waits, [])
  })

  for (const [perSecond, rest] of [
    [1, 40],
    [10, 400],
    [100, 4_000],
    [1_000, 4_000],
  ] as const)
    test(`beside ${perSecond} requests a second, ${rest} ms after 22 ms of work`, async () => {
      others(perSecond + 1)
      spend(22)
      await pace.turn('Eve')
      await pace.turn('Eve')
      await pace.turn('Ada')
      assert.deepEqual(waits, [rest])
    })

  test('as long as there were requests in the last second', async () => {
    others(10)
    now += 1_000
    pace.count()
    spend(22)
    await pace.turn('Eve')
    others(10)
    now += 2_000
    pace.count()
    spend(22)
    await pace.turn('Eve')
    assert.deepEqual(waits, [400])
  })

  test('not after two milliseconds of work', async () => {
    others(101)
    spend(2)
    await pace.turn('Eve')
    assert.deepEqual(waits, [])
  })

  test('after one request no longer than eight seconds', async () => {
    others(200)
    spend(100)
    await pace.turn('Eve')
    assert.deepEqual(waits, [8_000])
  })

  test('several at a time add up, and what exceeds eight seconds is refused', async () => {
    others(200)
    for (let at = 0; at < 5; at++) spend(22)
    await assert.rejects(pace.turn('Eve'), refusedFor(12))
    await assert.rejects(pace.turn('Eve'), refusedFor(4))
    await pace.turn('Eve')
    await pace.turn('Eve')
    assert.deepEqual(waits, [8_000, 8_000, 4_000])
  })
})

describe('how long work that anybody can cause is sliced', () => {
  const steps: string[] = []
  const work = async (name: string) => {
    for (let step = 0; step < 3; step++) {
      await pace.nextSlice()
      steps.push(name)
    }
  }
  beforeEach(() => {
    steps.length = 0
    turnTakes = 3
  })

  for (const [perSecond, rests] of [
    [0, []],
    [5, []],
    [50, [6, 6, 6, 6, 6]],
    [1_000, [12, 12, 12, 12, 12]],
  ] as const)
    test(`beside ${perSecond} requests a second, others have ${rests[0] ?? 0} ms after each`, async () => {
      for (let at = 0; at < perSecond; at++) pace.count()
      await Promise.all(['a', 'b'].map(work))
      assert.deepEqual([steps.join(''), waits.slice(0, 5)], ['ababab', rests])
    })

  test('one at a time, each in another turn of the event loop', async () => {
    pace = new Pace()
    const all = Promise.all(['a', 'b', 'c'].map(work))
    let most = 0
    for (let before = 0; before < 9; before = steps.length) {
      await nextTurn()
      most = Math.max(most, steps.length - before)
    }
    await all
    assert.deepEqual([steps.join(''), most], ['abcabcabc', 1])
  })
})

describe('which requests wait [senders-keep-pace]', () => {
  const LARGE = `"${' '.repeat(16_384)}"`
  let app: FastifyInstance
  beforeEach(async () => {
    app = fastify()
    app.decorate(
      'bodyReader',
      bodyReader(() => ''),
    )
    app.decorate('pace', pace)
    readTextBodies(app)
    renderErrors(app, sendJsonError)
    app.addHook('onRequest', async () => pace.count())
    keepPace(
      app,
      ({ headers }) => String(headers.from),
      ({ url }) => url === '/expensive',
    )
    for (const url of ['/expensive', '/any'])
      app.post(url, async () => {
        busy += 22
        return {}
      })
    for (let at = 0; at < 100; at++) pace.count()
  })
  const post = async (url: string, payload: string | Readable = '') => {
    const length = typeof payload === 'string' ? {} : { 'transfer-encoding': 'chunked' }
    return (await app.inject({ method: 'POST', url, payload, headers: { from: 'Eve', ...length } })).statusCode
  }

  test('those of an expensive route', async () => {
    assert.deepEqual([await post('/expensive'), await post('/expensive'), await post('/any')], [200, 200, 200])
    assert.deepEqual(waits, [4_000])
  })

  test('those with a large body', async () => {
    assert.deepEqual([await post('/any'), await post('/any', LARGE), await post('/any', LARGE)], [200, 200, 200])
    assert.deepEqual(waits, [4_000])
  })

  test('a large body whose length is not stated is refused instead', async () => {
    assert.equal(await post('/any', Readable.from([LARGE])), 200)
    assert.equal(await post('/any', Readable.from([LARGE])), 503)
    assert.equal(await post('/any', Readable.from(['""'])), 200)
    assert.deepEqual(waits, [])
  })
})

test('long work is done in its order, and begins once what was before it has ended or failed', async () => {
  const begun: number[] = []
  const ends = [0, 1, 2].map(() => Promise.withResolvers<number>())
  const work = (at: number) => () => {
    begun.push(at)
    return ends[at]?.promise ?? Promise.resolve(at)
  }
  const [first, second, third] = [pace.oneByOne(work(0)), pace.oneByOne(work(1)), pace.oneByOne(work(2))]
  await nextTurn()
  assert.deepEqual(begun, [0])
  ends[0]?.reject(new Error('its own'))
  await assert.rejects(first, /its own/)
  await nextTurn()
  assert.deepEqual(begun, [0, 1])
  ends[1]?.resolve(1)
  ends[2]?.resolve(2)
  assert.deepEqual([await second, await third, begun], [1, 2, [0, 1, 2]])
})
