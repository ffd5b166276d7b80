import type { Kysely } from 'kysely'
import type { Theme } from '../domain/theme.ts'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'
import { readTheme } from './theme.ts'

export interface Account {
  readonly id: string
  readonly email: string
  readonly name: string | null
  /** Milliseconds since the epoch; null was never subscribed. */
  readonly entitledUntil: number | null
  readonly createdAt: string
}

export interface NewAccount extends Account {
  readonly passwordHash: string | null
}

export class Accounts {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  add({ id, email, name, entitledUntil, createdAt, passwordHash }: NewAccount): Promise<'added' | 'email_taken'> {
    return this.#engine.write(async db => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('account')
        .values({
          id,
          email,
          name,
          password_hash: passwordHash,
          entitled_until: entitledUntil,
          created_at: createdAt,
        })
        .onConflict(conflict => conflict.column('email').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n ? 'added' : 'email_taken'
    })
  }

  list(): Promise<Account[]> {
    return this.#select().orderBy('created_at').orderBy('id').execute()
  }

  findByEmail(email: string): Promise<Account | undefined> {
    return this.#select().where('email', '=', email).executeTakeFirst()
  }

  async setEntitledUntil(id: string, until: number | null): Promise<void> {
    await this.#engine.write(db =>
      db.updateTable('account').set('entitled_until', until).where('id', '=', id).execute(),
    )
  }

  /** The palette that the account last saved in the browser. */
  async palette(id: string): Promise<Theme> {
    const row = await this.#engine.reader
      .selectFrom('account')
      .select('palette')
      .where('id', '=', id)
      .executeTakeFirst()
    return readTheme(row?.palette ?? null)
  }

  #select() {
    return this.#engine.reader
      .selectFrom('account')
      .select(['id', 'email', 'name', 'entitled_until as entitledUntil', 'created_at as createdAt'])
  }
}

/** Counts a change of what the lists of these accounts show. */
export async function touchAccounts(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort())
    await db
      .updateTable('account')
      .set(row => ({ revision: row('revision', '+', 1) }))
      .where('id', '=', id)
      .execute()
}

/** Holds an account against other acts that count what it has: caps are checked under it. */
export async function lockAccount(engine: Engine, db: Kysely<Tables>, id: string): Promise<void> {
  await engine.lockRows(db.selectFrom('account').select('id').where('id', '=', id)).execute()
}
