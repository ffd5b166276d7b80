import { type ReadonlySignal, signal } from '@preact/signals'
import type { Content } from '../../../src/account/contract.ts'
import { RequestError } from '../../ui/request.ts'
import { digestOf, isSameContent, type Stored } from './content.ts'
import type { LocalCopies } from './local-copies.ts'

export type SaveState =
  | { readonly name: 'saved' | 'unsaved' | 'saving' | 'gone' }
  /** Retried automatically, or once somebody has signed in. @param isKept whether the browser had room for a copy */
  | { readonly name: 'offline' | 'signed out'; readonly isKept: boolean }
  /** The server refuses to store it, and says why. */
  | { readonly name: 'refused'; readonly reason: string }
  /** It was changed elsewhere since it was read here. */
  | { readonly name: 'conflict'; readonly theirs: Stored }

export interface AutosaveOptions {
  readonly id: string
  readonly stored: Stored
  /** Digests of requests sent by this browser for which no response was received. */
  readonly sent?: readonly string[] | undefined
  /** Whether changes are saved automatically; otherwise `flush` saves them. */
  readonly isAutomatic: boolean
  /** @throws RequestError with a code that ends in `_changed` if the revision is no longer the stored one */
  readonly put: (content: Stored) => Promise<{ readonly revision: number }>
  /** Reads what is stored now. @throws RequestError */
  readonly read: () => Promise<Stored>
  readonly copies: LocalCopies
  readonly clock: () => number
}

/** Delay after the last change before it is saved, in milliseconds. */
const SAVE_DELAY_MS = 400
/** Delays before repeated attempts, in milliseconds; the last one is repeated. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000]
/** States in which the user must decide. */
const STUCK: readonly SaveState['name'][] = ['conflict', 'gone', 'signed out']

/**
 * Saves content a moment after each change, one request at a time. Until that has succeeded, this browser keeps a copy.
 */
export class Autosave {
  readonly state: ReadonlySignal<SaveState>
  /** The revision stored on the server. */
  readonly revision: ReadonlySignal<number>
  readonly #state = signal<SaveState>({ name: 'saved' })
  readonly #revision
  readonly #options: AutosaveOptions
  #content: Content
  #stored: Content
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined
  #attempts = 0
  /**
   * Digests of what was sent since the last response. If the server has stored one of them, that is not a change made
   * elsewhere.
   */
  readonly #sent: Set<string>
  #isStopped = false

  constructor(options: AutosaveOptions) {
    this.#options = options
    this.#content = options.stored
    this.#stored = options.stored
    this.#revision = signal(options.stored.revision)
    this.#sent = new Set(options.sent)
    this.state = this.#state
    this.revision = this.#revision
  }

  /** Accepts changed content. */
  change(content: Content): void {
    this.#content = content
    this.#keep()
    if (this.#isStuck) return
    this.#state.value = { name: this.#options.isAutomatic ? 'saving' : 'unsaved' }
    this.#schedule(SAVE_DELAY_MS)
  }

  /** Saves unsaved changes now. @returns whether everything is saved */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    // Another caller that waited for the same request may have sent the next one meanwhile.
    while (this.#sending !== undefined) await this.#sending
    if (this.#isStuck) return false
    if (this.#isChanged) await this.#send()
    else this.#forget()
    return this.#state.value.name === 'saved'
  }

  /** Continues when the network or the session is back. Content that is saved with a button stays unsaved. */
  async resume(): Promise<void> {
    const { name } = this.#state.value
    if (name !== 'offline' && name !== 'signed out') return
    if (this.#options.isAutomatic) await this.retry()
    else this.#state.value = { name: 'unsaved' }
  }

  /** Retries immediately. */
  async retry(): Promise<void> {
    this.#attempts = 0
    if (this.#state.value.name === 'signed out') this.#state.value = { name: 'unsaved' }
    await this.flush()
  }

  /**
   * Reads what was stored elsewhere. It is not a conflict if the same change was made twice, for example by a page that
   * was closed while saving, or if it is our own change whose response was lost.
   */
  async compare(): Promise<void> {
    try {
      const theirs = await this.#options.read()
      this.#state.value = { name: 'conflict', theirs }
      if (isSameContent(theirs, this.#content)) this.useTheirs()
      else if (this.#sent.has(digestOf(theirs))) this.#resolve()
    } catch (error) {
      await this.#fail(error)
    }
  }

  /** Resolves a conflict: this version replaces the one changed elsewhere. */
  async keepMine(): Promise<void> {
    this.#resolve()
    await this.flush()
  }

  /** Resolves a conflict in favour of the version changed elsewhere, which is returned. */
  useTheirs(): Content {
    this.#resolve()
    this.#content = this.#stored
    this.#forget()
    return this.#content
  }

  /**
   * Sends the last change when the page is closed and nobody waits for the response; the copy stays until the outcome
   * is known.
   */
  leave(): void {
    clearTimeout(this.#timer)
    if (this.#sending === undefined && !this.#isStuck && this.#isChanged && this.#options.isAutomatic) void this.#send()
  }

  /** Sends unsaved changes once more, and then stops. The copy remains for the next time the content is opened. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    if (this.#options.isAutomatic) await this.flush()
  }

  /** Drops unsaved changes, for example after publishing or deletion. */
  discard(): void {
    clearTimeout(this.#timer)
    this.#options.copies.forget(this.#options.id)
  }

  get #isChanged(): boolean {
    return !isSameContent(this.#content, this.#stored)
  }

  get #isStuck(): boolean {
    return STUCK.includes(this.#state.value.name)
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer)
    if (this.#options.isAutomatic && !this.#isStopped) this.#timer = setTimeout(() => void this.flush(), delay)
  }

  #send(): Promise<void> {
    const sending = this.#put().finally(() => {
      this.#sending = undefined
    })
    this.#sending = sending
    return sending
  }

  async #put(): Promise<void> {
    const content = this.#content
    this.#sent.add(digestOf(content))
    this.#state.value = { name: 'saving' }
    try {
      const { revision } = await this.#options.put({ ...content, revision: this.#revision.value })
      this.#stored = content
      this.#revision.value = revision
      this.#attempts = 0
      this.#sent.clear()
      if (!this.#isChanged) this.#forget()
      else this.change(this.#content)
    } catch (error) {
      await this.#fail(error)
      // Now it is known which revision is ours.
      if (this.#state.value.name === 'unsaved') await this.#put()
    }
  }

  async #fail(error: unknown): Promise<void> {
    if (!(error instanceof RequestError)) throw error
    const { status, message, code = '' } = error
    if (status === 401) this.#state.value = { name: 'signed out', isKept: this.#keep() }
    else if (status === 404) this.#state.value = { name: 'gone' }
    else if (code.endsWith('_changed')) await this.compare()
    else if (status === 0 || status === 429 || status >= 500) this.#wait()
    else this.#state.value = { name: 'refused', reason: message }
  }

  #wait(): void {
    this.#state.value = { name: 'offline', isKept: this.#keep() }
    this.#schedule(RETRY_MS[Math.min(this.#attempts, RETRY_MS.length - 1)] ?? 0)
    this.#attempts++
  }

  #resolve(): void {
    const { value } = this.#state
    if (value.name !== 'conflict') return
    this.#stored = value.theirs
    this.#revision.value = value.theirs.revision
    this.#sent.clear()
    this.#state.value = { name: 'unsaved' }
  }

  #keep(): boolean {
    const { copies, id, clock } = this.#options
    return copies.keep(id, { ...this.#content, revision: this.#revision.value, sent: [...this.#sent] }, clock())
  }

  #forget(): void {
    this.discard()
    this.#state.value = { name: 'saved' }
  }
}
