import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { BillingMode } from '../domain/billing.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { Store } from '../store/store.ts'
import { type AccountHolder, operatorOf } from './access/authentication.ts'
import { StorageQuota } from './access/storage-quota.ts'
import type { PasswordCost } from './accounts/password-hash.ts'
import { newCaches } from './cache.ts'
import type { Context } from './context.ts'
import { Keys } from './keys.ts'
import { Submissions } from './responses/submissions.ts'

/** The parts of a context that tests can choose. The defaults are those of the service, without storage limits. */
export interface ContextOptions {
  /** Bytes; unlimited by default. */
  surveyStorage?: number
  accountStorage?: number
  isDiskFull?: () => boolean
  /** As low as possible by default. */
  passwordCost?: PasswordCost
  freeSurveyDays?: number
  billing?: BillingMode
  /** Random by default. */
  uuid?: () => string
  /** By default, nothing is logged. */
  log?: Logger
}

/** A context for tests that call operations without a server. */
export function contextOn(store: Store, clock: () => number, options: ContextOptions = {}): Context {
  const limits = { perSurvey: options.surveyStorage ?? 0, perAccount: options.accountStorage ?? 0 }
  const isDiskFull = options.isDiskFull ?? (() => false)
  const caches = newCaches()
  return {
    store,
    submissions: new Submissions(store, { submissionsPerCommit: 500, caches }),
    caches,
    quota: new StorageQuota({ store, clock, limits, isDiskFull }),
    keys: new Keys('a secret for tests, of no use anywhere else'),
    passwordCost: options.passwordCost ?? { memory: 8, passes: 1, parallelism: 1 },
    freeSurveyDays: options.freeSurveyDays ?? 30,
    billing: options.billing ?? 'manual',
    clock,
    random: { uuid: options.uuid ?? randomUUID, integer: randomInt },
    log: options.log ?? pino({ level: 'silent' }),
  }
}

/** A context on an empty SQLite database, with a fixed clock. */
export async function newTestContext(integer: Context['random']['integer'] = randomInt): Promise<Context> {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const engine = await openSqlite({ folder, exclusive: false, log: pino({ level: 'silent' }) })
  const context = contextOn(new Store(engine, { submissionsPerCommit: 1 }), () => 0)
  return { ...context, random: { ...context.random, integer } }
}

/** Someone who owns an account of their own, without a subscription. */
export async function newTestOwner(context: Context): Promise<AccountHolder> {
  const id = randomUUID()
  const account = { id, email: `${id}@example.org`, name: null, entitledUntil: null, createdAt: '', passwordHash: null }
  await context.store.accounts.add(account)
  return operatorOf(context).actAs(account)
}
