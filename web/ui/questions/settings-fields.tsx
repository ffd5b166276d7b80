import type { QuestionProps } from './action-button.tsx'
import { DescriptionField } from './description-field.tsx'
import { RightAnswerFields } from './right-answer-fields.tsx'
import { ScaleWordsFields } from './scale-words-fields.tsx'
import { ShuffledOptions } from './shuffled-field.tsx'

/** What is set beside a question. */
export function SettingsFields(props: QuestionProps) {
  return (
    <div class="beside">
      <ShuffledOptions {...props} />
      <DescriptionField {...props} />
      <ScaleWordsFields {...props} />
      <RightAnswerFields {...props} />
    </div>
  )
}
