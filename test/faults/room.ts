import assert from 'node:assert/strict'
import { board, bodyOf, type Created, choice, freeText, kept, optional } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { Screen } from './screen.ts'
import type { Server } from './server.ts'

type Process = Pick<Server, 'baseUrl'>

/** What all who follow a presentation see of it. */
interface Shown {
  readonly revision: number
  readonly live: boolean
  readonly screen: string
  readonly revealed: readonly number[]
  readonly sorted: readonly number[]
  /** The question whose countdown runs. */
  readonly countdown: number | null
  /** The text of the question that is being answered. */
  readonly spotlight: string | null
  readonly picks: readonly string[]
  readonly cover: string | null
  readonly status: string
  readonly questions: readonly string[]
  readonly phone: { readonly state: string; readonly index: number | null }
}

/** What a presenter does, and what it changes for all who follow. */
interface Step {
  /** Resolves when the server has acknowledged it. */
  readonly make: (room: Room, server: Process) => Promise<unknown>
  readonly changes: Partial<Shown>
}

interface State extends Pick<Shown, 'revision' | 'live' | 'screen' | 'revealed' | 'sorted' | 'cover'> {
  readonly countdown: { readonly index: number; readonly ends_in: number } | null
  readonly spotlight: { readonly index: number; readonly id: string } | null
}

interface Survey {
  readonly status: string
  readonly questions: readonly { readonly text: string }[]
}

interface Projected {
  readonly questions: readonly { readonly picks: readonly { readonly text: string }[] }[]
}

interface Board {
  readonly items: readonly { readonly id: string; readonly text: string }[]
}

interface Screens {
  readonly presenter: Screen
  readonly projector: Screen
  readonly phone: Screen
}

const CHOICE = 'Which lands first?'
const TEXT = 'What was hard?'
const BOARD = 'Your questions'
const PICKED = 'The feather'
const ASKED = 'Will it be in the exam?'
const COUNTDOWN_S = 600
/** What is shown while nobody presents. */
const NOTHING = { live: false, screen: '', revealed: [], sorted: [], countdown: null, spotlight: null, cover: null }

const go = (body: object) => (room: Room, server: Process) => room.send(server, 'PATCH', '/presentation', body)
const onPhones = (index: number) => ({ phone: { state: 'live', index } })

/** A lecture with all that a presenter can do. */
export const STEPS: readonly Step[] = [
  {
    make: (room, server) => room.startCountdown(server),
    changes: { revision: 1, live: true, screen: '1', countdown: 0, ...onPhones(0) },
  },
  {
    make: go({ screen: '1.1-2', revealed: true, sorted: true }),
    changes: { revision: 2, screen: '1.1-2', revealed: [0], sorted: [0] },
  },
  {
    make: (room, server) => room.send(server, 'POST', '/presentation/rounds', { index: 0 }),
    changes: { revision: 3, screen: '4', questions: [CHOICE, TEXT, BOARD, CHOICE], ...onPhones(3) },
  },
  { make: go({ screen: '2' }), changes: { revision: 4, screen: '2', ...onPhones(1) } },
  {
    make: async (room, server) => {
      const { id } = await kept(server, room.slug, [null, PICKED])
      return room.send(server, 'PUT', `/projected-texts/1/${id}`)
    },
    changes: { picks: [PICKED] },
  },
  {
    make: async (room, server) => {
      const asked = await call(server, 'POST', `/s/${room.slug}/board/2`, { body: { text: ASKED } })
      return go({ screen: '3', spotlight: bodyOf<{ id: string }>(asked, 201).id })(room, server)
    },
    changes: { revision: 5, screen: '3', spotlight: ASKED, ...onPhones(2) },
  },
  { make: go({ screen: '3', cover: 'code' }), changes: { revision: 6, cover: 'code' } },
  {
    make: (room, server) => room.send(server, 'PATCH', '', { status: 'closed' }),
    changes: { status: 'closed' },
  },
  {
    make: (room, server) => room.send(server, 'DELETE', '/presentation'),
    changes: {
      ...NOTHING,
      revision: 7,
      phone: { state: 'over', index: null },
    },
  },
]

/** A survey whose presenter sets the pace. */
export class Room {
  readonly slug: string
  readonly #token: string
  /** Path of what a projector link reads. */
  readonly #projector: string
  /** When the countdown was started, at the earliest and at the latest. */
  readonly #started = { from: 0, to: 0 }
  /** What must be shown now. */
  #shown: Shown = {
    ...NOTHING,
    revision: 0,
    picks: [],
    status: 'open',
    questions: [CHOICE, TEXT, BOARD],
    phone: { state: 'before', index: null },
  }

  /** @param token of the account */
  static async open(server: Process, token: string): Promise<Room> {
    const body = { title: 'Free fall', questions: [choice(CHOICE), freeText(TEXT, optional), board(BOARD)] }
    const created = bodyOf<Created>(await call(server, 'POST', '/api/v1/surveys', { token, body }), 201)
    const admin = { token: created.admin_token }
    const path = `/admin/api/${created.id}`
    bodyOf(await call(server, 'PATCH', path, { ...admin, body: { paced: true } }))
    const { url } = bodyOf<{ url: string }>(await call(server, 'POST', `${path}/projector`, admin))
    return new Room(created, new URL(url).pathname.replace('/p/', '/p/api/'))
  }

  private constructor({ id, admin_token: token }: Created, projector: string) {
    this.slug = id
    this.#token = token
    this.#projector = projector
  }

  /** To the dashboard. */
  async send(server: Process, method: string, path: string, body?: object) {
    const answer = await call(server, method, `/admin/api/${this.slug}${path}`, { token: this.#token, body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }

  async startCountdown(server: Process): Promise<void> {
    this.#started.from = Date.now()
    await go({ screen: '1', countdown: COUNTDOWN_S })(this, server)
    this.#started.to = Date.now()
  }

  async make(step: Step, server: Process): Promise<void> {
    await step.make(this, server)
    this.#shown = { ...this.#shown, ...step.changes }
  }

  /** Opens the streams of a presenter, a projector and a phone. */
  async screensAt(server: Process): Promise<Screens> {
    const presenter = await Screen.open(server, `/admin/api/${this.slug}/events`, this.#token)
    const projector = await Screen.open(server, `${this.#projector}/events`)
    return { presenter, projector, phone: await Screen.open(server, `/s/${this.slug}/events`) }
  }

  /** Resolves when screens that were open before a step show it. */
  async shownOn({ presenter, projector, phone }: Screens, { changes }: Step): Promise<void> {
    const { revision, status } = this.#shown
    for (const screen of [presenter, projector]) {
      if (changes.revision !== undefined) await screen.shows('presentation', data => data.revision === revision)
      if (changes.status !== undefined) await screen.shows('results', data => data.status === status)
      if (changes.picks !== undefined) await screen.shows('projected_texts', () => true)
    }
    await this.#shownOnPhone(phone)
  }

  /** A server tells whoever connects to it now of all that has been acknowledged, and of nothing else. */
  async assertShownAt(server: Process): Promise<void> {
    const { phone: _, ...shown } = this.#shown
    assert.deepEqual(await this.#readAt(server), shown)
    const { presenter, projector, phone } = await this.screensAt(server)
    for (const screen of [presenter, projector]) await screen.shows('results', data => data.status === shown.status)
    await this.#shownOnPhone(phone)
  }

  async #shownOnPhone(phone: Screen): Promise<void> {
    const { status, phone: step } = this.#shown
    await phone.shows('survey', data => data.status === status)
    await phone.shows('step', data => data.state === step.state && data.index === step.index)
  }

  async #readAt(server: Process): Promise<Omit<Shown, 'phone'>> {
    const from = Date.now()
    const { countdown, spotlight, ...state } = bodyOf<State>(
      await call(server, 'GET', `${this.#projector}/presentation`),
    )
    if (countdown !== null) this.#assertSameEnd(from + countdown.ends_in, Date.now() + countdown.ends_in)
    const { status, questions } = bodyOf<Survey>(await this.send(server, 'GET', ''))
    const projected = bodyOf<Projected>(await call(server, 'GET', `${this.#projector}/projected-texts`))
    const { items } = bodyOf<Board>(await call(server, 'GET', `/s/${this.slug}/board/2`))
    return {
      ...state,
      countdown: countdown?.index ?? null,
      spotlight: items.find(({ id }) => id === spotlight?.id)?.text ?? null,
      picks: projected.questions.flatMap(({ picks }) => picks.map(({ text }) => text)),
      status,
      questions: questions.map(({ text }) => text),
    }
  }

  /** The countdown that was started ends between these two moments. */
  #assertSameEnd(from: number, to: number): void {
    const [earliest, latest] = [this.#started.from, this.#started.to].map(at => at + COUNTDOWN_S * 1_000)
    assert.ok(from <= Number(latest) && to >= Number(earliest), `it ends between ${from} and ${to}`)
  }
}
