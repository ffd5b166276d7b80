import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Status, statusAt } from '../domain/lifecycle.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Admin, Administration } from '../service/administration.ts'
import type { Live, Part } from '../service/live.ts'
import type { Survey, Surveys } from '../service/surveys.ts'

/** An open answer that events are sent to. */
interface Stream {
  send(events: Buffer): void
  end(): void
}

export interface EventsParts {
  readonly administration: Administration
  readonly surveys: Surveys
  readonly clock: () => number
  readonly live: Live
  readonly openStream: (reply: FastifyReply, ended: () => void) => Stream
  readonly eventText: (event: string, data: unknown) => string
}

/** How often it is looked whether a survey has expired, which nobody announces, or a reading has failed: milliseconds. */
const LOOK_MS = 1_000

/** `GET …/events`: the results as they are now, and each time that they change. */
export function eventsRoute(app: FastifyInstance, parts: EventsParts): void {
  const rooms = new Map<string, Room>()
  app.get('/events', { schema: { hide: true } }, async ({ admin, method }, reply) => {
    if (method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send()
    const { slug } = admin
    const stream = parts.openStream(reply, () => {
      if (room.leave(stream)) rooms.delete(slug)
    })
    const room = rooms.get(slug) ?? new Room(admin, parts)
    rooms.set(slug, room)
    room.join(stream, admin)
    return reply
  })
}

/** All who watch one survey's results: they are read once for all of them. */
class Room {
  readonly #slug: string
  readonly #parts: EventsParts
  readonly #streams = new Map<Stream, Admin>()
  readonly #stopWatching: () => void
  readonly #look: NodeJS.Timeout
  #reading: Promise<void> = Promise.resolve()
  #survey: Survey | undefined
  #status: Status | undefined
  /** What everybody was told last. */
  #told = ''
  #failed = false

  constructor({ slug }: Admin, parts: EventsParts) {
    this.#slug = slug
    this.#parts = parts
    this.#stopWatching = parts.live.watch(slug, changed => this.#next(() => this.#changed(changed)))
    this.#look = setInterval(() => this.#lookAgain(), LOOK_MS).unref()
  }

  join(stream: Stream, admin: Admin): void {
    this.#streams.set(stream, admin)
    this.#next(async () => {
      await this.#endFormer()
      await this.#tell(stream)
    })
  }

  /** @returns whether that was the last one */
  leave(stream: Stream): boolean {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return false
    this.#stopWatching()
    clearInterval(this.#look)
    return true
  }

  /** One reading after the other, so that nothing older is told after something newer. */
  #next(act: () => Promise<void>): void {
    this.#reading = this.#reading.then(act).catch(error => {
      if (error instanceof Refusal && error.kind === 'missing') this.#end([...this.#streams.keys()])
      else this.#failed = true
    })
  }

  async #changed(parts: ReadonlySet<Part> | undefined): Promise<void> {
    if (parts === undefined || parts.has('survey')) await this.#endFormer()
    await this.#tell()
  }

  /** @param newcomer is told also where nothing has changed */
  async #tell(newcomer?: Stream): Promise<void> {
    const [admin] = this.#streams.values()
    if (admin === undefined) return
    const text = await this.#read(admin)
    const events = Buffer.from(text)
    for (const stream of this.#streams.keys()) if (text !== this.#told || stream === newcomer) stream.send(events)
    this.#told = text
  }

  /** A new admin token ends what the old one has opened. */
  async #endFormer(): Promise<void> {
    const { administration } = this.#parts
    for (const [stream, { link }] of [...this.#streams])
      if (!(await administration.isPresent(link))) this.#end([stream])
  }

  async #read(admin: Admin): Promise<string> {
    const { surveys, clock, eventText } = this.#parts
    const { survey, results } = await surveys.aggregate(admin, this.#slug)
    this.#survey = survey
    this.#status = statusAt(survey, clock())
    this.#failed = false
    return eventText('results', { status: this.#status, response_count: survey.responseCount, results })
  }

  #lookAgain(): void {
    const isOther = this.#survey !== undefined && statusAt(this.#survey, this.#parts.clock()) !== this.#status
    if (this.#failed || isOther) this.#next(() => this.#tell())
  }

  #end(streams: readonly Stream[]): void {
    for (const stream of streams) stream.end()
  }
}
