import type { TimeLimits } from './time-limits.ts'

export interface SessionOptions {
  readonly timeLimits: TimeLimits
  readonly readOnly?: boolean
}

/**
 * The settings of our sessions, as one query. They are not sent as startup parameters, because poolers refuse those.
 * Every statement can use an index: a plan made while a table is small, and kept with the prepared statement, would
 * scan the whole table and still do so as it grows. Times are printed in the only format that is parsed here, whatever
 * the database's own setting.
 * @param scope `local` for the rest of a transaction
 */
export function setSettings(scope: 'session' | 'local', { timeLimits, readOnly = false }: SessionOptions): string {
  const settings = [
    'enable_seqscan = off',
    'jit = off',
    'datestyle = iso',
    `statement_timeout = ${timeLimits.statement}`,
    `lock_timeout = ${timeLimits.lock}`,
    `idle_in_transaction_session_timeout = ${timeLimits.idleInTransaction}`,
    ...(readOnly ? [`${scope === 'local' ? '' : 'default_'}transaction_read_only = on`] : []),
  ]
  return settings.map(setting => `set ${scope} ${setting}`).join('; ')
}
