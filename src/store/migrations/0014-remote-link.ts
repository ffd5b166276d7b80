import type { Migration } from './migration.ts'

/** The link with which a second person conducts a presentation. */
export const remoteLink: Migration = {
  name: '0014-remote-link',
  statements: () => [
    'alter table survey add column remote_nonce text',
    'create unique index survey_by_remote_nonce on survey (remote_nonce)',
  ],
}
