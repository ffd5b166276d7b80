import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../../../src/domain/values/refusal.ts'
import { openPostgres } from '../../../src/store/postgres/postgres.ts'
import type { TimeLimits } from '../../../src/store/postgres/time-limits.ts'
import type { Store } from '../../../src/store/store.ts'
import { newPostgres } from '../../database.ts'
import { log } from '../../log.ts'
import { type DatabaseProxy, proxyTo } from '../../postgres/proxy.ts'
import { parsed, storeOn, submissionsOn, TIME, times } from '../rows.ts'

/** Time limits of a process that is tested without long waits. */
export const LIMITS: TimeLimits = { statement: 900, reply: 1_000, connect: 1_000, lock: 500, idleInTransaction: 900 }
const REPEAT_MS = 20

/** A store whose connections to a new database can die silently. */
export async function openThroughProxy(
  t: TestContext,
  timeLimits = LIMITS,
): Promise<{ store: Store; proxy: DatabaseProxy }> {
  const database = await newPostgres()
  const proxy = await proxyTo(database.url)
  const store = storeOn(await openPostgres({ url: proxy.url, log, timeLimits }))
  t.after(async () => {
    await proxy.close()
    await store.close()
    await database.drop()
  })
  return { store, proxy }
}

/** Senders that repeat each submission with the same id until it is acknowledged. */
export class Senders {
  readonly acknowledged: string[] = []
  refused = 0
  readonly #store: Store
  readonly #slug: string
  readonly #ended: Promise<unknown>
  #last = false
  #lastAcknowledgement = -Infinity

  constructor(store: Store, slug: string) {
    this.#store = store
    this.#slug = slug
    this.#ended = Promise.all(times(8, () => this.#send()))
  }

  /** Resolves after an acknowledgement that came later than this time. */
  async acknowledgedAfter(time: number): Promise<void> {
    while (this.#lastAcknowledgement <= time) await delay(REPEAT_MS)
  }

  async finish(): Promise<void> {
    this.#last = true
    await this.#ended
  }

  async #send(): Promise<void> {
    while (!this.#last) {
      const id = randomUUID()
      this.refused += await eventually(() => send(this.#store, this.#slug, id))
      this.acknowledged.push(id)
      this.#lastAcknowledgement = performance.now()
    }
  }
}

export function send(store: Store, slug: string, id: string): Promise<unknown> {
  return submissionsOn(store).add({ slug, submittedAt: TIME, parse: survey => ({ ...parsed(survey, ['Yes']), id }) })
}

/** Repeats requests that are refused as unavailable. @returns how often that happened */
export async function eventually(operation: () => Promise<unknown>): Promise<number> {
  for (let refused = 0; ; refused++) {
    const [outcome] = await Promise.allSettled([operation()])
    if (outcome.status === 'fulfilled') return refused
    await assertUnavailable(Promise.reject(outcome.reason))
    await delay(REPEAT_MS)
  }
}

/** Asserts that an operation is refused as unavailable, with a retry time. */
export function assertUnavailable(operation: Promise<unknown>): Promise<void> {
  return assert.rejects(operation, (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error))
    assert.deepEqual([error.refusal, error.details.retryAfter], ['unavailable', 1])
    return true
  })
}
