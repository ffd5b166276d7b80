import { hash } from 'node:crypto'
import { canonicalJson } from '../../domain/values/canonical-json.ts'
import { parseIdempotencyKey, type RequestKey } from '../../domain/values/idempotency.ts'
import type { JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { IdempotencyMatch, IdempotentRequest } from '../../store/surveys/idempotency.ts'
import type { Context } from '../context.ts'

/**
 * Runs a request with an idempotency key once. The store guarantees that one key creates one resource. Requests within
 * one process take turns here, so that only the first counts against rate limits.
 */
export class Idempotency {
  readonly #context: Context
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * @param create passes its argument to the store, which records it with the created resource
   * @param readCreated reads the current state of what an earlier request with the same key created
   * @throws Refusal `idempotency key reused`
   */
  run<Thing>(
    accountId: string,
    request: RequestKey | undefined,
    create: (keyed?: IdempotentRequest) => Promise<Thing>,
    readCreated: (id: string) => Promise<Thing>,
  ): Promise<Thing> {
    if (request === undefined) return create()
    return this.#inTurn(`${accountId} ${request.key}`, async () => {
      const keyed = { ...request, at: this.#context.clock() }
      const find = () => this.#context.store.idempotency.find(accountId, keyed)
      const earlier = await find()
      if (earlier !== undefined) return readCreated(replayedId(earlier))
      try {
        return await create(keyed)
      } catch (error) {
        // Another process may have caused the refusal by creating something with this key just now: for example, the
        // draft is already published.
        const since = error instanceof Refusal && error.kind !== 'unavailable' ? await find() : undefined
        if (since === undefined) throw error
        return readCreated(replayedId(since))
      }
    })
  }

  /** Runs one at a time, in order of arrival. A failure does not affect the next. */
  async #inTurn<Thing>(name: string, run: () => Promise<Thing>): Promise<Thing> {
    const previous = this.#turns.get(name) ?? Promise.resolve()
    const own = previous.then(run, run)
    this.#turns.set(name, own)
    try {
      return await own
    } finally {
      if (this.#turns.get(name) === own) this.#turns.delete(name)
    }
  }
}

/**
 * Identifies a request that may be sent again.
 * @param key as sent
 * @param operation the operation and its object
 * @param body as parsed, so that its formatting does not matter
 * @throws Refusal `invalid idempotency key`
 */
export function requestKey(key: string, operation: string, body: JsonObject): RequestKey {
  return { key: parseIdempotencyKey(key), hash: hash('sha256', `${operation}\n${canonicalJson(body)}`, 'base64url') }
}

/** The id of what the earlier request created. @throws Refusal `idempotency key reused` */
export function replayedId(earlier: IdempotencyMatch): string {
  if (earlier === 'key_reused') throw new Refusal('idempotency_key_reused')
  return earlier.resourceId
}
