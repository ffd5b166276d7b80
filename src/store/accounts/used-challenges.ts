import type { Transaction } from 'kysely'
import type { Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'

/** A challenge answered by a passkey or by the sign-in provider. */
export interface UsedChallenge {
  readonly hash: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Challenges contain their own expiry, so only used ones are stored, until they expire. */
export class UsedChallenges {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** @returns whether the challenge was unused; of parallel uses only one succeeds */
  use(challenge: UsedChallenge): Promise<boolean> {
    return this.#engine.write(db => useChallenge(db, challenge))
  }

  /** Deletes those that have expired. */
  async purge(now: number): Promise<void> {
    await this.#engine.write(db => db.deleteFrom('used_challenge').where('expires_at', '<=', now).execute())
  }
}

/** Like `UsedChallenges.use`, within a transaction. */
export async function useChallenge(db: Transaction<Tables>, { hash, expiresAt }: UsedChallenge): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenge')
    .values({ hash, expires_at: expiresAt })
    .onConflict(conflict => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
