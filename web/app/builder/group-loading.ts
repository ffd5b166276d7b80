import { later } from '../../ui/later.ts'
import type { GroupEditing } from './groups/group-editing.ts'

const read = () => import('./groups/group-editing.ts')

/** Loaded with the first group, since most surveys have none. */
export const groups = later(read)

/** Loads it so that what is shown next has it at once. It fails without a network, unless it was loaded before. */
export async function loadGroups(): Promise<GroupEditing> {
  const { groupEditing } = await read()
  await groups.load()
  return groupEditing
}
