import type { Migration } from './migration.ts'

/** Marks the accounts that hold what is being restored, by more than an address that somebody could sign up with. */
export const restorations: Migration = {
  name: '0009-restorations',
  statements: () => [
    'alter table account add column restores_to text',
    "alter table account add column restored_by text check (restored_by in ('holder', 'operator'))",
    'create unique index account_restoring on account (restores_to, restored_by)',
  ],
}
