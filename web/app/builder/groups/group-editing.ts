import { GroupPane } from './group-pane.tsx'
import {
  addOther,
  newGroupEntry,
  newSection,
  oneBlockedBy,
  removeOther,
  severalBlockedBy,
  toOne,
  toSeveral,
} from './kinds.ts'

/** What makes and edits groups, as one script, which surveys without groups do not load. */
export const groupEditing = {
  GroupPane,
  addOther,
  newGroupEntry,
  newSection,
  oneBlockedBy,
  removeOther,
  severalBlockedBy,
  toOne,
  toSeveral,
}

export type GroupEditing = typeof groupEditing
