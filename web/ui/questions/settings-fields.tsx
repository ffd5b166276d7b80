import type { QuestionProps } from './action-button.tsx'
import { RightAnswerFields } from './right-answer-fields.tsx'
import { ScaleWordsFields } from './scale-words-fields.tsx'

/** What is set beside a question. */
export function SettingsFields(props: QuestionProps) {
  return (
    <>
      <ScaleWordsFields {...props} />
      <RightAnswerFields {...props} />
    </>
  )
}
