import type { Migration } from './migration.ts'

/** The settings of questions count towards what is stored. */
export const countQuestionSettings: Migration = {
  name: '0015-count-question-settings',
  statements: () =>
    ['survey', 'template'].map(
      table =>
        `update ${table} set stored_bytes = stored_bytes + octet_length(question_settings) where question_settings is not null`,
    ),
}
