import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Refusal } from '../../domain/values/refusal.ts'
import { type Changes, Channel, type Update } from './channel.ts'

type Watcher = string
type Read = (reader: Watcher, changes: Changes<string>) => Promise<Update<Watcher>>

/** Records what a channel reads and logs, and lets a test control each reading. */
class Source {
  readonly readers: Watcher[] = []
  readonly changes: (readonly string[] | undefined)[] = []
  readonly warnings: unknown[] = []
  admitted = (_: Watcher) => true
  outdated = false
  /** The next reading of access, instead of one that succeeds immediately. */
  nextAccess: Promise<(watcher: Watcher) => boolean> | undefined
  subscribed = false
  notify: (changes: Changes<string>) => void = () => undefined
  /** The next readings, instead of ones that succeed immediately. */
  readonly next: Read[] = []

  channel(): Channel<Watcher, string> {
    return new Channel(
      {
        subscribe: onChange => {
          this.notify = onChange
          this.subscribed = true
          return () => {
            this.subscribed = false
          }
        },
        read: (reader, changes) => {
          this.readers.push(reader)
          this.changes.push(changes && [...changes])
          return (this.next.shift() ?? (async () => this.update()))(reader, changes)
        },
        isOutdated: () => this.outdated,
        readAccess: () => this.nextAccess ?? Promise.resolve(this.admitted),
        finalEvents: () => 'gone',
      },
      { warn: (detail: unknown) => this.warnings.push(detail) },
    )
  }

  update(): Update<Watcher> {
    const number = this.readers.length
    return {
      news: () => `news ${number}`,
      whole: watcher => `whole ${number} for ${watcher}`,
      hasAccess: this.admitted,
    }
  }
}

class FakeStream {
  readonly sent: string[] = []
  ended = false

  send(events: Buffer): void {
    this.sent.push(String(events))
  }

  end(): void {
    this.ended = true
  }
}

describe('a channel', () => {
  let source: Source

  beforeEach(() => {
    source = new Source()
    mock.timers.enable({ apis: ['setInterval'] })
  })
  afterEach(() => mock.timers.reset())

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) await nextTurn()
  }

  async function nextCheck(): Promise<void> {
    mock.timers.tick(1_000)
    await settle()
  }

  function joined(channel: Channel<Watcher, string>, watcher: Watcher): FakeStream {
    const stream = new FakeStream()
    channel.join(stream, watcher)
    return stream
  }

  test('one reading sends everything to a newcomer and only changes to the others', async () => {
    const channel = source.channel()
    const first = joined(channel, 'first')
    await settle()
    const second = joined(channel, 'second')
    await settle()
    assert.deepEqual(first.sent, ['whole 1 for first', 'news 2'])
    assert.deepEqual(second.sent, ['whole 2 for second'])
    assert.equal(source.readers.length, 2)
  })

  test('changes during a reading are read together afterwards, and watchers who join meanwhile are not sent the older state', async () => {
    const channel = source.channel()
    const reading = Promise.withResolvers<Update<Watcher>>()
    source.next.push(() => reading.promise)
    const first = joined(channel, 'first')
    await settle()
    source.notify(new Set(['a']))
    source.notify(new Set(['b']))
    const second = joined(channel, 'second')
    await settle()
    assert.equal(source.readers.length, 1)
    reading.resolve(source.update())
    await settle()
    assert.deepEqual(source.changes, [[], ['a', 'b']])
    assert.deepEqual(first.sent, ['whole 1 for first', 'news 2'])
    assert.deepEqual(second.sent, ['whole 2 for second'])
  })

  const failures: [what: string, read: Read][] = [
    ['finds the database unavailable', () => Promise.reject(new Refusal('unavailable'))],
    [
      'throws synchronously',
      () => {
        throw new Error('no database')
      },
    ],
    ['returns something that cannot be rendered', async () => undefined as unknown as Update<Watcher>],
  ]
  for (const [what, read] of failures) {
    test(`a reading that ${what} is logged once and repeated until it succeeds, with everything that may have changed`, async () => {
      const channel = source.channel()
      const stream = joined(channel, 'first')
      await settle()
      source.next.push(read, read)
      source.notify(new Set(['a']))
      await settle()
      await nextCheck()
      assert.deepEqual([source.readers.length, source.warnings.length, stream.sent.length], [3, 1, 1])
      await nextCheck()
      assert.deepEqual(stream.sent, ['whole 1 for first', 'news 4'])
      assert.deepEqual(source.changes.slice(1), [['a'], undefined, undefined])
      await nextCheck()
      assert.equal(source.readers.length, 4)
      source.notify(new Set(['b']))
      await settle()
      assert.deepEqual(source.changes[4], ['b'])
    })
  }

  test('a stream that closes during a reading is sent nothing, and the last one closes the channel', async () => {
    const channel = source.channel()
    const reading = Promise.withResolvers<Update<Watcher>>()
    source.next.push(() => reading.promise)
    const [first, second] = [joined(channel, 'first'), joined(channel, 'second')]
    await settle()
    assert.equal(channel.leave(first), false)
    assert.equal(source.subscribed, true)
    assert.equal(channel.leave(second), true)
    assert.equal(source.subscribed, false)
    reading.resolve(source.update())
    await settle()
    source.outdated = true
    await nextCheck()
    assert.deepEqual([first.sent, second.sent, source.readers.length], [[], [], 1])
  })

  test('a stream whose watcher has lost access ends without news, and the others stay open', async () => {
    const channel = source.channel()
    const [first, second] = [joined(channel, 'first'), joined(channel, 'second')]
    await settle()
    const before = first.sent.length
    source.admitted = watcher => watcher === 'second'
    source.notify(undefined)
    await settle()
    assert.deepEqual([first.ended, second.ended], [true, false])
    assert.equal(first.sent.length, before)
    assert.equal(second.sent.at(-1), `news ${source.readers.length}`)
  })

  test('a missing source ends all streams, including newcomers’, with its final events', async () => {
    const channel = source.channel()
    const first = joined(channel, 'first')
    await settle()
    source.next.push(() => Promise.reject(new Refusal('not_found')))
    const second = joined(channel, 'second')
    await settle()
    assert.deepEqual([first.sent.at(-1), second.sent.at(-1), first.ended, second.ended], ['gone', 'gone', true, true])
    assert.equal(source.warnings.length, 0)
    const { length } = source.readers
    await nextCheck()
    assert.equal(source.readers.length, length)
  })

  test('a state changed by time is read again', async () => {
    const channel = source.channel()
    const stream = joined(channel, 'first')
    await settle()
    await nextCheck()
    assert.equal(stream.sent.length, 1)
    source.outdated = true
    await nextCheck()
    assert.equal(stream.sent.at(-1), 'news 2')
  })

  test('a watcher who no longer has access loses the stream within three checks, even if nothing changes', async () => {
    const channel = source.channel()
    const [first, second] = [joined(channel, 'first'), joined(channel, 'second')]
    await settle()
    const readings = source.readers.length
    source.admitted = watcher => watcher === 'second'
    for (let check = 0; check < 3; check++) await nextCheck()
    assert.deepEqual([first.ended, second.ended], [true, false])
    assert.equal(source.readers.length, readings)
  })

  test('a reading of access that began before somebody joined does not end their stream', async () => {
    const channel = source.channel()
    const first = joined(channel, 'first')
    await settle()
    const reading = Promise.withResolvers<(watcher: Watcher) => boolean>()
    source.nextAccess = reading.promise
    for (let check = 0; check < 3; check++) await nextCheck()
    const second = joined(channel, 'second')
    reading.resolve(watcher => watcher === 'first')
    await settle()
    assert.deepEqual([first.ended, second.ended], [false, false])
  })

  test('a channel of 1,000 is written to in small slices, so that other requests are answered in between', async () => {
    const channel = source.channel()
    const streams = Array.from({ length: 1_000 }, (_, at) => joined(channel, `${at}`))
    const countSent = () => streams.filter(({ sent }) => sent.length > 0).length
    while (countSent() < streams.length) await nextTurn()
    for (const stream of streams) stream.sent.length = 0
    source.notify(new Set(['a']))
    const steps: number[] = []
    while (countSent() < streams.length) {
      const before = countSent()
      await nextTurn()
      if (countSent() > before) steps.push(countSent() - before)
    }
    assertSmall(steps)
    assert.equal(new Set(streams.map(({ sent }) => String(sent))).size, 1)
  })

  test('a missing source ends the streams of a large channel in small slices, each once', async () => {
    const channel = source.channel()
    const streams = Array.from({ length: 100 }, (_, at) => joined(channel, `${at}`))
    while (streams.some(({ sent }) => sent.length === 0)) await nextTurn()
    source.next.push(() => Promise.reject(new Refusal('not_found')))
    source.notify(undefined)
    const countEnded = () => streams.filter(({ ended }) => ended).length
    const steps: number[] = []
    while (countEnded() < streams.length) {
      const before = countEnded()
      await nextTurn()
      if (countEnded() > before) steps.push(countEnded() - before)
    }
    assertSmall(steps)
    assert.ok(streams.every(({ sent }) => sent.filter(text => text === 'gone').length === 1))
  })

  /** A late slice may share a turn of the event loop with the next one. `spread.test.ts` checks their exact sizes. */
  function assertSmall(steps: readonly number[]): void {
    assert.ok(steps.length > 1 && steps.every(step => step === 25 || step === 50), `${steps}`)
  }
})
