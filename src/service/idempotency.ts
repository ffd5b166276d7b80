import type { RequestKey } from '../domain/idempotency.ts'
import { Refusal } from '../domain/refusal.ts'
import type { IdempotencyMatch, IdempotentRequest } from '../store/idempotency.ts'
import type { Context } from './context.ts'

/** Sends of one key make one thing: the store sees to that; here they take turns, so that only the first spends. */
export class Idempotency {
  readonly #context: Context
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * @param make hands what it is given to the store, which keeps it with what is made
   * @param show gives what was made before, as it is now
   * @throws Refusal `idempotency key reused`
   */
  run<Thing>(
    accountId: string,
    request: RequestKey | undefined,
    make: (keyed?: IdempotentRequest) => Promise<Thing>,
    show: (made: string) => Promise<Thing>,
  ): Promise<Thing> {
    if (request === undefined) return make()
    return this.#turn(`${accountId} ${request.key}`, async () => {
      const keyed = { ...request, at: this.#context.clock() }
      const earlier = await this.#context.store.idempotency.find(accountId, keyed)
      return earlier === undefined ? make(keyed) : show(replayedId(earlier))
    })
  }

  /** One at a time, in the order of asking; one that fails harms no other. */
  async #turn<Thing>(name: string, act: () => Promise<Thing>): Promise<Thing> {
    const before = this.#turns.get(name) ?? Promise.resolve()
    const mine = before.then(act, act)
    this.#turns.set(name, mine)
    try {
      return await mine
    } finally {
      if (this.#turns.get(name) === mine) this.#turns.delete(name)
    }
  }
}

/** @throws Refusal `idempotency key reused` */
export function replayedId(earlier: IdempotencyMatch): string {
  if (earlier === 'key_reused') throw new Refusal('idempotency_key_reused')
  return earlier.resourceId
}
