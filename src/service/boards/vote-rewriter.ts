import { setTimeout as delay } from 'node:timers/promises'
import type { PendingRewrite } from '../../store/boards/vote-rewrite.ts'
import type { Context } from '../context.ts'

/** Interval between checks of boards, in milliseconds. A board is quiet if it has not changed between two checks. */
const CHECK_MS = 5_000
/** A board that is never quiet is rewritten after this many checks, that is, after a minute. */
const MAX_CHECKS = 12
/** After each step, rewriting pauses for this many times its duration, so that it takes at most a tenth of the time. */
const PAUSE_FACTOR = 9

/**
 * Rewrites the votes of quiet boards, so that the database files do not reveal the order in which they were cast. Every
 * process does this; the stored position shows whether another one is already at work.
 */
export class VoteRewriter {
  readonly #context: Pick<Context, 'store' | 'log'>
  /** By survey: its state at the last check, and for how many checks it has been pending. */
  readonly #checked = new Map<number, { readonly state: string; readonly checks: number }>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  readonly #closing = new AbortController()
  #hasFailed = false

  constructor(context: Pick<Context, 'store' | 'log'>) {
    this.#context = context
  }

  start(): void {
    this.#timer = setInterval(() => this.check(), CHECK_MS).unref()
  }

  /** Rewrites what is due, unless the previous check is still at it. Never rejects. */
  check(): Promise<void> {
    this.#running ??= this.#rewriteDue().then(
      () => this.#end(undefined),
      error => this.#end(error),
    )
    return this.#running
  }

  /** Waits for the current step. Unfinished work is stored and continues after the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    clearInterval(this.#timer)
    await this.#running
  }

  /** Logs one failure per outage. */
  #end(err: unknown): void {
    this.#running = undefined
    if (err !== undefined && !this.#hasFailed)
      this.#context.log.warn({ err }, 'votes could not be rewritten; retrying in a few seconds')
    this.#hasFailed = err !== undefined
  }

  async #rewriteDue(): Promise<void> {
    const pending = await this.#context.store.voteRewrite.pending()
    const due = pending.filter(one => this.#isDue(one))
    const surveys = new Set(pending.map(({ surveyId }) => surveyId))
    for (const surveyId of this.#checked.keys()) if (!surveys.has(surveyId)) this.#checked.delete(surveyId)
    for (const one of due) await this.#rewrite(one)
  }

  #isDue({ surveyId, state }: PendingRewrite): boolean {
    const last = this.#checked.get(surveyId)
    const checks = (last?.checks ?? 0) + 1
    this.#checked.set(surveyId, { state, checks })
    return last?.state === state || checks > MAX_CHECKS
  }

  async #rewrite({ surveyId, position }: PendingRewrite): Promise<void> {
    this.#checked.delete(surveyId)
    const { signal } = this.#closing
    for (let next: string | undefined | null = position; next !== undefined && !signal.aborted; ) {
      const startedAt = performance.now()
      next = await this.#context.store.voteRewrite.step({ surveyId, position: next })
      const pause = PAUSE_FACTOR * (performance.now() - startedAt)
      if (next !== undefined) await delay(pause, undefined, { signal }).catch(() => undefined)
    }
  }
}
