import type { Migration } from './migration.ts'

/** Questions that respondents see as one, null for none, and how many such groups edits have dissolved since they were set. */
export const groups: Migration = {
  name: '0018-groups',
  statements: () => [
    ...['survey', 'template'].map(table => `alter table ${table} add column groups text`),
    'alter table survey add column dissolved_groups integer not null default 0 check (dissolved_groups >= 0)',
  ],
}
