import type { Migration } from './migration.ts'

/** Finds surveys by the letters of their slugs, so that a link works that somebody has typed without its hyphens. */
export const foldedSlugs: Migration = {
  name: '0006-folded-slugs',
  statements: () => [`create index survey_by_folded_slug on survey (replace(slug, '-', ''))`],
}
