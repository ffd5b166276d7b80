import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Status, statusAt } from '../domain/lifecycle.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Authentication } from '../service/authentication.ts'
import type { Live, Part } from '../service/live.ts'
import type { LinkHolder } from '../service/principal.ts'
import type { Survey, Surveys } from '../service/surveys.ts'

/** An open answer that events are sent to. */
interface Stream {
  send(events: Buffer): void
  end(): void
}

export interface EventsParts {
  readonly authentication: Authentication
  readonly surveys: Surveys
  readonly clock: () => number
  readonly live: Live
  readonly openStream: (reply: FastifyReply, ended: () => void) => Stream
  readonly eventText: (event: string, data: unknown) => string
}

/** How often it is looked whether a survey has expired, which nobody announces, or a reading has failed: milliseconds. */
const LOOK_MS = 1_000

/** Streams of surveys' results and boards, whichever link opened them. */
export class Events {
  readonly #parts: EventsParts
  readonly #rooms = new Map<string, Room>()

  constructor(parts: EventsParts) {
    this.#parts = parts
  }

  /** Answers with the results as they are now and each board, and from then on with what has changed. */
  stream(holder: LinkHolder, { method }: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send()
    const { slug } = holder
    // A stream that is refused leaves no room behind.
    const stream = this.#parts.openStream(reply, () => {
      if (room.leave(stream)) this.#rooms.delete(slug)
    })
    const room = this.#rooms.get(slug) ?? new Room(slug, this.#parts)
    this.#rooms.set(slug, room)
    room.join(stream, holder)
    return reply
  }
}

interface Read {
  readonly survey: Survey
  /** At the moment of reading. */
  readonly status: Status
}

type Results = Awaited<ReturnType<Surveys['aggregate']>>['results']

/** All who watch one survey: it is read once for all of them, and each reading ends the streams whose link has ended. */
class Room {
  readonly #slug: string
  readonly #parts: EventsParts
  readonly #holders = new Map<Stream, LinkHolder>()
  /** Those who have been told nothing yet. */
  readonly #newcomers = new Map<Stream, LinkHolder>()
  readonly #stopWatching: () => void
  readonly #look: NodeJS.Timeout
  #reading: Promise<void> = Promise.resolve()
  /** Whether a reading is due that has not begun: it will see all that has happened by then. */
  #due = false
  #failed = false
  #read: Read | undefined
  /** The results that everybody was told last. */
  #told = ''
  /** Boards that have changed since the last reading began; undefined where it can be any. */
  #changed: Set<number> | undefined = new Set()

  constructor(slug: string, parts: EventsParts) {
    this.#slug = slug
    this.#parts = parts
    this.#stopWatching = parts.live.watch(slug, changed => this.#hear(changed))
    this.#look = setInterval(() => this.#lookAgain(), LOOK_MS).unref()
  }

  join(stream: Stream, holder: LinkHolder): void {
    this.#newcomers.set(stream, holder)
    this.#readNext()
  }

  /** @returns whether that was the last one */
  leave(stream: Stream): boolean {
    this.#holders.delete(stream)
    this.#newcomers.delete(stream)
    if (this.#holders.size + this.#newcomers.size > 0) return false
    this.#stopWatching()
    clearInterval(this.#look)
    return true
  }

  #hear(parts: ReadonlySet<Part> | undefined): void {
    if (parts === undefined) this.#changed = undefined
    else for (const board of boardsIn(parts)) this.#changed?.add(board)
    this.#readNext()
  }

  /** One reading after the other, so that nothing older is told after something newer. */
  #readNext(): void {
    if (this.#due) return
    this.#due = true
    this.#reading = this.#reading.then(() => this.#readNow()).catch(error => this.#fail(error))
  }

  async #readNow(): Promise<void> {
    this.#due = false
    // Who joins and what changes meanwhile waits for the next reading: this one can be older than the link or the board.
    const newcomers = [...this.#newcomers]
    const changed = this.#changed
    this.#changed = new Set()
    const [reader] = [...this.#holders.values(), ...newcomers.map(([, holder]) => holder)]
    if (reader === undefined) return
    const { authentication, surveys, clock } = this.#parts
    const { survey, results } = await surveys.aggregate(reader)
    // Read after the results, so that nobody is sent what was read after their link had ended.
    const isAdmitted = await authentication.admission(this.#slug)
    this.#failed = false
    this.#read = { survey, status: statusAt(survey, clock()) }
    const { whole, news } = this.#toTell(this.#read, results, changed)
    for (const [stream, holder] of this.#holders) tell(stream, isAdmitted(holder) ? news : undefined)
    for (const [stream, holder] of newcomers) {
      if (!this.#newcomers.delete(stream)) continue
      this.#holders.set(stream, holder)
      tell(stream, isAdmitted(holder) ? whole : undefined)
    }
  }

  /** How everything stands, and what of it is new; from now on none of it is. */
  #toTell({ survey, status }: Read, results: Results, changed: Set<number> | undefined) {
    const { eventText } = this.#parts
    const told = eventText('results', { status, response_count: survey.responseCount, results })
    const boards = results.flatMap(({ type, index }) => (type === 'upvoted_question' ? [index] : []))
    const textOf = (indexes: readonly number[]) => indexes.map(index => eventText('board', { index })).join('')
    const changedBoards = boards.filter(index => changed?.has(index) ?? true)
    const news = Buffer.from((told === this.#told ? '' : told) + textOf(changedBoards))
    this.#told = told
    return { whole: Buffer.from(told + textOf(boards)), news }
  }

  /** A survey that is gone ends all streams. What could not be read now is read later, with all that can have changed. */
  #fail(error: unknown): void {
    this.#changed = undefined
    this.#failed = !(error instanceof Refusal && error.kind === 'missing')
    if (!this.#failed) for (const stream of [...this.#holders.keys(), ...this.#newcomers.keys()]) stream.end()
  }

  #lookAgain(): void {
    const isOther = this.#read !== undefined && statusAt(this.#read.survey, this.#parts.clock()) !== this.#read.status
    if (this.#failed || isOther) this.#readNext()
  }
}

/** @param events undefined for whoever is to hear no more */
function tell(stream: Stream, events: Buffer | undefined): void {
  if (events === undefined) stream.end()
  else if (events.length > 0) stream.send(events)
}

function boardsIn(parts: ReadonlySet<Part>): number[] {
  return [...parts].filter(part => part.startsWith('board ')).map(part => Number(part.slice('board '.length)))
}
