import { useRef } from 'preact/hooks'
import { words } from '../../words/words.ts'
import { ActionButton, focusSoon, hasFocus, Icon, type QuestionProps } from './action-button.tsx'
import {
  addOption,
  type Draft,
  moveOption,
  optionsOf,
  pasteOptions,
  questionOf,
  removeOption,
  renameOption,
} from './draft.ts'
import { isLockedOption } from './edit-impact.ts'
import { errorsId, FieldErrors, hasErrors } from './field-errors.tsx'
import { onLeave } from './leave.ts'
import { linesOf } from './lines.ts'
import { optionNotes } from './option-notes.ts'
import type { QuestionEditor } from './question-editor.ts'
import { isFaultyOption } from './question-issues.ts'
import { textAttributes } from './text-attributes.ts'

/** The options of a multiple-choice question. */
export function OptionFields({ editor, question }: QuestionProps) {
  const key = question.index
  const options = optionsOf(question)
  const notes = optionNotes(options)
  return (
    <fieldset onFocusOut={onLeave(() => editor.leave(key, 'options'))}>
      <legend>{words.questions.options}</legend>
      <ol class="options">
        {options.map((option, at) => (
          // The key is the position, because the text changes while it is being typed.
          <OptionRow key={at} editor={editor} question={question} option={option} at={at} note={notes[at]} />
        ))}
      </ol>
      <FieldErrors editor={editor} question={question} part="options" />
      <p class="row">
        <button type="button" class="quiet" onClick={() => addLast(editor, key)}>
          {words.questions.addOption}
        </button>
        <span class="help">{words.questions.optionsHelp}</span>
      </p>
    </fieldset>
  )
}

function addLast(editor: QuestionEditor, key: number): void {
  const draft = editor.draft.value
  editor.edit(addOption(draft, key))
  focusSoon(`option-${key}-${optionsOf(questionOf(draft, key) ?? {}).length}`)
}

interface OptionRow extends QuestionProps {
  readonly option: string
  readonly at: number
  /** Something that people may not notice about it. */
  readonly note?: string | undefined
}

function OptionRow({ editor, question, option, at, note }: OptionRow) {
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
        <span class="option-text" {...textAttributes(editor, option)}>
          {option}
        </span>
      ) : (
        <OptionInput editor={editor} question={question} option={option} at={at} note={note} />
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
      {note !== undefined && (
        <p class="note" id={noteId(key, at)}>
          {note}
        </p>
      )}
    </li>
  )
}

/** Each keystroke renames the option as it was before typing began, so that rules follow the finished text. */
function OptionInput({ editor, question, option, at, note }: OptionRow) {
  const key = question.index
  const writing = useRef<{ readonly from: Draft; readonly last: Draft }>(undefined)
  const write = (text: string) => {
    const draft = editor.draft.value
    const from = writing.current?.last === draft ? writing.current.from : draft
    const last = renameOption(from, key, at, text)
    writing.current = { from, last }
    editor.edit(last)
  }
  // As for the text of a question.
  const trim = () => {
    const current = questionOf(editor.draft.value, key)
    const typed = current && optionsOf(current)[at]
    if (typed !== undefined && typed !== typed.trim()) write(typed.trim())
  }
  return (
    <input
      id={`option-${key}-${at}`}
      {...textAttributes(editor, option)}
      aria-label={words.questions.option(at + 1)}
      aria-describedby={
        note === undefined ? errorsId(key, 'options') : `${noteId(key, at)} ${errorsId(key, 'options')}`
      }
      aria-invalid={hasErrors({ editor, question, part: 'options' }) && isFaultyOption(optionsOf(question), at)}
      autocomplete="off"
      value={option}
      onInput={({ currentTarget }) => write(currentTarget.value)}
      onChange={trim}
      onKeyDown={event => pressInOption(event, { editor, question, option, at })}
      onPaste={event => pasteInOption(event, { editor, question, option, at })}
    />
  )
}

/** Enter goes to the next option, and adds one after the last. Backspace removes an empty option. */
function pressInOption(event: KeyboardEvent, { editor, question, option, at }: OptionRow): void {
  const key = question.index
  const count = optionsOf(question).length
  if (event.isComposing) return
  if (event.key === 'Enter') {
    event.preventDefault()
    if (at === count - 1) addLast(editor, key)
    else focusSoon(`option-${key}-${at + 1}`)
  }
  if (event.key === 'Backspace' && option === '' && count > 1 && at > 0) {
    event.preventDefault()
    editor.edit(removeOption(editor.draft.value, key, at))
    focusSoon(`option-${key}-${at - 1}`)
  }
}

/** Each pasted line becomes an option. */
function pasteInOption(event: ClipboardEvent, { editor, question, at }: OptionRow): void {
  const key = question.index
  const lines = linesOf(event.clipboardData?.getData('text/plain') ?? '')
  if (lines.length < 2) return
  event.preventDefault()
  editor.edit(pasteOptions(editor.draft.value, key, at, lines))
  const count = optionsOf(questionOf(editor.draft.value, key) ?? {}).length
  editor.announcement.value = words.questions.optionsPasted(count)
  focusSoon(`option-${key}-${count - 1}`)
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

function noteId(key: number, at: number): string {
  return `note-${key}-${at}`
}

function optionLabel(option: string, at: number): string {
  return option === '' ? words.questions.unnamedOption(at + 1) : words.format.quote(option)
}
