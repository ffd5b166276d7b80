import type { Kysely } from 'kysely'
import type { RequestKey } from '../domain/idempotency.ts'
import { IDEMPOTENCY_KEY_LIFETIME_MS } from '../domain/limits.ts'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

/** A request under a key, and when it is handled, in milliseconds since the epoch. */
export interface IdempotentRequest extends RequestKey {
  readonly at: number
}

/** What a key stands for already: what its request made (a survey's slug or a template's id), or another request. */
export type IdempotencyMatch = { readonly made: string } | 'key_reused'

export class Idempotency {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** What a key of the account's stands for; undefined where it is new, or was last used 24 hours ago. */
  find(accountId: string, keyed: IdempotentRequest): Promise<IdempotencyMatch | undefined> {
    return findIdempotencyKey(this.#engine.reader, accountId, keyed)
  }

  /** Forgets the keys that were used 24 hours before `now` or earlier. */
  async purge(now: number): Promise<void> {
    await this.#engine.write(db =>
      db
        .deleteFrom('idempotency')
        .where('made_at', '<=', now - IDEMPOTENCY_KEY_LIFETIME_MS)
        .execute(),
    )
  }
}

/** In an act that makes something, to be called with the account locked: of sends at once, one finds nothing. */
export async function findIdempotencyKey(
  db: Kysely<Tables>,
  accountId: string,
  { key, hash, at }: IdempotentRequest,
): Promise<IdempotencyMatch | undefined> {
  const row = await db
    .selectFrom('idempotency')
    .select(['request_hash', 'made'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('made_at', '>', at - IDEMPOTENCY_KEY_LIFETIME_MS)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return row.request_hash === hash ? { made: row.made } : 'key_reused'
}

/** Keeps what an act has made, in the same act. */
export async function storeIdempotencyKey(
  db: Kysely<Tables>,
  accountId: string,
  { key, hash, at }: IdempotentRequest,
  made: string,
): Promise<void> {
  const row = { request_hash: hash, made, made_at: at }
  await db
    .insertInto('idempotency')
    .values({ account_id: accountId, key, ...row })
    .onConflict(conflict => conflict.columns(['account_id', 'key']).doUpdateSet(row))
    .execute()
}
