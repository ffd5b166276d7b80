import { MAX_QUESTIONS } from '../../../src/domain/surveys/limits.ts'
import { showNotice } from '../../ui/notice.tsx'
import { positionOf } from '../../ui/questions/draft.ts'
import { addQuestion as add } from '../../ui/questions/question-actions.ts'
import { builderTexts } from '../../words/builder-words.ts'
import type { Builder } from './builder.ts'

/** Adds a question below the open one, or at the end, and opens it. */
export function addQuestion(builder: Builder, position = afterOpen(builder)): void {
  if (builder.draft.value.questions.length >= MAX_QUESTIONS) showNotice(builderTexts.tooMany(MAX_QUESTIONS))
  else {
    add(builder, position)
    builder.pane.value = 'question'
  }
}

function afterOpen({ draft, openKey }: Builder): number {
  const at = openKey.value === undefined ? -1 : positionOf(draft.value, openKey.value)
  return at < 0 ? draft.value.questions.length : at + 1
}
