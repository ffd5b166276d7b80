import { type ReadonlySignal, signal } from '@preact/signals'
import type { JsonObject } from '../../src/domain/json.ts'
import type { Status } from '../../src/domain/lifecycle.ts'
import type { Result } from '../../src/domain/tally.ts'
import type { Theme } from '../../src/domain/theme.ts'
import { Refused, request } from '../ui/request.ts'
import { followStream } from '../ui/stream.ts'
import { isShutOut, Pass, untilReached } from './pass.ts'

/** A survey as its dashboard reads it. */
export interface Survey {
  /** The slug. */
  readonly id: string
  readonly title: string
  readonly status: Status
  readonly created_at: string
  readonly expires_at: string | null
  /** The public link. */
  readonly url: string
  readonly questions: readonly JsonObject[]
  readonly response_count: number
  readonly results: readonly Result[]
  readonly theme: Theme
  readonly archived: boolean
  /** Whether there is a projector link. */
  readonly projector: boolean
}

/** What may be changed. */
export type Changes = Partial<Pick<Survey, 'theme' | 'questions' | 'archived' | 'expires_at'>> & {
  readonly status?: 'open' | 'closed'
}

interface AdminLink {
  readonly admin_token: string
  readonly admin_url: string
}

/** What the other tabs are told of a survey that is no more. */
const DELETED = 'deleted'

type Told = Pick<Survey, 'status' | 'response_count' | 'results'>

/** The pass of this browser has ended, or the survey is no more. */
type End = 'ended' | 'deleted'

/** A survey's dashboard in this browser: the survey as it is now, and what can be done with it. */
export class Desk {
  readonly slug: string
  /** Moves as answers arrive. */
  readonly survey: ReadonlySignal<Survey>
  /** Whether it moves now. */
  readonly connected: ReadonlySignal<boolean>
  /** Why it can be used no more; undefined while it can. */
  readonly shut: ReadonlySignal<End | undefined>
  readonly #survey
  readonly #connected = signal(false)
  readonly #shut = signal<End>()
  readonly #pass: Pass
  readonly #unfollow: () => void
  readonly #boards = new Set<(index: number) => void>()
  /** The other tabs of this browser, which are told of changes that no event tells. */
  readonly #tabs: BroadcastChannel
  #told: Told | undefined

  /** @throws Refused 401 where this browser has no pass, 404 where it opens nothing */
  static async open(slug: string): Promise<Desk> {
    return new Desk(slug, await request<Survey>('GET', pathOf(slug)))
  }

  private constructor(slug: string, survey: Survey) {
    this.slug = slug
    this.#survey = signal(survey)
    this.survey = this.#survey
    this.connected = this.#connected
    this.shut = this.#shut
    this.#tabs = new BroadcastChannel(`changes ${slug}`)
    this.#tabs.onmessage = ({ data }) => (data === DELETED ? this.#end('deleted') : this.load())
    this.#pass = new Pass(slug)
    this.#unfollow = followStream(`${pathOf(slug)}/events`, ['results', 'board'], {
      heard: (event, data) => this.#heard(event, data),
      connected: is => {
        this.#connected.value = is
        if (!is) this.load()
      },
    })
  }

  /** Asks the service about this survey. @param path behind the dashboard's own @throws Refused */
  async send<Body = void>(method: string, path = '', body?: unknown): Promise<Body> {
    try {
      return await request<Body>(method, pathOf(this.slug) + path, { body })
    } catch (error) {
      if (error instanceof Refused && error.status === 401) this.#end('ended')
      throw error
    }
  }

  /** Changes the survey, all of it or nothing. @throws Refused */
  async change(changes: Changes): Promise<void> {
    await this.send('PATCH', '', changes)
    await this.reload()
  }

  /** After something was changed: reads it again, here and in the other tabs of this browser. */
  async reload(): Promise<void> {
    this.#tabs.postMessage('changed')
    await this.load()
  }

  /** Reads the survey again. What the stream has told meanwhile is newer. */
  async load(): Promise<void> {
    this.#told = undefined
    try {
      this.#show(await this.#pass.read(() => request<Survey>('GET', pathOf(this.slug))))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (isShutOut(error)) this.#end('ended')
    }
  }

  /**
   * Makes a new admin link, which ends the one before in every browser but this one.
   * @param made gets the link at once: nothing can show it again
   * @throws Refused
   */
  replaceLink(made: (url: string) => void): Promise<void> {
    return this.#pass.exchange(async () => {
      const { admin_token: token, admin_url: url } = await this.send<AdminLink>('POST', '/rotate')
      made(url)
      await untilReached(() => request('POST', `${pathOf(this.slug)}/session`, { token }))
    })
  }

  /** Deletes the survey and its answers, for good. @throws Refused */
  delete(): Promise<void> {
    return this.#pass.exchange(async () => {
      await this.send('DELETE')
      this.#tabs.postMessage(DELETED)
      this.#end('deleted')
    })
  }

  /** @param changed gets the place of a board on which something changed @returns ends it */
  watchBoards(changed: (index: number) => void): () => void {
    this.#boards.add(changed)
    return () => this.#boards.delete(changed)
  }

  #end(why: End): void {
    this.#unfollow()
    this.#shut.value = this.#shut.value === 'deleted' ? 'deleted' : why
  }

  #show(survey: Survey): void {
    this.#survey.value = { ...survey, ...this.#told }
  }

  #heard(event: string, data: unknown): void {
    if (event === 'board') {
      for (const changed of this.#boards) changed((data as { index: number }).index)
      return
    }
    const told = data as Told
    const before = this.#survey.value
    this.#told = told
    this.#survey.value = { ...before, ...told }
    // What ends a survey, or opens it again, may be a new time for its end, of which the stream tells nothing.
    if (told.status !== before.status || isEdited(before.results, told.results)) this.load()
  }
}

/** Whether somebody has changed the questions; the stream tells no more of them than their results. */
function isEdited(before: readonly Result[], after: readonly Result[]): boolean {
  const shape = (results: readonly Result[]) =>
    JSON.stringify(results.map(({ type, text, tally }) => [type, text, tally?.map(({ option }) => option)]))
  return shape(before) !== shape(after)
}

function pathOf(slug: string): string {
  return `/admin/api/${slug}`
}
