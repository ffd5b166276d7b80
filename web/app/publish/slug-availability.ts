import { signal } from '@preact/signals'
import type { SlugView } from '../../../src/account/contract.ts'
import { RequestError } from '../../ui/request.ts'
import { send } from '../api.ts'

/** `unknown` if the server does not tell; publishing then shows it. */
export type SlugState = 'checking' | 'available' | 'taken' | 'unknown'

/** Delay after the last key before a slug is looked up, in milliseconds, because the server limits lookups. */
const LOOKUP_DELAY_MS = 400

/** Whether slugs are available, according to the server; each is looked up once. */
export class Availability {
  readonly #states = signal<ReadonlyMap<string, SlugState>>(new Map())
  #timer: ReturnType<typeof setTimeout> | undefined

  of(slug: string): SlugState {
    return this.#states.value.get(slug) ?? 'checking'
  }

  /** Looks a slug up, unless another one is requested shortly afterwards. */
  look(slug: string): void {
    clearTimeout(this.#timer)
    if (!this.#states.peek().has(slug)) this.#timer = setTimeout(() => void this.#ask(slug), LOOKUP_DELAY_MS)
  }

  markTaken(slug: string): void {
    this.#put(slug, 'taken')
  }

  async #ask(slug: string): Promise<void> {
    try {
      const { available } = await send<SlugView>('GET', `/slugs/${slug}`)
      this.#put(slug, available ? 'available' : 'taken')
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      this.#put(slug, 'unknown')
    }
  }

  #put(slug: string, state: SlugState): void {
    this.#states.value = new Map(this.#states.value).set(slug, state)
  }
}
