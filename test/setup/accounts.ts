// What neither the API nor the operator can do to an account.
import type { Updateable } from 'kysely'
import { operatorOf } from '../../src/service/access/authentication.ts'
import { Accounts } from '../../src/service/accounts/accounts.ts'
import type { Tables } from '../../src/store/tables.ts'
import type { Service } from '../harness.ts'

/** Makes an account look as if it had been created without a password. */
export function removePassword(service: Service, accountId: string): Promise<void> {
  return change(service, accountId, { password_hash: null })
}

/** Sets the number of surveys that an account has made today. */
export function setSurveysMade(service: Service, accountId: string, made: number): Promise<void> {
  return change(service, accountId, { surveys_made: made })
}

/** Disables an account without notifying, to simulate a lost notification. */
export function disableUnnoticed(service: Service, accountId: string): Promise<void> {
  return change(service, accountId, { disabled: 1 })
}

/** Of all accounts, as the operator lists them. */
export async function accountIds({ context }: Service): Promise<readonly string[]> {
  return (await new Accounts(context).list(operatorOf(context))).map(({ id }) => id)
}

/** The hours (since the epoch) in which the sessions of an account were last used. */
export async function accountSessionHours({ context }: Service, accountId: string): Promise<number[]> {
  return (await context.store.accountSessions.list(accountId)).map(({ lastUsedHour }) => lastUsedHour)
}

function change({ engine }: Service, accountId: string, columns: Updateable<Tables['account']>): Promise<void> {
  return engine.write(
    async db => void (await db.updateTable('account').where('id', '=', accountId).set(columns).execute()),
  )
}

/** Connects an account with people at a provider. */
export async function connectPeople(
  { engine, clock }: Pick<Service, 'engine' | 'clock'>,
  account_id: string,
  { issuer, people }: { readonly issuer: string; readonly people: number },
): Promise<void> {
  const rows = Array.from({ length: people }, (_, at) => ({
    issuer,
    subject: `${account_id} ${at}`,
    account_id,
    created_at: clock.now(),
  }))
  await engine.write(async db => void (await db.insertInto('identity').values(rows).execute()))
}

/** Bytes that are stored of an application's metadata. */
export async function clientBytes({ engine }: Pick<Service, 'engine'>, clientId: string): Promise<number> {
  const clients = await engine.reader
    .selectFrom('oauth_artifact')
    .select('payload')
    .where('kind', '=', 'client')
    .execute()
  const own = clients.find(({ payload }) => payload.includes(clientId))
  return Buffer.byteLength(own?.payload ?? '')
}
