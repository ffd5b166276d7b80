import type { Migration } from './migration.ts'

/** Whether whoever presents a survey sets the pace of its respondents. */
export const paced: Migration = {
  name: '0011-paced',
  statements: ({ integer }) =>
    ['survey', 'template'].map(
      table => `alter table ${table} add column paced ${integer} not null default 0 check (paced in (0, 1))`,
    ),
}
