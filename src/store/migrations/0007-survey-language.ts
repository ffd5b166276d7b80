import type { Migration } from './migration.ts'

/** The language of the texts, where its creator has chosen one; null where it is found from the texts. */
export const surveyLanguage: Migration = {
  name: '0007-survey-language',
  statements: () => ['survey', 'template'].map(table => `alter table ${table} add column language text`),
}
