import type { Migration } from './migration.ts'

/**
 * Marks the jobs that failed because a mail server refused the recipient for good. Anybody can cause them with an address that
 * does not exist, so they are counted apart from failures that the operator has to correct.
 */
export const refusedRecipients: Migration = {
  name: '0002-refused-recipients',
  statements: ({ integer }) => [
    `alter table job add column recipient_refused ${integer} not null default 0 check (recipient_refused in (0, 1))`,
    'create index job_by_refusal on job (recipient_refused, failed_at)',
  ],
}
