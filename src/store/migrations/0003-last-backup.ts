import type { Migration } from './migration.ts'

/** Records when the last backup was complete, so that `doctor` and the metrics can say that there has been none for too long. */
export const lastBackup: Migration = {
  name: '0003-last-backup',
  statements: ({ integer }) => [`alter table installation add column last_backup_at ${integer}`],
}
