import type { Kysely } from 'kysely'
import type { ArtifactKind } from '../../domain/accounts/artifact-kind.ts'
import type { Engine } from '../engine.ts'
import { countRows } from '../row-count.ts'
import type { Tables } from '../tables.ts'
import { lockGrant } from './oauth-grants.ts'

export interface Artifact {
  readonly kind: ArtifactKind
  readonly id: string
  readonly accountId: string | null
  readonly grantId: string | null
  readonly payload: string
  /** Milliseconds since the epoch; null if it does not expire. */
  readonly expiresAt: number | null
}

export interface StoredArtifact extends Artifact {
  /** Milliseconds since the epoch. */
  readonly consumedAt: number | null
  /** Whether tokens have been sent for it. */
  readonly redeemed: 0 | 1
}

export class OauthArtifacts {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Stores an artifact, or replaces it.
   * @param maxOfKind limit per grant; beyond it the oldest are deleted, used ones first
   * @returns whether it was stored; nothing is added to an ended grant
   */
  save(artifact: Artifact, now: number, maxOfKind: number): Promise<boolean> {
    const { kind, id, accountId, grantId, payload, expiresAt } = artifact
    return this.#engine.write(async db => {
      if (grantId !== null && !(await lockGrant(this.#engine, db, grantId))) return false
      await db
        .insertInto('oauth_artifact')
        .values({ kind, id, account_id: accountId, grant_id: grantId, payload, created_at: now, expires_at: expiresAt })
        .onConflict(conflict => conflict.columns(['kind', 'id']).doUpdateSet({ payload, expires_at: expiresAt }))
        .execute()
      if (grantId === null) return true
      const ofGrant = db.selectFrom('oauth_artifact').select('id').where('grant_id', '=', grantId)
      const newest = ofGrant.where('kind', '=', kind).orderBy(where => where('consumed_at', 'is not', null))
      const ordered = newest.orderBy('created_at', 'desc').orderBy('id')
      const surplus = ordered.limit(maxOfKind).offset(maxOfKind)
      await db.deleteFrom('oauth_artifact').where('kind', '=', kind).where('id', 'in', surplus).execute()
      return true
    })
  }

  /**
   * Registers a client. At most `max` clients can wait to be allowed by somebody; beyond that, a new one replaces one
   * registered before `registeredBefore`.
   * @returns false if there is none to replace
   */
  addClient(
    client: Omit<Artifact, 'kind' | 'accountId' | 'grantId'>,
    now: number,
    { max, registeredBefore }: { max: number; registeredBefore: number },
  ): Promise<boolean> {
    const { id, payload, expiresAt } = client
    return this.#engine.write(async db => {
      const waiting = db.selectFrom('oauth_artifact').where('kind', '=', 'client').where('expires_at', '>', now)
      if ((await countRows(waiting)) >= max && !(await deleteWaitingClient(db, registeredBefore))) return false
      await db
        .insertInto('oauth_artifact')
        .values({ kind: 'client', id, payload, created_at: now, expires_at: expiresAt })
        .execute()
      return true
    })
  }

  /** Finds an artifact that has not expired. */
  find(kind: ArtifactKind, id: string, now: number): Promise<StoredArtifact | undefined> {
    return this.#engine.reader
      .selectFrom('oauth_artifact')
      .select(['kind', 'id', 'account_id as accountId', 'grant_id as grantId', 'payload'])
      .select(['expires_at as expiresAt', 'consumed_at as consumedAt', 'redeemed'])
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where(where => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
      .executeTakeFirst()
  }

  /**
   * Consumes an artifact.
   * @param abandonedAt an earlier use at or before this time does not count if no tokens were sent for it
   * @returns whether it existed and was unused; of parallel calls exactly one returns true
   */
  consume(kind: ArtifactKind, id: string, now: number, abandonedAt?: number): Promise<boolean> {
    return this.#engine.write(async db => {
      const artifact = db.updateTable('oauth_artifact').where('kind', '=', kind).where('id', '=', id)
      const { numUpdatedRows } = await artifact
        .where('redeemed', '=', 0)
        .where(where => {
          const isUnused = where('consumed_at', 'is', null)
          return abandonedAt === undefined ? isUnused : where.or([isUnused, where('consumed_at', '<=', abandonedAt)])
        })
        .set('consumed_at', now)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    })
  }

  /** Records that tokens have been sent for a code or a refresh token. */
  setRedeemed(kind: ArtifactKind, id: string, now: number): Promise<void> {
    return this.#engine.write(async db => {
      const artifact = db.updateTable('oauth_artifact').where('kind', '=', kind).where('id', '=', id)
      await artifact.set({ redeemed: 1, consumed_at: now }).execute()
    })
  }

  /** Records that using an artifact had no result, so that it can be used again. */
  release(kind: ArtifactKind, id: string): Promise<void> {
    return this.#engine.write(async db => {
      const artifact = db.updateTable('oauth_artifact').where('kind', '=', kind).where('id', '=', id)
      await artifact.where('redeemed', '=', 0).set('consumed_at', null).execute()
    })
  }

  remove(kind: ArtifactKind, id: string): Promise<void> {
    return this.#engine.write(async db => {
      await db.deleteFrom('oauth_artifact').where('kind', '=', kind).where('id', '=', id).execute()
    })
  }
}

/**
 * Deletes the waiting client that expires first. A client that is just being allowed stays.
 * @returns whether there was one
 */
async function deleteWaitingClient(db: Kysely<Tables>, registeredBefore: number): Promise<boolean> {
  const first = db
    .selectFrom('oauth_artifact')
    .select('id')
    .where('kind', '=', 'client')
    .where('expires_at', 'is not', null)
    .where('created_at', '<', registeredBefore)
    .orderBy('expires_at')
    .limit(1)
  const { numDeletedRows } = await db
    .deleteFrom('oauth_artifact')
    .where('kind', '=', 'client')
    .where('id', '=', first)
    .where('expires_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
