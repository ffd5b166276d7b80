import type { Migration } from './migration.ts'

/** What is set beside questions, such as right answers; null for nothing. */
export const questionSettings: Migration = {
  name: '0012-question-settings',
  statements: () => ['survey', 'template'].map(table => `alter table ${table} add column question_settings text`),
}
