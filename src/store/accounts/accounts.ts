import type { Kysely } from 'kysely'
import type { Theme } from '../../domain/surveys/survey-settings/theme.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Engine } from '../engine.ts'
import { countRows } from '../row-count.ts'
import type { Tables } from '../tables.ts'
import { readTheme, themeText } from '../theme.ts'
import { setGrant, updateEntitlement } from './entitlement.ts'

export interface Account {
  readonly id: string
  readonly email: string
  readonly name: string | null
  /** Milliseconds since the epoch; null if the account was never subscribed. */
  readonly entitledUntil: number | null
  readonly createdAt: string
  /** Set by the operator. */
  readonly disabled: boolean
}

export interface NewAccount extends Omit<Account, 'disabled'> {
  readonly passwordHash: string | null
}

export interface AccountCredentials {
  readonly id: string
  /** Null if the account has no password yet. */
  readonly passwordHash: string | null
}

export interface AccountProfile extends Account {
  readonly emailConfirmed: boolean
  readonly hasPassword: boolean
  /** The palette that it last saved in the browser. */
  readonly palette: Theme | null
}

export class Accounts {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** @param account.entitledUntil the end of a grant by the operator; null for none */
  add(account: NewAccount): Promise<'added' | 'email_taken'> {
    return this.#engine.write(db => insertAccount(db, account, null))
  }

  async list(): Promise<Account[]> {
    const rows = await this.#select().orderBy('created_at').orderBy('id').execute()
    return rows.map(toAccount)
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    const row = await this.#select().where('email', '=', email).executeTakeFirst()
    return row && toAccount(row)
  }

  /** The credentials of the account with this address. */
  findCredentials(email: string): Promise<AccountCredentials | undefined> {
    return this.#engine.reader
      .selectFrom('account')
      .select(['id', 'password_hash as passwordHash'])
      .where('email', '=', email)
      .where('restores_to', 'is', null)
      .executeTakeFirst()
  }

  /** @returns undefined if there is no such account */
  async findEmail(id: string): Promise<string | undefined> {
    const account = this.#engine.reader.selectFrom('account').select('email').where('id', '=', id)
    return (await account.executeTakeFirst())?.email
  }

  /** The password hash of an account; null if it has no password. */
  async findPasswordHash(id: string): Promise<string | null> {
    const account = this.#engine.reader.selectFrom('account').where('id', '=', id)
    return (await account.select('password_hash').executeTakeFirst())?.password_hash ?? null
  }

  /** An account as shown to its holder. */
  async findProfile(id: string): Promise<AccountProfile | undefined> {
    const row = await this.#select()
      .select(['email_confirmed_at as emailConfirmedAt', 'password_hash as passwordHash', 'palette'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { emailConfirmedAt, passwordHash, palette, ...account } = row
    const rest = { emailConfirmed: emailConfirmedAt !== null, palette: palette === null ? null : readTheme(palette) }
    return { ...toAccount(account), ...rest, hasPassword: passwordHash !== null }
  }

  /** Numbers of an account's surveys and tokens that count towards its limits. */
  async countUsed(id: string, now: number): Promise<{ surveys: number; tokens: number }> {
    const { reader } = this.#engine
    const [surveys, tokens] = await Promise.all([countSurveys(reader, id), countTokens(reader, id, now)])
    return { surveys, tokens }
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

  /** Without the temporary ones that hold what is being restored. */
  #select() {
    return this.#engine.reader
      .selectFrom('account')
      .select(['id', 'email', 'name', 'entitled_until as entitledUntil', 'created_at as createdAt', 'disabled'])
      .where('restores_to', 'is', null)
  }
}

/**
 * Adds an account, unless another account has its address.
 * @param confirmedAt when its holder followed a link mailed to the address; null if nobody has
 */
export async function insertAccount(
  db: Kysely<Tables>,
  { id, email, name, passwordHash, entitledUntil, createdAt }: NewAccount,
  confirmedAt: number | null,
): Promise<'added' | 'email_taken'> {
  const times = { email_confirmed_at: confirmedAt, created_at: createdAt }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('account')
    .values({ id, email, name, password_hash: passwordHash, ...times })
    .onConflict(conflict => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return 'email_taken'
  await setGrant(db, id, entitledUntil)
  await updateEntitlement(db, id)
  return 'added'
}

export function countSurveys(db: Kysely<Tables>, accountId: string): Promise<number> {
  return countRows(db.selectFrom('survey').where('account_id', '=', accountId))
}

/** Counts the personal tokens that have not expired. */
export function countTokens(db: Kysely<Tables>, accountId: string, now: number): Promise<number> {
  const personal = db.selectFrom('token').where('account_id', '=', accountId).where('grant_id', 'is', null)
  return countRows(personal.where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])))
}

function toAccount({ disabled, ...row }: Omit<Account, 'disabled'> & { readonly disabled: 0 | 1 }): Account {
  return { ...row, disabled: disabled === 1 }
}

/** Increments accounts' revisions after a change to what their survey lists show. */
export async function bumpAccountRevisions(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort())
    await db
      .updateTable('account')
      .set(row => ({ revision: row('revision', '+', 1) }))
      .where('id', '=', id)
      .execute()
}

/** Saves the theme that an account chose in the browser. A transaction writes the account's row last. */
export async function savePalette(db: Kysely<Tables>, id: string, theme: Theme): Promise<void> {
  await db
    .updateTable('account')
    .set({ palette: themeText(theme) })
    .where('id', '=', id)
    .execute()
}

/** The account data that a transaction needs after locking the account. */
export interface LockedAccount {
  readonly email: string
  readonly email_confirmed_at: number | null
  readonly disabled: 0 | 1
  readonly entitled_until: number | null
  readonly password_hash: string | null
  readonly surveys_made: number
  readonly surveys_made_since: number | null
}

const LOCKED_COLUMNS = [
  'email',
  'email_confirmed_at',
  'disabled',
  'entitled_until',
  'password_hash',
  'surveys_made',
  'surveys_made_since',
] as const satisfies (keyof LockedAccount)[]

/** Locks an account's surveys and then the account. Every transaction locks in this order, which prevents deadlocks. */
export async function lockAccountWithSurveys(engine: Engine, db: Kysely<Tables>, accountId: string): Promise<void> {
  const surveys = db.selectFrom('survey').select('id').where('account_id', '=', accountId).orderBy('id')
  await engine.lockRows(surveys).execute()
  await lockAccount(engine, db, accountId)
}

/**
 * Locks an account against other transactions that count what it owns. Limits are checked while this lock is held.
 * @throws Refusal `authentication required` if the account was deleted after authentication
 */
export async function lockAccount(engine: Engine, db: Kysely<Tables>, id: string): Promise<LockedAccount> {
  const query = db.selectFrom('account').select(LOCKED_COLUMNS).where('id', '=', id)
  const account = await engine.lockRows(query).executeTakeFirst()
  if (account === undefined) throw new Refusal('authentication_required')
  return account
}

/** Permanently removes something that an account owns. @returns whether it owned one with this id */
export async function removeOwn(
  engine: Engine,
  table: 'draft' | 'template',
  accountId: string,
  id: string,
): Promise<boolean> {
  const isRemoved = await engine.write(async db => {
    const own = db.deleteFrom(table).where('account_id', '=', accountId).where('id', '=', id)
    const { numDeletedRows } = await own.executeTakeFirst()
    return numDeletedRows === 1n
  })
  if (isRemoved) engine.eraseDeleted()
  return isRemoved
}
