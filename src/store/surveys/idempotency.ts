import type { Kysely } from 'kysely'
import { IDEMPOTENCY_KEY_LIFETIME_MS, type RequestKey } from '../../domain/values/idempotency.ts'
import type { Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'

/** A request with an idempotency key. */
export interface IdempotentRequest extends RequestKey {
  /** When it is handled, in milliseconds since the epoch. */
  readonly at: number
}

/** What an earlier request with the same key created, or `key_reused` if it was a different request. */
export type IdempotencyMatch = { readonly resourceId: string } | 'key_reused'

export class Idempotency {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** @returns undefined if the account has not used the key in the last 24 hours */
  async find(accountId: string, request: IdempotentRequest): Promise<IdempotencyMatch | undefined> {
    const match = await findIdempotencyKey(this.#engine.reader, accountId, request)
    if (match !== undefined) await this.#engine.confirmCommits()
    return match
  }

  /** Deletes the keys that were used 24 hours or more before `now`. */
  async purge(now: number): Promise<void> {
    await this.#engine.write(db =>
      db
        .deleteFrom('idempotency_key')
        .where('used_at', '<=', now - IDEMPOTENCY_KEY_LIFETIME_MS)
        .execute(),
    )
  }
}

/**
 * In a transaction that creates something, the account must be locked, so that only one of concurrent requests finds no
 * match.
 */
export async function findIdempotencyKey(
  db: Kysely<Tables>,
  accountId: string,
  { key, hash, at }: IdempotentRequest,
): Promise<IdempotencyMatch | undefined> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'resource_id'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('used_at', '>', at - IDEMPOTENCY_KEY_LIFETIME_MS)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return row.request_hash === hash ? { resourceId: row.resource_id } : 'key_reused'
}

/** Stores what a request created, in the transaction that creates it. */
export async function storeIdempotencyKey(
  db: Kysely<Tables>,
  accountId: string,
  { key, hash, at }: IdempotentRequest,
  resourceId: string,
): Promise<void> {
  const row = { request_hash: hash, resource_id: resourceId, used_at: at }
  await db
    .insertInto('idempotency_key')
    .values({ account_id: accountId, key, ...row })
    .onConflict(conflict => conflict.columns(['account_id', 'key']).doUpdateSet(row))
    .execute()
}
