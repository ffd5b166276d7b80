import type { Kysely } from 'kysely'
import { type EditHistory, NO_EDITS } from '../../domain/results/edit-history/edit-history.ts'
import type { Tables } from '../tables.ts'

interface EditedSurvey {
  readonly id: number
  readonly accountId: string
  readonly editHistory: EditHistory
}

export function readEditHistory(text: string | null): EditHistory {
  return text === null ? NO_EDITS : JSON.parse(text)
}

/** No edits are stored as null. */
export function editHistoryJson(history: EditHistory): string | null {
  return history.length === 0 ? null : JSON.stringify(history)
}

/** For a transaction that has locked the survey. */
export async function storeEditHistory(
  db: Kysely<Tables>,
  { id, accountId, editHistory }: EditedSurvey,
  changed: EditHistory,
): Promise<void> {
  if (changed === editHistory) return
  await db
    .updateTable('survey')
    .set({ edit_history: editHistoryJson(changed) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
}
