import { questionSettingsTexts as texts } from '../../words/question-settings-words.ts'
import type { QuestionProps } from './action-button.tsx'
import { isShuffled, setShuffled } from './draft.ts'

interface Props {
  readonly id: string
  readonly label: string
  /** Whether what stands for the others stays last. */
  readonly hasLast: boolean
  readonly isShuffled: boolean
  readonly choose: (isShuffled: boolean) => void
}

/** Whether respondents see something in a random order. */
export function ShuffledField({ id, label, hasLast, isShuffled, choose }: Props) {
  return (
    <div>
      <label class="check">
        <input
          type="checkbox"
          id={id}
          checked={isShuffled}
          aria-describedby={isShuffled ? `${id}-help` : undefined}
          onChange={({ currentTarget: { checked } }) => choose(checked)}
        />
        {label}
      </label>
      {isShuffled && (
        <p class="help" id={`${id}-help`}>
          {texts.shuffledHelp} {hasLast && texts.shuffledLast}
        </p>
      )}
    </div>
  )
}

/** Of the options of a multiple-choice question. */
export function ShuffledOptions({ editor, question: { type, index: key } }: QuestionProps) {
  if (type !== 'multiple_choice') return null
  return (
    <ShuffledField
      id={`shuffled-${key}`}
      label={texts.shuffled.options}
      hasLast
      isShuffled={isShuffled(editor.draft.value, key)}
      choose={is => editor.edit(setShuffled(editor.draft.value, key, is))}
    />
  )
}
