import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sendWith, submitForm } from '../../account/browser.ts'
import { items, newSlug, PAST, surveyFile } from '../../account/restoration-steps.ts'
import { board, choice, freeText, optional } from '../../api/fixtures.ts'
import { call } from '../../harness.ts'
import { cookieIn } from '../../http.ts'

/** Something that a free account, or a stranger, does again and again. */
interface Attack {
  /** One turn of it. @returns the statuses of the answers */
  step(): Promise<number[]>
  /** Ends what it keeps open between two turns. */
  rest?(): void
}

type Prepare = (server: Server) => Promise<Attack>

interface Server {
  readonly baseUrl: string
}

const MIB = 1_048_576
/** Surveys of a restoration before it is abandoned for another one. */
const SURVEYS = 20
export const OPTIONS = Array.from({ length: 1_000 }, (_, at) => `${at}`.padStart(14, '0'))
/** As many options as a survey can have. */
export const LARGEST = Array.from({ length: 20 }, (_, at) => choice(`Question ${at}`, OPTIONS, optional))
/** Nearly as many texts as a body can have. */
const TOO_MANY = [
  choice(
    'Which?',
    Array.from({ length: 29_000 }, (_, at) => `${at}`),
  ),
]

/** A free account. */
export class Attacker {
  readonly server: Server
  readonly cookie: string
  readonly #send: ReturnType<typeof sendWith>
  #restoration = ''
  #surveys = 0

  constructor(server: Server, cookie: string) {
    this.server = server
    this.cookie = cookie
    this.#send = sendWith(server, cookie)
  }

  static async signUp(server: Server): Promise<Attacker> {
    const fields = { email: `${randomUUID()}@example.org`, name: 'Eve', password: 'shaft rug vintage' }
    const { status, headers, text } = await submitForm(server, '/sign-up', fields)
    if (status !== 303) throw new Error(`sign-up: ${status} ${text}`)
    return new Attacker(server, cookieIn(headers))
  }

  async send(method: string, path: string, body?: unknown) {
    const { status, body: answer } = await this.#send(method, path, body)
    return { status, id: String(answer?.id) }
  }

  /** Begins a restoration, as soon as the last one is deleted. */
  async begin(): Promise<void> {
    for (;;) {
      const { status, id } = await this.send('POST', '/restorations')
      if (status !== 409) {
        if (status !== 201) throw new Error(`a restoration cannot begin: ${status}`)
        this.#restoration = `/restorations/${id}`
        return
      }
      await delay(20)
    }
  }

  async abandon(): Promise<number> {
    return (await this.send('DELETE', this.#restoration)).status
  }

  /** Adds a part to the restoration. */
  async add(below: string, body: unknown): Promise<number> {
    return (await this.send('POST', this.#restoration + below, body)).status
  }

  /** Adds a survey; every so many, to another restoration. */
  async addSurvey(questions: readonly object[]): Promise<{ status: number; below: string }> {
    if (this.#surveys++ % SURVEYS === 0) {
      if (this.#restoration !== '') await this.abandon()
      await this.begin()
    }
    const slug = newSlug()
    return { status: await this.add('/surveys', surveyFile(slug, { questions })), below: `/surveys/${slug}` }
  }

  async publish(questions: readonly object[]): Promise<string> {
    const { id } = await this.send('POST', '/drafts', { title: 'x', questions, theme: null })
    return (await this.send('POST', `/drafts/${id}/publish`, {})).id
  }
}

const responses = (first: number, count: number, answers: (at: number) => readonly unknown[]) => ({
  first,
  responses: Array.from({ length: count }, (_, at) => ({ id: randomUUID(), submitted_at: PAST, answers: answers(at) })),
})

const byAccount =
  (prepare: (attacker: Attacker) => Promise<Attack> | Attack): Prepare =>
  async server =>
    prepare(await Attacker.signUp(server))

/** The largest of each that is accepted, and what was accepted once. */
export const ATTACKS: Readonly<Record<string, Prepare>> = {
  'numbers of votes': byAccount(attacker => ({
    step: async () => {
      const { status, below } = await attacker.addSurvey([board()])
      const part = { index: 0, items: items(1_000, { text: 'x'.repeat(500), votes: 100_000 }) }
      return [status, await attacker.add(`${below}/boards`, part)]
    },
  })),
  'short responses to a long survey': byAccount(attacker => ({
    step: async () => {
      const questions = Array.from({ length: 1_000 }, () => freeText('Why?', optional))
      const { status, below } = await attacker.addSurvey(questions)
      const statuses = [status]
      for (let first = 1; first < 300; first += 25)
        statuses.push(
          await attacker.add(
            `${below}/responses`,
            responses(first, 25, () => []),
          ),
        )
      return statuses
    },
  })),
  'archives over the bounds of a survey': byAccount(async attacker => {
    const slug = await attacker.publish(LARGEST)
    const load = (at: number) => call(attacker.server, 'GET', `/s/${slug}?lang=${['de', 'fr', 'es', 'pt'][at]}`)
    return {
      step: async () => {
        const loads = await Promise.all([0, 1, 2, 3].map(load))
        const { status } = await attacker.addSurvey(TOO_MANY)
        return [...loads.map(({ status }) => status), status]
      },
    }
  }),
  'previews of a large draft': byAccount(async attacker => {
    const draft = (questions: readonly object[]) =>
      attacker.send('POST', '/drafts', { title: 'x', questions, theme: null })
    const ids = [(await draft(TOO_MANY)).id, (await draft(LARGEST)).id]
    const headers = { cookie: attacker.cookie, 'sec-fetch-site': 'same-origin' }
    const preview = (id: string) => call(attacker.server, 'GET', `/app/drafts/${id}/preview`, { headers })
    return { step: async () => (await Promise.all([...ids, ...ids].map(preview))).map(({ status }) => status) }
  }),
  'abandoned restorations': byAccount(attacker => ({
    step: async () => {
      await attacker.begin()
      const slug = newSlug()
      const below = `/surveys/${slug}`
      const statuses = [await attacker.add('/surveys', surveyFile(slug, { questions: [...LARGEST, board()] }))]
      for (let first = 1; first < 640; first += 128)
        statuses.push(
          await attacker.add(
            `${below}/responses`,
            responses(first, 128, at => LARGEST.map(() => OPTIONS[at])),
          ),
        )
      const part = { index: LARGEST.length, items: items(1_000, { votes: 100_000 }) }
      statuses.push(await attacker.add(`${below}/boards`, part), await attacker.abandon())
      return [...statuses, (await attacker.send('POST', '/restorations')).status]
    },
  })),
  'restorations without settings': byAccount(attacker => ({
    step: async () => {
      await attacker.begin()
      const statuses: number[] = []
      for (let at = 0; at < 5; at++) statuses.push(await attacker.add('/surveys', surveyFile(newSlug())))
      return [...statuses, await attacker.add('/finish', undefined), await attacker.abandon()]
    },
  })),
  'large bodies at 10 kB a second': async server =>
    new OpenBodies(server, { count: 16, networks: 4, head: `Content-Length: ${MIB}`, piece: ' '.repeat(1_000) }),
  'bodies of one byte': async server =>
    new OpenBodies(server, { count: 1_024, networks: 5, head: 'Transfer-Encoding: chunked', piece: '' }),
  'projected texts with unknown members': byAccount(attacker => ({
    step: async () => {
      const { status, below } = await attacker.addSurvey([freeText('Why?', optional)])
      const picks = Array.from({ length: 100 }, () => ({ question: 0, id: randomUUID(), more: 'x'.repeat(9_000) }))
      return [status, await attacker.add(`${below}/settings`, { settings: { projected_texts: { picks } } })]
    },
  })),
}

interface Bodies {
  readonly count: number
  readonly networks: number
  readonly head: string
  /** Sent ten times a second. */
  readonly piece: string
}

/** Bodies that do not end, from several networks. Those that are closed are begun again. */
class OpenBodies implements Attack {
  readonly #server: Server
  readonly #bodies: Bodies
  readonly #open = new Set<Socket>()

  constructor(server: Server, bodies: Bodies) {
    this.#server = server
    this.#bodies = bodies
  }

  async step(): Promise<number[]> {
    const statuses: number[] = []
    while (this.#open.size < this.#bodies.count) this.#begin(statuses)
    for (const socket of this.#open) if (this.#bodies.piece !== '') socket.write(this.#bodies.piece)
    await delay(100)
    return statuses
  }

  #begin(statuses: number[]): void {
    const { hostname, port } = new URL(this.#server.baseUrl)
    const { head, networks, piece } = this.#bodies
    const network = this.#open.size % networks
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    socket.on('close', () => this.#open.delete(socket))
    socket.on('data', answer => statuses.push(Number(answer.toString().slice(9, 12))))
    const lines = ['POST /sign-in HTTP/1.1', 'Host: localhost', `X-Forwarded-For: 203.0.113.${network}`, head, '', '']
    socket.write(lines.join('\r\n') + (piece === '' ? '1\r\n \r\n' : piece.repeat(20)))
    this.#open.add(socket)
  }

  rest(): void {
    for (const socket of this.#open) socket.destroy()
  }
}
