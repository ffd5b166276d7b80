import type { Migration } from './migration.ts'

/** What a survey says besides its questions; null for nothing. */
export const surveyTexts: Migration = {
  name: '0016-survey-texts',
  statements: () => ['survey', 'template'].map(table => `alter table ${table} add column texts text`),
}
