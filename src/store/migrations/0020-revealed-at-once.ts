import type { Migration } from './migration.ts'

/** Whether the presenter's screen shows the results of a survey as they come in. */
export const revealedAtOnce: Migration = {
  name: '0020-revealed-at-once',
  statements: ({ integer }) =>
    ['survey', 'template'].map(
      table =>
        `alter table ${table} add column revealed_at_once ${integer} not null default 0 check (revealed_at_once in (0, 1))`,
    ),
}
