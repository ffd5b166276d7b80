import { DESCRIPTION_LENGTH } from '../../../src/domain/surveys/limits.ts'
import { isBlank } from '../../../src/domain/values/text.ts'
import { questionSettingsTexts as texts } from '../../words/question-settings-words.ts'
import type { QuestionProps } from './action-button.tsx'
import { descriptionOf, setDescription } from './draft.ts'
import { textAttributes } from './text-attributes.ts'

/** What respondents read below the question, folded away, since most questions have none. */
export function DescriptionField({ editor, question: { index: key } }: QuestionProps) {
  const description = descriptionOf(editor.draft.value, key)
  return (
    <details class="folded">
      <summary>{isBlank(description) ? texts.addDescription : texts.describedBy(description)}</summary>
      <label class="visually-hidden" for={`description-${key}`}>
        {texts.description}
      </label>
      <textarea
        id={`description-${key}`}
        {...textAttributes(editor, description)}
        rows={2}
        maxLength={DESCRIPTION_LENGTH}
        value={description}
        onInput={({ currentTarget }) => editor.edit(setDescription(editor.draft.value, key, currentTarget.value))}
      />
    </details>
  )
}
