import type { Migration } from './migration.ts'

/** The number of responses with which a survey closes; null if it does not. */
export const responseLimit: Migration = {
  name: '0017-response-limit',
  statements: () => [
    'alter table survey add column response_limit integer check (response_limit between 1 and 1000000)',
  ],
}
