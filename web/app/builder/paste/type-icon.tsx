import type { QuestionType } from '../../../../src/domain/surveys/question.ts'
import { words } from '../../../words/words.ts'
import { kindOfType } from '../entry-kind.ts'
import { KindIcon } from '../kind-icon.tsx'

export function TypeIcon({ type }: { readonly type: QuestionType }) {
  return <KindIcon kind={kindOfType(type)} label={words.common.questionTypes[type]} />
}
