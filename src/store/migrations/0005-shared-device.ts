import type { Migration } from './migration.ts'

/** Whether respondents hand one device around, so that nothing of their answers may stay on it. */
export const sharedDevice: Migration = {
  name: '0005-shared-device',
  statements: ({ integer }) => [
    `alter table survey add column shared_device ${integer} not null default 0 check (shared_device in (0, 1))`,
  ],
}
