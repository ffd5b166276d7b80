import { SCALE_WORDS_LENGTH } from '../../../src/domain/surveys/limits.ts'
import { SCALE_PLACES } from '../../../src/domain/surveys/scale-words.ts'
import { questionSettingsTexts as texts } from '../../words/question-settings-words.ts'
import type { QuestionProps } from './action-button.tsx'
import { scaleWordsOf, setScaleWords } from './draft.ts'
import { textAttributes } from './text-attributes.ts'

/** What the ends of a rating's scale mean, and its middle. */
export function ScaleWordsFields({ editor, question }: QuestionProps) {
  if (question.type !== 'rating') return null
  const key = question.index
  const words = scaleWordsOf(editor.draft.value, key)
  return (
    <fieldset class="scale-fields">
      <legend>{texts.scaleWords}</legend>
      {SCALE_PLACES.map(place => (
        <div key={place}>
          <label for={`scale-${place}-${key}`}>{texts.scalePlaces[place]}</label>
          <input
            id={`scale-${place}-${key}`}
            {...textAttributes(editor, words[place] ?? '')}
            maxLength={SCALE_WORDS_LENGTH}
            placeholder={texts.scaleExamples[place]}
            value={words[place] ?? ''}
            onInput={({ currentTarget: { value } }) =>
              editor.edit(setScaleWords(editor.draft.value, key, { ...words, [place]: value }))
            }
          />
        </div>
      ))}
    </fieldset>
  )
}
