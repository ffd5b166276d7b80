import type { Kysely, Transaction } from 'kysely'
import type { LinkKind } from '../../domain/accounts/one-time-link.ts'
import type { Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'
import { lockAccount } from './accounts.ts'

/** A one-time link. Its token is stored only as a hash. */
export interface OneTimeLink {
  readonly hash: string
  readonly kind: LinkKind
  /** Null if the link is for creating an account. */
  readonly accountId: string | null
  /** The address that it was created for. */
  readonly email: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export class OneTimeLinks {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Adds a link, and deletes the oldest of its kind for the same address beyond `max`. */
  add(link: OneTimeLink, now: number, max: number): Promise<void> {
    return this.#engine.write(db => addLink(db, link, now, max))
  }

  /**
   * Adds an account's link that a job is about to mail, like `add`.
   * @returns whether it was added; nothing is added for a job that was deleted meanwhile
   */
  addForJob(job: number, link: OneTimeLink & { accountId: string }, now: number, max: number): Promise<boolean> {
    return this.#engine.write(async db => {
      await lockAccount(this.#engine, db, link.accountId)
      const found = db.selectFrom('job').select('id').where('id', '=', job)
      if ((await found.executeTakeFirst()) === undefined) return false
      await addLink(db, link, now, max)
      return true
    })
  }

  /** A valid link: it has not expired, and its account is not disabled and has not changed its address since. */
  find(kind: LinkKind, hash: string, now: number): Promise<OneTimeLink | undefined> {
    return findLink(this.#engine.reader, kind, hash, now)
  }

  /** Deletes the links that have expired. */
  async purge(now: number): Promise<void> {
    await this.#engine.write(db => db.deleteFrom('one_time_link').where('expires_at', '<=', now).execute())
  }
}

async function addLink(
  db: Transaction<Tables>,
  { hash, kind, accountId, email, expiresAt }: OneTimeLink,
  now: number,
  max: number,
): Promise<void> {
  const row = { hash, kind, account_id: accountId, email, expires_at: expiresAt, created_at: now }
  await db.insertInto('one_time_link').values(row).execute()
  const ofAddress = db.selectFrom('one_time_link').select('hash').where('email', '=', email).where('kind', '=', kind)
  const surplus = ofAddress.orderBy('created_at', 'desc').orderBy('hash').limit(max).offset(max)
  await db.deleteFrom('one_time_link').where('hash', 'in', surplus).execute()
}

/** Uses up a link. @returns the link if it was valid; of parallel uses only one gets it */
export async function takeLink(
  db: Transaction<Tables>,
  kind: LinkKind,
  hash: string,
  now: number,
): Promise<OneTimeLink | undefined> {
  const link = await findLink(db, kind, hash, now)
  if (link === undefined) return undefined
  const { numDeletedRows } = await db.deleteFrom('one_time_link').where('hash', '=', hash).executeTakeFirst()
  return numDeletedRows === 1n ? link : undefined
}

function findLink(db: Kysely<Tables>, kind: LinkKind, hash: string, now: number): Promise<OneTimeLink | undefined> {
  const link = db
    .selectFrom('one_time_link')
    .leftJoin('account', 'account.id', 'one_time_link.account_id')
    .select(['hash', 'kind', 'one_time_link.account_id as accountId', 'one_time_link.email', 'expires_at as expiresAt'])
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .where(where => where.or([where('account.id', 'is', null), where('account.disabled', '=', 0)]))
  // A link that confirms an address is for one that the account does not have yet.
  const isForOwnAddress = kind === 'reset_password'
  const found = isForOwnAddress ? link.whereRef('account.email', '=', 'one_time_link.email') : link
  return found.executeTakeFirst()
}
