import type { Migration } from './migration.ts'

/** Keeps when questions were shown and revealed, for the record of a session, and whether respondents may read it. */
export const sessionRecord: Migration = {
  name: '0013-session-record',
  statements: ({ integer }) => [
    'alter table survey add column session_record text',
    `alter table survey add column share_record ${integer} not null default 0 check (share_record in (0, 1))`,
  ],
}
