import type { QuestionType } from '../../../src/domain/surveys/question.ts'
import { words } from '../../words/words.ts'

const PATHS: Readonly<Record<QuestionType, string>> = {
  multiple_choice: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M10 8a2 2 0 1 0 0 4a2 2 0 1 0 0-4',
  rating: 'M4 16v-4M8 16V9M12 16V4M16 16v-6',
  free_text: 'M4 5h12M4 10h12M4 15h7',
  upvoted_question: 'M10 4l6 8H4zM6 16h8',
}

export function TypeIcon({ type }: { readonly type: QuestionType }) {
  return (
    <svg class="icon type-icon" viewBox="0 0 20 20" role="img" aria-label={words.common.questionTypes[type]}>
      <path d={PATHS[type]} />
    </svg>
  )
}
