import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { BillingMode } from '../domain/billing.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { Store } from '../store/store.ts'
import type { Context } from './context.ts'
import { Keys } from './keys.ts'
import { StorageQuota } from './storage-quota.ts'

/** The parts of a context that tests can choose; the defaults are those of the service, without storage limits. */
export interface ContextOptions {
  /** Bytes; default without limit. */
  surveyStorage?: number
  accountStorage?: number
  isDiskFull?: () => boolean
  freeSurveyDays?: number
  billing?: BillingMode
  /** Default: nothing is logged. */
  log?: Logger
}

/** What operations work with, for tests that call them without a server. */
export function contextOn(store: Store, clock: () => number, options: ContextOptions = {}): Context {
  const limits = { perSurvey: options.surveyStorage ?? 0, perAccount: options.accountStorage ?? 0 }
  const isDiskFull = options.isDiskFull ?? (() => false)
  return {
    store,
    quota: new StorageQuota({ store, clock, limits, isDiskFull }),
    keys: new Keys('a secret for tests, of no use anywhere else'),
    freeSurveyDays: options.freeSurveyDays ?? 30,
    billing: options.billing ?? 'manual',
    clock,
    random: { uuid: randomUUID, integer: randomInt },
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
