import type { EditedQuestion } from '../../src/domain/results/edit-history/asked.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/shared-words.ts'

/** What a room has to know about edits between responses, in a line each. */
export function editMarks({ added_after: added, reworded_after: reworded, options }: EditedQuestion): string[] {
  const { addedAfter, rewordedAfter } = words.charts
  const moments = new Set(options.map(option => option.added_after))
  const [first = 0] = moments
  return [
    ...(added > 0 ? [addedAfter(added)] : []),
    ...(reworded > 0 ? [rewordedAfter(reworded)] : []),
    ...(moments.size === 1 ? [`${presenterTexts.options(options.length)} ${addedAfter(first)}`] : []),
    ...(moments.size > 1 ? [presenterTexts.laterOptions(options.length)] : []),
  ]
}
