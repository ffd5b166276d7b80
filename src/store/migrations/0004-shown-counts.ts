import type { Migration } from './migration.ts'

/** Keeps the counts that respondents have been shown, so that every process continues from the same step, also after a restart. */
export const shownCounts: Migration = {
  name: '0004-shown-counts',
  statements: () => ['alter table survey add column shown_counts text'],
}
