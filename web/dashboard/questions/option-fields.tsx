import { useRef } from 'preact/hooks'
import { words } from '../../words/words.ts'
import { ActionButton, focusSoon, hasFocus, Icon, type QuestionProps } from './action-button.tsx'
import { addOption, type Draft, moveOption, optionsOf, removeOption, renameOption } from './draft.ts'
import { isLockedOption } from './edit-impact.ts'
import { onLeave } from './leave.ts'

/** The options of a multiple-choice question. */
export function OptionFields({ editor, question }: QuestionProps) {
  const key = question.index
  const options = optionsOf(question)
  const more = () => {
    editor.edit(addOption(editor.draft.value, key))
    focusSoon(`option-${key}-${options.length}`)
  }
  return (
    <fieldset onFocusOut={onLeave(() => editor.leave(key, 'options'))}>
      <legend>{words.questions.options}</legend>
      <ol class="options">
        {options.map((option, at) => (
          // The key is the position, since the text changes while it is typed.
          <OptionRow key={at} editor={editor} question={question} option={option} at={at} />
        ))}
      </ol>
      <button type="button" class="quiet" onClick={more}>
        {words.questions.addOption}
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
  const name = optionLabel(option, at)
  const isLast = optionsOf(question).length === 1
  const isFixed = !hasFocus(`option-${key}-${at}`) && isLockedOption(draft, key, option, editor.locked.value)
  const removeThis = () => {
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
          label={words.questions.removeOption(name)}
          disabledReason={isLast ? words.questions.needsOption : undefined}
          onPress={removeThis}
          variant="plain"
        >
          <Icon of="remove" />
        </ActionButton>
      )}
    </li>
  )
}

/** Each keystroke renames the option as it was before typing began, so that rules follow the finished text. */
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
      aria-label={words.questions.option(at + 1)}
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
    editor.announcement.value = words.questions.optionMoved(optionLabel(option, at), at + by + 1, count)
    focusSoon(`option-${direction}-${key}-${at + by}`)
  }
  return (
    <ActionButton
      id={`option-${direction}-${key}-${at}`}
      label={(by < 0 ? words.questions.moveUp : words.questions.moveDown)(optionLabel(option, at))}
      disabledReason={isAtEnd ? (by < 0 ? words.questions.firstOption : words.questions.lastOption) : undefined}
      onPress={act}
      variant="plain"
    >
      <Icon of={direction} />
    </ActionButton>
  )
}

function optionLabel(option: string, at: number): string {
  return option === '' ? words.questions.unnamedOption(at + 1) : words.questions.quote(option)
}
