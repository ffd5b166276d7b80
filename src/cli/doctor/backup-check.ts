import { DAY_MS } from '../../domain/values/time.ts'
import { formatTimestamp } from '../../service/timestamp.ts'
import type { DatabaseInspection } from '../../store/inspection.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

/** Backups are made every six hours or every night. */
const MAX_AGE_MS = 2 * DAY_MS
const NONE =
  'none was recorded; `soundings backup` makes one, and `soundings backup --record` records one of other tools'
const REMEDY = 'find out why none was made since, for example with `systemctl status soundings-backup`'

/** How long ago the last backup was made. An operator who has never made one may use another way, such as snapshots. */
export async function checkBackup({
  findLastBackup,
  hasAccounts,
}: Pick<DatabaseInspection, 'findLastBackup' | 'hasAccounts'>): Promise<CheckResult> {
  const madeAt = await findLastBackup()
  if (madeAt === null) return passed('backup', NONE)
  const age = Date.now() - madeAt
  const found = `the last was made at ${formatTimestamp(madeAt)}, ${formatAge(age)} ago`
  const isMissed = age > MAX_AGE_MS && (await hasAccounts())
  return isMissed ? failed('backup', found, REMEDY) : passed('backup', found)
}

function formatAge(milliseconds: number): string {
  const hours = Math.floor(Math.max(0, milliseconds) / 3_600_000)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}
