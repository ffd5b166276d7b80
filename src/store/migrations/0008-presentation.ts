import type { Migration } from './migration.ts'

/** Keeps which screen a presenter shows, and which results are revealed, so that every screen of a room follows. */
export const presentation: Migration = {
  name: '0008-presentation',
  statements: () => ['alter table survey add column presentation text'],
}
