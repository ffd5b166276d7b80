import { QUESTION_TYPES, type QuestionType } from '../../../src/domain/surveys/question.ts'
import type { DraftGroup } from '../../ui/questions/draft-groups.ts'
import type { Row } from './groups/rows.ts'

/** What creators add. A question with an *Other* is one of `one` or `several`. */
export type EntryKind = 'one' | 'several' | 'grid' | 'ranking' | 'rating' | 'text' | 'board' | 'section'

/** As they are offered. */
export const ENTRY_KINDS: readonly EntryKind[] = [
  'one',
  'several',
  'rating',
  'text',
  'grid',
  'ranking',
  'board',
  'section',
]

const OF_TYPES: Readonly<Record<QuestionType, EntryKind>> = {
  multiple_choice: 'one',
  rating: 'rating',
  free_text: 'text',
  upvoted_question: 'board',
}
const OF_GROUPS: Readonly<Record<DraftGroup['kind'], EntryKind>> = {
  check_list: 'several',
  grid: 'grid',
  ranking: 'ranking',
  other: 'one',
  section: 'section',
}

export function kindOfType(type: QuestionType): EntryKind {
  return OF_TYPES[type]
}

export function kindOfGroup(kind: DraftGroup['kind']): EntryKind {
  return OF_GROUPS[kind]
}

export function kindOf(row: Row): EntryKind {
  if (row.type !== 'entry') return 'section'
  return row.group === undefined ? OF_TYPES[row.questions[0]?.type as QuestionType] : OF_GROUPS[row.group.kind]
}

/** The content of a new plain question; undefined for other kinds. */
export function contentOfKind(kind: EntryKind) {
  if (kind === 'one') return { type: 'multiple_choice', text: '', options: ['', ''] }
  const type = QUESTION_TYPES.find(one => OF_TYPES[one] === kind)
  return type && { type, text: '' }
}
