import { useRef } from 'preact/hooks'
import { words } from '../../words/words.ts'
import { ActionButton, focusSoon, hasFocus, Icon, type QuestionProps } from './action-button.tsx'
import type { Draft } from './draft.ts'
import { isLockedOption } from './edit-impact.ts'
import { errorsId, FieldErrors, hasErrors } from './field-errors.tsx'
import { onLeave } from './leave.ts'
import { linesOf } from './lines.ts'
import { type OptionList, QUESTION_OPTIONS } from './option-list.ts'
import { optionNotes } from './option-notes.ts'
import { isFaultyOption } from './question-issues.ts'
import { textAttributes } from './text-attributes.ts'

interface ListProps extends QuestionProps {
  readonly list?: OptionList
}

/** The options of a multiple-choice question, or another list of texts. */
export function OptionFields({ editor, question, list = QUESTION_OPTIONS }: ListProps) {
  const key = question.index
  const { part } = list
  const options = list.of(editor.draft.value, key)
  const notes = list.hasNotes ? optionNotes(options) : []
  const more = { editor, question, list }
  return (
    <fieldset onFocusOut={onLeave(() => editor.leave(key, part))}>
      <legend>{list.words.title}</legend>
      <ol class="options">
        {options.map((option, at) => (
          // The key is the position, because the text changes while it is being typed.
          <OptionRow key={at} {...more} options={options} option={option} at={at} note={notes[at]} />
        ))}
      </ol>
      <FieldErrors editor={editor} question={question} part={part} />
      <p class="row">
        <button type="button" class="quiet" onClick={() => addLast(more)}>
          {list.words.add}
        </button>
        <span class="help">{words.questions.optionsHelp}</span>
      </p>
    </fieldset>
  )
}

function addLast({ editor, question: { index: key }, list = QUESTION_OPTIONS }: ListProps): void {
  const draft = editor.draft.value
  editor.edit(list.add(draft, key))
  focusSoon(fieldId(list, key, list.of(draft, key).length))
}

interface OptionRow extends QuestionProps {
  readonly list: OptionList
  readonly options: readonly string[]
  readonly option: string
  readonly at: number
  /** Something that people may not notice about it. */
  readonly note?: string | undefined
}

function OptionRow(props: OptionRow) {
  const { editor, question, list, options, option, at, note } = props
  const draft = editor.draft.value
  const key = question.index
  const name = optionLabel(props)
  const isLast = options.length === 1
  const isFixed = !hasFocus(fieldId(list, key, at)) && isLockedOption(draft, key, option, editor.locked.value)
  const removeThis = () => {
    editor.edit(list.remove(draft, key, at))
    focusSoon(fieldId(list, key, Math.max(0, at - 1)))
  }
  return (
    <li>
      {isFixed ? (
        <span class="option-text" {...textAttributes(editor, option)}>
          {option}
        </span>
      ) : (
        <OptionInput {...props} />
      )}
      <OptionMoveButton {...props} by={-1} />
      <OptionMoveButton {...props} by={1} />
      {!isFixed && (
        <ActionButton
          label={words.questions.removeOption(name)}
          disabledReason={isLast ? list.words.needsOne : undefined}
          onPress={removeThis}
          variant="plain"
        >
          <Icon of="remove" />
        </ActionButton>
      )}
      {note !== undefined && (
        <p class="note" id={noteId(list, key, at)}>
          {note}
        </p>
      )}
    </li>
  )
}

/** Each keystroke renames the option as it was before typing began, so that rules follow the finished text. */
function OptionInput(props: OptionRow) {
  const { editor, question, list, options, option, at, note } = props
  const key = question.index
  const writing = useRef<{ readonly from: Draft; readonly last: Draft }>(undefined)
  const write = (text: string) => {
    const draft = editor.draft.value
    const from = writing.current?.last === draft ? writing.current.from : draft
    const last = list.rename(from, key, at, text)
    writing.current = { from, last }
    editor.edit(last)
  }
  // As for the text of a question.
  const trim = () => {
    const typed = list.of(editor.draft.value, key)[at]
    if (typed !== undefined && typed !== typed.trim()) write(typed.trim())
  }
  const errors = errorsId(key, list.part)
  return (
    <input
      id={fieldId(list, key, at)}
      {...textAttributes(editor, option)}
      aria-label={list.words.one(at + 1)}
      aria-describedby={note === undefined ? errors : `${noteId(list, key, at)} ${errors}`}
      aria-invalid={hasErrors({ editor, question, part: list.part }) && isFaultyOption(options, at)}
      autocomplete="off"
      value={option}
      onInput={({ currentTarget }) => write(currentTarget.value)}
      onChange={trim}
      onKeyDown={event => pressInOption(event, props)}
      onPaste={event => pasteInOption(event, props)}
    />
  )
}

/** Enter goes to the next option, and adds one after the last. Backspace removes an empty option. */
function pressInOption(event: KeyboardEvent, props: OptionRow): void {
  const { editor, question, list, options, option, at } = props
  const key = question.index
  const count = options.length
  if (event.isComposing) return
  if (event.key === 'Enter') {
    event.preventDefault()
    if (at === count - 1) addLast(props)
    else focusSoon(fieldId(list, key, at + 1))
  }
  if (event.key === 'Backspace' && option === '' && count > 1 && at > 0) {
    event.preventDefault()
    editor.edit(list.remove(editor.draft.value, key, at))
    focusSoon(fieldId(list, key, at - 1))
  }
}

/** Each pasted line becomes an option. */
function pasteInOption(event: ClipboardEvent, { editor, question, list, at }: OptionRow): void {
  const key = question.index
  const lines = linesOf(event.clipboardData?.getData('text/plain') ?? '')
  if (lines.length < 2) return
  event.preventDefault()
  editor.edit(list.paste(editor.draft.value, key, at, lines))
  const count = list.of(editor.draft.value, key).length
  editor.announcement.value = list.words.pasted(count)
  focusSoon(fieldId(list, key, count - 1))
}

function OptionMoveButton(props: OptionRow & { readonly by: -1 | 1 }) {
  const { editor, question, list, options, at, by } = props
  const [direction, key] = [by < 0 ? 'up' : 'down', question.index] as const
  const isAtEnd = at + by < 0 || at + by >= options.length
  const name = optionLabel(props)
  const buttonId = (position: number) => fieldId(list, key, position, `${direction}-`)
  const act = () => {
    editor.edit(list.move(editor.draft.value, key, at, by))
    editor.announcement.value = list.words.moved(name, at + by + 1, options.length)
    focusSoon(buttonId(at + by))
  }
  return (
    <ActionButton
      id={buttonId(at)}
      label={(by < 0 ? words.questions.moveUp : words.questions.moveDown)(name)}
      disabledReason={isAtEnd ? (by < 0 ? list.words.isFirst : list.words.isLast) : undefined}
      onPress={act}
      variant="plain"
    >
      <Icon of={direction} />
    </ActionButton>
  )
}

/** @param control such as `up-` for the button that moves it up; the field itself by default */
function fieldId({ part }: OptionList, key: number, at: number, control = ''): string {
  return `${part === 'rows' ? 'row' : 'option'}-${control}${key}-${at}`
}

function noteId({ part }: OptionList, key: number, at: number): string {
  return `note-${part === 'rows' ? 'row-' : ''}${key}-${at}`
}

function optionLabel({ list, option, at }: OptionRow): string {
  return option === '' ? list.words.unnamed(at + 1) : words.format.quote(option)
}
