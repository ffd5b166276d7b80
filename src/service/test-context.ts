import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { Store } from '../store/store.ts'
import type { Context } from './context.ts'
import { Keys } from './keys.ts'
import { StorageQuota } from './storage-quota.ts'

/** For tests of operations: an empty SQLite database, a clock that stands still, and no limits of storage. */
export async function newTestContext(integer: Context['random']['integer']): Promise<Context> {
  const log = pino({ level: 'silent' })
  const engine = await openSqlite({ folder: mkdtempSync(join(tmpdir(), 'soundings-')), exclusive: false, log })
  const store = new Store(engine, { submissionsPerCommit: 1 })
  const clock = () => 0
  const limits = { perSurvey: 0, perAccount: 0 }
  return {
    store,
    freeSurveyDays: 30,
    billing: 'manual',
    keys: new Keys('a secret for this test and no other'),
    clock,
    quota: new StorageQuota({ store, clock, limits, isDiskFull: () => false }),
    random: { uuid: randomUUID, integer },
    log,
  }
}
