import type { Kysely } from 'kysely'
import { entitledUntil, type Subscription } from '../../domain/billing.ts'
import type { Tables } from '../tables.ts'

/** Begins, replaces or ends the operator's grant. `updateEntitlement` must be called in the same transaction. */
export async function setGrant(db: Kysely<Tables>, accountId: string, until: number | null): Promise<void> {
  const grants = db.deleteFrom('billing_subscription').where('provider', '=', 'manual')
  await grants.where('external_id', '=', accountId).execute()
  if (until === null) return
  const grant = { provider: 'manual', id: accountId, status: 'active', periodEnd: until, isEnding: true } as const
  await insertSubscription(db, { accountId, customerId: null }, grant)
}

/** @param owner.customerId null for a grant by the operator */
export async function insertSubscription(
  db: Kysely<Tables>,
  { accountId, customerId }: { readonly accountId: string; readonly customerId: string | null },
  { provider, id, status, periodEnd, isEnding }: Subscription,
): Promise<void> {
  const names = { provider, external_id: id, account_id: accountId, customer_id: customerId }
  const state = { status, current_period_end: periodEnd, cancel_at_period_end: isEnding ? 1 : 0 } as const
  await db
    .insertInto('billing_subscription')
    .values({ ...names, ...state })
    .execute()
}

/**
 * Computes until when an account is entitled. Nothing else writes the column, and every transaction that changes a
 * subscription calls this while it holds the account's lock.
 */
export async function updateEntitlement(db: Kysely<Tables>, accountId: string): Promise<number | null> {
  const until = entitledUntil(await findSubscriptions(db, accountId))
  await db.updateTable('account').set('entitled_until', until).where('id', '=', accountId).execute()
  return until
}

export async function findSubscriptions(db: Kysely<Tables>, accountId: string): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('billing_subscription')
    .select(['provider', 'external_id as id', 'status', 'current_period_end as periodEnd', 'cancel_at_period_end'])
    .where('account_id', '=', accountId)
    .orderBy('provider')
    .orderBy('external_id')
    .execute()
  return rows.map(({ cancel_at_period_end, ...row }) => ({ ...row, isEnding: cancel_at_period_end === 1 }))
}
