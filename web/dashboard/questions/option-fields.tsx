import { useRef } from 'preact/hooks'
import { ActionButton, focusSoon, hasFocus, Icon, type QuestionProps } from './action-button.tsx'
import { addOption, type Draft, moveOption, optionsOf, removeOption, renameOption } from './draft.ts'
import { isLockedOption } from './edit-impact.ts'
import { quote } from './question-label.ts'

/** The options of a multiple-choice question. */
export function OptionFields({ editor, question }: QuestionProps) {
  const key = question.index
  const options = optionsOf(question)
  const more = () => {
    editor.edit(addOption(editor.draft.value, key))
    focusSoon(`option-${key}-${options.length}`)
  }
  return (
    <fieldset>
      <legend>Options</legend>
      <ol class="options">
        {options.map((option, at) => (
          // An option is its place: its text changes as it is written.
          <OptionRow key={at} editor={editor} question={question} option={option} at={at} />
        ))}
      </ol>
      <button type="button" class="quiet" onClick={more}>
        Add an option
      </button>
    </fieldset>
  )
}

interface OptionRow extends QuestionProps {
  readonly option: string
  readonly at: number
}

function OptionRow({ editor, question, option, at }: OptionRow) {
  const draft = editor.draft.value
  const key = question.index
  const name = option === '' ? `option ${at + 1}` : quote(option)
  const isLast = optionsOf(question).length === 1
  const isFixed = !hasFocus(`option-${key}-${at}`) && isLockedOption(draft, key, option, editor.locked.value)
  const removeOption_ = () => {
    editor.edit(removeOption(draft, key, at))
    focusSoon(`option-${key}-${Math.max(0, at - 1)}`)
  }
  return (
    <li>
      {isFixed ? (
        <span class="option-text">{option}</span>
      ) : (
        <OptionInput editor={editor} question={question} option={option} at={at} />
      )}
      <OptionMoveButton editor={editor} question={question} option={option} at={at} by={-1} />
      <OptionMoveButton editor={editor} question={question} option={option} at={at} by={1} />
      {!isFixed && (
        <ActionButton
          label={`Remove ${name}`}
          disabledReason={isLast ? 'It needs at least one option.' : undefined}
          onPress={removeOption_}
          variant="plain"
        >
          <Icon of="remove" />
        </ActionButton>
      )}
    </li>
  )
}

/** Each text is a renaming of what stood there before the first key, so that rules follow to the end of a word. */
function OptionInput({ editor, question, option, at }: OptionRow) {
  const key = question.index
  const writing = useRef<{ readonly from: Draft; readonly last: Draft }>(undefined)
  const write = (text: string) => {
    const draft = editor.draft.value
    const from = writing.current?.last === draft ? writing.current.from : draft
    const last = renameOption(from, key, at, text)
    writing.current = { from, last }
    editor.edit(last)
  }
  return (
    <input
      id={`option-${key}-${at}`}
      aria-label={`Option ${at + 1}`}
      value={option}
      onInput={({ currentTarget }) => write(currentTarget.value)}
    />
  )
}

function OptionMoveButton({ editor, question, option, at, by }: OptionRow & { readonly by: -1 | 1 }) {
  const [direction, key] = [by < 0 ? 'up' : 'down', question.index] as const
  const count = optionsOf(question).length
  const isAtEnd = at + by < 0 || at + by >= count
  const act = () => {
    editor.edit(moveOption(editor.draft.value, key, at, by))
    editor.announcement.value = `${quote(option)} is option ${at + by + 1} of ${count} now.`
    focusSoon(`option-${direction}-${key}-${at + by}`)
  }
  return (
    <ActionButton
      id={`option-${direction}-${key}-${at}`}
      label={`Move ${option === '' ? `option ${at + 1}` : quote(option)} ${direction}`}
      disabledReason={isAtEnd ? `It is the ${by < 0 ? 'first' : 'last'} option.` : undefined}
      onPress={act}
      variant="plain"
    >
      <Icon of={direction} />
    </ActionButton>
  )
}
