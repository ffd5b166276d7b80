import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Audience } from './audience.ts'

/** Processes that hear one another, with the streams that each has open. */
class Room {
  /** What has been said. */
  readonly said: string[] = []
  broadcasts = 0
  readonly #listeners = new Map<string, (text: string) => void>()

  process(processId: string, streams: Record<string, number>): Audience {
    const store = {
      broadcast: (texts: readonly string[]) => {
        if (!this.#listeners.has(processId)) return
        this.broadcasts++
        this.said.push(...texts)
        for (const listener of this.#listeners.values()) for (const text of texts) listener(text)
      },
      listenToBroadcasts: (listener: (text: string) => void) => void this.#listeners.set(processId, listener),
    }
    return new Audience({ store, processId, countHere: slug => streams[slug] ?? 0 })
  }

  kill(processId: string): void {
    this.#listeners.delete(processId)
  }
}

/** One process with a watcher of `lunch`, two without, and what the watcher has heard. */
function watchedRoom() {
  const room = new Room()
  const streams = { here: { lunch: 1 }, there: { lunch: 2, other: 9 }, elsewhere: { lunch: 0 } }
  const audience = room.process('here', streams.here)
  room.process('there', streams.there)
  room.process('elsewhere', streams.elsewhere)
  const heard: number[] = []
  const stop = audience.watch('lunch', () => heard.push(audience.of('lunch')))
  return { room, streams, audience, heard, stop }
}

test('the streams of all processes are counted, and a change is told once a second at most', t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { streams, audience, heard } = watchedRoom()
  assert.equal(audience.of('lunch'), 1)
  t.mock.timers.tick(1_000)
  assert.deepEqual(heard, [3])
  streams.elsewhere.lunch = 40
  streams.here.lunch = 2
  t.mock.timers.tick(1_000)
  streams.here.lunch = 4
  t.mock.timers.tick(1_000)
  t.mock.timers.tick(5_000)
  assert.deepEqual(heard, [3, 4, 46])
  streams.there.lunch = 0
  t.mock.timers.tick(2_000)
  assert.deepEqual(heard, [3, 4, 46, 44])
})

test('the streams of a process that has died count no longer after three seconds', t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { room, audience } = watchedRoom()
  t.mock.timers.tick(2_000)
  assert.equal(audience.of('lunch'), 3)
  room.kill('there')
  t.mock.timers.tick(2_000)
  assert.equal(audience.of('lunch'), 3)
  t.mock.timers.tick(1_000)
  assert.equal(audience.of('lunch'), 1)
})

test('nothing is asked and nothing is known while nobody watches', t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { room, audience, stop } = watchedRoom()
  t.mock.timers.tick(1_000)
  stop()
  const { broadcasts } = room
  t.mock.timers.tick(5_000)
  assert.equal(room.broadcasts, broadcasts)
  assert.equal(audience.of('lunch'), 0)
})

test('however many surveys are watched, each broadcast fits a notification', t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const room = new Room()
  const slugs = Array.from({ length: 250 }, (_, at) => `${at}`.padStart(64, 'a'))
  const audience = room.process(crypto.randomUUID(), {})
  room.process(crypto.randomUUID(), Object.fromEntries(slugs.map(slug => [slug, 99_999])))
  for (const slug of slugs) audience.watch(slug, () => undefined)
  room.said.length = 0
  t.mock.timers.tick(1_000)
  assert.equal(room.said.length, 6)
  assert.ok(room.said.every(text => Buffer.byteLength(text) < 8_000))
  t.mock.timers.tick(1_000)
  assert.ok(slugs.every(slug => audience.of(slug) === 99_999))
})
