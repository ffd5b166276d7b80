import type { Migration } from './migration.ts'

/** When a survey opens by itself, in milliseconds since the epoch; null if it does not wait for a time. */
export const opening: Migration = {
  name: '0019-opening',
  statements: ({ integer }) => [`alter table survey add column opens_at ${integer}`],
}
