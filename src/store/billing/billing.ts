import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import { ENDED_STATUSES, type Subscription, type SubscriptionProvider } from '../../domain/billing.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { DAY_MS } from '../../domain/values/time.ts'
import { bumpAccountRevisions, lockAccountWithSurveys } from '../accounts/accounts.ts'
import { findSubscriptions, insertSubscription, setGrant, updateEntitlement } from '../accounts/entitlement.ts'
import type { Engine } from '../engine.ts'
import { addJob, DELETE_CUSTOMER, type NewJob } from '../jobs.ts'
import { countRows } from '../row-count.ts'
import type { Tables } from '../tables.ts'

/** An account's customer record at a payment provider. */
export interface BillingCustomer {
  readonly provider: SubscriptionProvider
  /** Its id at the provider. */
  readonly id: string
  readonly accountId: string
  /** Grows with each stored reading of its subscriptions. */
  readonly revision: number
}

/**
 * In milliseconds. A reading schedules the next one no later than half of this; a later time must have been set while
 * the clock was ahead.
 */
const MAX_WAIT_MS = 2 * DAY_MS

type NewCustomer = Omit<BillingCustomer, 'revision'>

/** A customer's subscriptions as just read from the provider. */
export interface SubscriptionReading {
  readonly subscriptions: readonly Subscription[]
  readonly readAt: number
  readonly nextReadAt: number
  /** The event that triggered the reading. */
  readonly eventId?: string | undefined
}

/** Customers and subscriptions. Every change also recomputes until when the account is entitled. */
export class Billing {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Begins, replaces or ends the operator's grant.
   * @param until milliseconds since the epoch; null ends it
   * @returns until when the account is now entitled, which may be longer
   * @throws Refusal `authentication required` if the account was deleted meanwhile
   */
  grant(accountId: string, until: number | null, now: number): Promise<number | null> {
    return this.#engine.write(async db => {
      await lockAccountWithSurveys(this.#engine, db, accountId)
      await setGrant(db, accountId, until)
      return this.#entitle(db, accountId, now)
    })
  }

  /** Clears the future automatic expiries of all accounts. */
  clearAutomaticExpiries(now: number): Promise<void> {
    return this.#engine.write(db => clearAutomaticExpiries(this.#engine, db, now))
  }

  subscriptions(accountId: string): Promise<Subscription[]> {
    return findSubscriptions(this.#engine.reader, accountId)
  }

  /**
   * An account's customers at a provider, normally one. Those with a current subscription come first, then the oldest.
   */
  customersOf(accountId: string, provider: SubscriptionProvider): Promise<BillingCustomer[]> {
    return selectCustomers(this.#engine.reader)
      .where('account_id', '=', accountId)
      .where('provider', '=', provider)
      .orderBy(
        ({ exists, selectFrom }) =>
          exists(
            selectFrom('billing_subscription')
              .select('billing_subscription.external_id')
              .where('billing_subscription.account_id', '=', accountId)
              .whereRef('billing_subscription.provider', '=', 'billing_customer.provider')
              .whereRef('billing_subscription.customer_id', '=', 'billing_customer.external_id')
              .where('billing_subscription.status', 'not in', ENDED_STATUSES),
          ),
        'desc',
      )
      .orderBy('created_at')
      .orderBy('external_id')
      .execute()
  }

  findCustomer(provider: SubscriptionProvider, id: string): Promise<BillingCustomer | undefined> {
    return selectCustomers(this.#engine.reader).where(isCustomer({ provider, id })).executeTakeFirst()
  }

  /**
   * Stores a customer that exists at the provider. An already stored one is not changed.
   * @throws Refusal `authentication required` if the account was deleted meanwhile, or is about to be
   */
  addCustomer(customer: NewCustomer, now: number): Promise<void> {
    return this.#engine.write(async db => {
      if (!(await this.#lockIfActive(db, customer.accountId))) throw new Refusal('authentication_required')
      await insertCustomer(db, customer, now)
    })
  }

  /**
   * Stores a customer just created for a purchase. If the account already has one or no longer exists, a job deletes
   * the new customer at the provider instead: an account must never pay as two customers, even if parallel requests
   * create one each.
   * @throws Refusal `authentication required` if the account was deleted meanwhile, or is about to be
   */
  async addOnlyCustomer(customer: NewCustomer, now: number): Promise<void> {
    const { provider, id, accountId } = customer
    const isActive = await this.#engine.write(async db => {
      const isActive = await this.#lockIfActive(db, accountId)
      const customers = selectCustomers(db).where('account_id', '=', accountId).where('provider', '=', provider)
      const stored = await customers.execute()
      if (isActive && stored.length === 0) await insertCustomer(db, customer, now)
      else if (stored.every(other => other.id !== id)) await addJob(db, customerDeletion(customer, now))
      return isActive
    })
    if (!isActive) throw new Refusal('authentication_required')
  }

  /** Removes a customer deleted by the provider. @returns false if a reading was stored since `customer` was read */
  removeCustomer(customer: BillingCustomer, now: number): Promise<boolean> {
    const { accountId, revision } = customer
    return this.#engine.write(async db => {
      await lockAccountWithSurveys(this.#engine, db, accountId)
      const found = db.deleteFrom('billing_customer').where(isCustomer(customer)).where('revision', '=', revision)
      if ((await found.executeTakeFirst()).numDeletedRows === 0n) return false
      await replaceSubscriptions(db, customer, [])
      await this.#entitle(db, accountId, now)
      return true
    })
  }

  /** Schedules the next reading of a customer. */
  async readAgain(customer: BillingCustomer, nextReadAt: number): Promise<void> {
    const change = { next_read_at: nextReadAt }
    await this.#engine.write(db => db.updateTable('billing_customer').set(change).where(isCustomer(customer)).execute())
  }

  /**
   * Replaces a customer's stored subscriptions.
   * @returns false if another reading was stored, or the customer removed, since `customer` was read; otherwise an
   *   older answer could replace a newer one
   */
  storeReading(customer: BillingCustomer, reading: SubscriptionReading): Promise<boolean> {
    const { provider, accountId, revision } = customer
    const { subscriptions, readAt, nextReadAt, eventId } = reading
    return this.#engine.write(async db => {
      await lockAccountWithSurveys(this.#engine, db, accountId)
      const { numUpdatedRows } = await db
        .updateTable('billing_customer')
        .set({ revision: revision + 1, next_read_at: nextReadAt, failure: null })
        .where(isCustomer(customer))
        .where('revision', '=', revision)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      if (eventId !== undefined) await addEvent(db, provider, eventId, readAt)
      await replaceSubscriptions(db, customer, subscriptions)
      await this.#entitle(db, accountId, readAt)
      return true
    })
  }

  /** Whether an event has already been processed. */
  async hasEvent(provider: SubscriptionProvider, id: string): Promise<boolean> {
    const events = this.#engine.reader.selectFrom('billing_event').select('id').where('provider', '=', provider)
    return (await events.where('id', '=', id).executeTakeFirst()) !== undefined
  }

  /**
   * Claims customers whose subscriptions must be read again, most overdue first.
   * @param until when another process may claim them if they have not been read by then
   */
  takeDueCustomers(now: number, until: number, limit: number): Promise<BillingCustomer[]> {
    return this.#engine.write(async db => {
      const due = selectCustomers(db).where('next_read_at', '<=', now).orderBy('next_read_at').limit(limit)
      const customers = await this.#engine.lockRows(due).execute()
      for (const customer of customers)
        await db.updateTable('billing_customer').set('next_read_at', until).where(isCustomer(customer)).execute()
      return customers
    })
  }

  /** Makes customers due whose next reading was scheduled while the clock was ahead. */
  async bringForward(now: number): Promise<void> {
    const latest = now + MAX_WAIT_MS
    await this.#engine.write(db =>
      db.updateTable('billing_customer').set('next_read_at', now).where('next_read_at', '>', latest).execute(),
    )
  }

  /** Records why a customer's subscriptions could not be read, and when to retry. */
  async failReading(customer: BillingCustomer, failure: string, nextReadAt: number): Promise<void> {
    const change = { failure, next_read_at: nextReadAt }
    await this.#engine.write(db => db.updateTable('billing_customer').set(change).where(isCustomer(customer)).execute())
  }

  /** Deletes events received at `receivedAt` or earlier. */
  async purge(receivedAt: number): Promise<void> {
    await this.#engine.write(db => db.deleteFrom('billing_event').where('received_at', '<=', receivedAt).execute())
  }

  count(): Promise<BillingCounts> {
    return countBilling(this.#engine.reader)
  }

  /** @returns false if the account was deleted or is disabled */
  async #lockIfActive(db: Transaction<Tables>, accountId: string): Promise<boolean> {
    const account = db.selectFrom('account').select('disabled').where('id', '=', accountId)
    return (await this.#engine.lockRows(account).executeTakeFirst())?.disabled === 0
  }

  /** An entitled account has no future expiry from the free plan. */
  async #entitle(db: Transaction<Tables>, accountId: string, now: number): Promise<number | null> {
    const until = await updateEntitlement(db, accountId)
    if (until !== null && until > now) await clearAutomaticExpiries(this.#engine, db, now, accountId)
    return until
  }
}

export interface BillingCounts {
  readonly customers: number
  /** Customers whose last reading failed. */
  readonly failing: number
  /** The reason for one of these failures. */
  readonly failure: string | null
  /** When the last event was received; null if there was none recently. */
  readonly lastEventAt: number | null
}

export async function countBilling(db: Kysely<Tables>): Promise<BillingCounts> {
  const customers = db.selectFrom('billing_customer')
  const failures = customers.where('failure', 'is not', null)
  const [all, failing, event] = await Promise.all([
    countRows(customers),
    failures.select(({ fn }) => [fn.countAll().as('count'), fn.max('failure').as('failure')]).executeTakeFirst(),
    db
      .selectFrom('billing_event')
      .select(({ fn }) => fn.max('received_at').as('receivedAt'))
      .executeTakeFirst(),
  ])
  return {
    customers: all,
    failing: Number(failing?.count ?? 0),
    failure: failing?.failure ?? null,
    lastEventAt: event?.receivedAt ?? null,
  }
}

/**
 * Removes the customers of an account that is being deleted and their purchases, and adds jobs that delete them at the
 * provider.
 */
export async function endBilling(db: Transaction<Tables>, accountId: string, now: number): Promise<void> {
  const customers = await selectCustomers(db).where('account_id', '=', accountId).execute()
  for (const customer of customers) await addJob(db, customerDeletion(customer, now))
  await db.deleteFrom('billing_customer').where('account_id', '=', accountId).execute()
  const purchases = db.deleteFrom('billing_subscription').where('account_id', '=', accountId)
  await purchases.where('provider', '<>', 'manual').execute()
  await updateEntitlement(db, accountId)
}

function customerDeletion({ provider, id }: NewCustomer, createdAt: number): NewJob {
  const payload = JSON.stringify({ provider, customer: id })
  return { kind: DELETE_CUSTOMER, email: '', payload, createdAt }
}

async function insertCustomer(
  db: Kysely<Tables>,
  { provider, id, accountId }: NewCustomer,
  now: number,
): Promise<void> {
  await db
    .insertInto('billing_customer')
    .values({ provider, external_id: id, account_id: accountId, created_at: now, next_read_at: now })
    .onConflict(conflict => conflict.columns(['provider', 'external_id']).doNothing())
    .execute()
}

function selectCustomers(db: Kysely<Tables>) {
  return db
    .selectFrom('billing_customer')
    .select(['provider', 'external_id as id', 'account_id as accountId', 'revision'])
}

/** The condition that selects a customer by its id at its provider. */
function isCustomer({ provider, id }: Pick<BillingCustomer, 'provider' | 'id'>) {
  return (columns: ExpressionBuilder<Tables, 'billing_customer'>) => columns.and({ provider, external_id: id })
}

async function addEvent(db: Kysely<Tables>, provider: SubscriptionProvider, id: string, now: number): Promise<void> {
  await db
    .insertInto('billing_event')
    .values({ provider, id, received_at: now })
    .onConflict(conflict => conflict.columns(['provider', 'id']).doNothing())
    .execute()
}

async function replaceSubscriptions(
  db: Kysely<Tables>,
  { provider, id: customerId, accountId }: BillingCustomer,
  subscriptions: readonly Subscription[],
): Promise<void> {
  const stored = db.deleteFrom('billing_subscription').where('account_id', '=', accountId)
  await stored.where('provider', '=', provider).where('customer_id', '=', customerId).execute()
  for (const subscription of subscriptions) await insertSubscription(db, { accountId, customerId }, subscription)
}

/** @param accountId undefined for all accounts */
async function clearAutomaticExpiries(
  engine: Engine,
  db: Transaction<Tables>,
  now: number,
  accountId?: string,
): Promise<void> {
  const cleared = await db
    .updateTable('survey')
    .set(row => ({ expires_at: null, expiry_automatic: 0, revision: row('revision', '+', 1) }))
    .$if(accountId !== undefined, query => query.where('account_id', '=', accountId ?? ''))
    .where('expiry_automatic', '=', 1)
    .where('expires_at', '>', now)
    .returning(['slug', 'account_id'])
    .execute()
  await bumpAccountRevisions(
    db,
    cleared.map(survey => survey.account_id),
  )
  for (const { slug } of cleared) await engine.notify(db, { slug, part: 'survey' })
}
