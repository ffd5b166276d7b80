import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../domain/refusal.ts'
import type { Live, Part } from '../service/live.ts'
import type { PublicSurvey, Responses } from '../service/responses.ts'

/** An open answer that events are sent to. */
interface Stream {
  send(events: Buffer): void
  end(): void
}

export interface EventsParts {
  readonly responses: Responses
  readonly live: Live
  readonly openStream: (reply: FastifyReply, ended: () => void) => Stream
  readonly eventText: (event: string, data: unknown, id?: string) => string
}

/** How often it is looked whether a survey has expired, which nobody announces, or a reading has failed: milliseconds. */
const LOOK_MS = 1_000

/** `GET /s/{slug}/events`: the survey opened, closed or was edited; a board changed. */
export function eventsRoute(app: FastifyInstance, parts: EventsParts): void {
  const rooms = new Map<string, Room>()
  app.get<{ Params: { slug: string } }>('/s/:slug/events', { schema: { hide: true } }, async (request, reply) => {
    const { slug } = request.params
    const found = await parts.responses.publicSurvey(slug)
    if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send()
    // A stream that is refused leaves no room behind.
    const stream = parts.openStream(reply, () => {
      if (room.leave(stream)) rooms.delete(slug)
    })
    const room = rooms.get(slug) ?? new Room(found, parts)
    rooms.set(slug, room)
    room.join(stream, request.headers['last-event-id'])
    return reply
  })
}

/** All who watch one survey: what is read for them is read once. */
class Room {
  readonly #slug: string
  readonly #parts: EventsParts
  readonly #streams = new Set<Stream>()
  readonly #stopWatching: () => void
  readonly #look: NodeJS.Timeout
  /** Where somebody stands who has heard all: this room's own name and the number of its last event. */
  readonly #name = randomUUID()
  #told = 0
  #found: PublicSurvey
  #reading: Promise<void> = Promise.resolve()
  #failed = false

  constructor(found: PublicSurvey, parts: EventsParts) {
    this.#slug = found.survey.slug
    this.#parts = parts
    this.#found = found
    this.#stopWatching = parts.live.watch(this.#slug, parts => this.#changed(parts))
    this.#look = setInterval(() => this.#lookAgain(), LOOK_MS).unref()
  }

  /** Whoever comes back having missed nothing is told nothing; everybody else, how things stand. */
  join(stream: Stream, lastEventId: string | string[] | undefined): void {
    this.#streams.add(stream)
    if (lastEventId !== this.#id) stream.send(Buffer.from(this.#text(true, this.#boards())))
  }

  /** @returns whether that was the last one */
  leave(stream: Stream): boolean {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return false
    this.#stopWatching()
    clearInterval(this.#look)
    return true
  }

  /** One reading after the other, so that no older state is told after a newer one. */
  #changed(parts: ReadonlySet<Part> | undefined): void {
    this.#reading = this.#reading
      .then(async () => {
        const before = stateOf(this.#found)
        if (parts === undefined || parts.has('survey')) await this.#read()
        const boards = parts === undefined ? this.#boards() : boardsIn(parts)
        this.#tell(stateOf(this.#found) !== before, boards)
      })
      .catch(() => {
        this.#failed = true
      })
  }

  /** A survey that is gone is told as closed; who comes back then finds nothing. */
  async #read(): Promise<void> {
    try {
      this.#found = await this.#parts.responses.publicSurvey(this.#slug)
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'missing') throw error
      this.#found = { ...this.#found, status: 'closed' }
      this.#tell(true, [])
      for (const stream of [...this.#streams]) stream.end()
    }
  }

  /** What could not be read is read later, with all that may have changed by then. */
  #lookAgain(): void {
    if (this.#failed) {
      this.#failed = false
      this.#changed(undefined)
    } else this.#expire()
  }

  #expire(): void {
    const status = this.#parts.responses.statusOf(this.#found.survey)
    if (status !== 'expired' || this.#found.status !== 'open') return
    this.#found = { ...this.#found, status }
    this.#tell(true, [])
  }

  #tell(survey: boolean, boards: readonly number[]): void {
    if (!survey && boards.length === 0) return
    this.#told++
    const events = Buffer.from(this.#text(survey, boards))
    for (const stream of this.#streams) stream.send(events)
  }

  #text(survey: boolean, boards: readonly number[]): string {
    const { eventText } = this.#parts
    const {
      status,
      survey: { revision },
    } = this.#found
    const texts = boards.map(index => eventText('board', { index }, this.#id))
    return texts.join('') + (survey ? eventText('survey', { status, revision }, this.#id) : '')
  }

  get #id(): string {
    return `${this.#name}-${this.#told}`
  }

  #boards(): number[] {
    return this.#found.questions.flatMap(({ type }, index) => (type === 'upvoted_question' ? [index] : []))
  }
}

function boardsIn(parts: ReadonlySet<Part>): number[] {
  return [...parts].filter(part => part.startsWith('board ')).map(part => Number(part.slice('board '.length)))
}

function stateOf({ status, survey }: PublicSurvey): string {
  return `${status} ${survey.revision}`
}
