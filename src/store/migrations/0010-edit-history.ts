import type { Migration } from './migration.ts'

/** Keeps after which responses questions and options were added, so that results can say of how many they were asked. */
export const editHistory: Migration = {
  name: '0010-edit-history',
  statements: () => ['alter table survey add column edit_history text'],
}
