import { initial } from './0001-initial.ts'
import { refusedRecipients } from './0002-refused-recipients.ts'
import { lastBackup } from './0003-last-backup.ts'
import type { Migration } from './migration.ts'

/** In order. The number of a migration is its position in this list, from 1. */
export const MIGRATIONS: readonly Migration[] = [initial, refusedRecipients, lastBackup]
