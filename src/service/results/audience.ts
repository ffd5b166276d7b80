import type { Store } from '../../store/store.ts'

/** Interval at which counts are updated, in milliseconds. */
const ROUND_MS = 1_000
/** Counts of a process that has not answered for as many rounds no longer count: it may have died. */
const ROUNDS_KEPT = 2
/** Surveys in one broadcast, which can have 8,000 bytes. A slug has at most 64. */
const MAX_SLUGS = 100

/** What a process said last of a survey. */
interface Answer {
  readonly round: number
  readonly count: number
}

interface Watched {
  readonly watchers: Set<() => void>
  /** By process. */
  readonly answers: Map<string, Answer>
  count: number
}

interface AudienceParts {
  readonly store: Pick<Store, 'broadcast' | 'listenToBroadcasts'>
  /** Distinguishes this process from the others. */
  readonly processId: string
  /** The open event streams of a survey's page in this process. */
  readonly countHere: (slug: string) => number
}

/**
 * How many phones have a survey's page open: the event streams of all processes, counted while somebody watches. Each
 * process that has watchers asks the others once a second, and they answer. Nothing is stored, and nothing is known of a
 * single stream.
 */
export class Audience {
  readonly #parts: AudienceParts
  readonly #watched = new Map<string, Watched>()
  #round = 0
  #timer: NodeJS.Timeout | undefined

  constructor(parts: AudienceParts) {
    this.#parts = parts
    parts.store.listenToBroadcasts(text => this.#receive(text))
  }

  /** @param changed called at most once a second @returns a function that stops the calls */
  watch(slug: string, changed: () => void): () => void {
    const watched = this.#watched.get(slug) ?? this.#begin(slug)
    watched.watchers.add(changed)
    return () => {
      if (watched.watchers.delete(changed) && watched.watchers.size === 0) this.#end(slug)
    }
  }

  /** As of the last update; 0 if nobody watches the survey. */
  of(slug: string): number {
    return this.#watched.get(slug)?.count ?? 0
  }

  #begin(slug: string): Watched {
    const watched = { watchers: new Set<() => void>(), answers: new Map(), count: this.#parts.countHere(slug) }
    this.#watched.set(slug, watched)
    this.#ask([slug])
    this.#timer ??= setInterval(() => this.#update(), ROUND_MS).unref()
    return watched
  }

  #end(slug: string): void {
    this.#watched.delete(slug)
    if (this.#watched.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #update(): void {
    this.#round++
    for (const [slug, watched] of [...this.#watched]) {
      const { answers, watchers, count: before } = watched
      for (const [process, { round }] of answers) if (round < this.#round - ROUNDS_KEPT) answers.delete(process)
      const others = answers.values().reduce((sum, { count }) => sum + count, 0)
      watched.count = this.#parts.countHere(slug) + others
      if (watched.count !== before) for (const changed of [...watchers]) changed()
    }
    this.#ask([...this.#watched.keys()])
  }

  #ask(slugs: readonly string[]): void {
    this.#broadcast('?', slugs)
  }

  /** Processes without streams of a survey answer as well, so that the last one that closes counts no longer. */
  #receive(text: string): void {
    const [process = '', kind, ...items] = text.split(' ')
    if (process === this.#parts.processId) return
    if (kind === '?')
      this.#broadcast(
        '=',
        items.map(slug => `${slug}:${this.#parts.countHere(slug)}`),
      )
    else for (const item of items) this.#note(process, item)
  }

  #note(process: string, item: string): void {
    const [slug = '', count] = item.split(':')
    this.#watched.get(slug)?.answers.set(process, { round: this.#round, count: Number(count) })
  }

  #broadcast(kind: '?' | '=', items: readonly string[]): void {
    const { store, processId } = this.#parts
    const texts: string[] = []
    for (let from = 0; from < items.length; from += MAX_SLUGS)
      texts.push([processId, kind, ...items.slice(from, from + MAX_SLUGS)].join(' '))
    store.broadcast(texts)
  }
}
