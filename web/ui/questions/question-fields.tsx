import type { ComponentChildren } from 'preact'
import { QUESTION_TYPES, type QuestionType } from '../../../src/domain/surveys/question.ts'
import type { Json, JsonObject } from '../../../src/domain/values/json.ts'
import { words } from '../../words/words.ts'
import { hasFocus, type QuestionProps } from './action-button.tsx'
import { change, type Draft, type DraftQuestion, questionOf, retype } from './draft.ts'
import { isLocked } from './edit-impact.ts'
import { errorsId, FieldErrors, hasErrors } from './field-errors.tsx'
import { onLeave } from './leave.ts'
import { OptionFields } from './option-fields.tsx'
import { RequirementFields } from './requirement-fields.tsx'
import { SettingsFields } from './settings-fields.tsx'
import { textAttributes } from './text-attributes.ts'
import './fields.css'

interface Props extends QuestionProps {
  /** Below the options. */
  readonly switches?: ComponentChildren
  /** At the end of the form. */
  readonly buttons: ComponentChildren
}

/**
 * A question's form. Locked parts are shown as text. Blanks at the ends of a typed text are removed when its field is
 * left.
 */
export function QuestionFields({ editor, question, switches, buttons }: Props) {
  const key = question.index
  const update = (members: JsonObject) => editor.edit(change(editor.draft.value, key, members))
  return (
    <div class="fields">
      <LockedNotice editor={editor} question={question} />
      <QuestionText
        editor={editor}
        question={question}
        read={draft => questionOf(draft, key)?.text}
        write={(draft, text) => change(draft, key, { text })}
      />
      <TypeField editor={editor} question={question} />
      {question.type === 'multiple_choice' && <OptionFields editor={editor} question={question} />}
      {switches}
      <SettingsFields editor={editor} question={question} />
      {question.type === 'upvoted_question' && (
        <label class="check">
          <input
            type="checkbox"
            checked={question.moderated === true}
            onChange={({ currentTarget }) => update({ moderated: currentTarget.checked })}
          />
          {words.questions.moderated}
        </label>
      )}
      <RequirementFields editor={editor} question={question} />
      {buttons}
    </div>
  )
}

interface TextProps extends QuestionProps {
  readonly label?: string
  readonly maxLength?: number
  readonly read: (draft: Draft) => Json | undefined
  readonly write: (draft: Draft, text: string) => Draft
}

/** The text of a question, or the title of a group of questions. */
export function QuestionText({ editor, question, label = words.questions.text, maxLength, read, write }: TextProps) {
  const key = question.index
  const update = (text: string) => editor.edit(write(editor.draft.value, text))
  // Uses the draft's value rather than the field's: a field that disappears together with the keys of a saved draft may
  // be left after them.
  const trim = () => {
    const text = read(editor.draft.value)
    if (typeof text === 'string' && text !== text.trim()) update(text.trim())
  }
  return (
    <div>
      <label for={`text-${key}`}>{label}</label>
      <textarea
        id={`text-${key}`}
        {...textAttributes(editor, String(question.text))}
        rows={2}
        maxLength={maxLength}
        value={String(question.text)}
        aria-invalid={hasErrors({ editor, question, part: 'text' })}
        aria-describedby={errorsId(key, 'text')}
        onInput={({ currentTarget }) => update(currentTarget.value)}
        onChange={trim}
        onKeyDown={event => pressInText(event, question)}
        onFocusOut={onLeave(() => editor.leave(key, 'text'))}
      />
      <FieldErrors editor={editor} question={question} part="text" />
    </div>
  )
}

/** Enter moves on to the options, as it does from one option to the next; with Shift it starts a new line. */
function pressInText(event: KeyboardEvent, { index }: DraftQuestion): void {
  if (event.key !== 'Enter' || event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return
  const option = document.querySelector<HTMLElement>(`:is(input[id^=option-${index}-], input[id^=row-${index}-])`)
  if (option === null) return
  event.preventDefault()
  option.focus()
}

/** Why parts of the form are locked, and what can be changed. */
function LockedNotice({ editor, question }: QuestionProps) {
  const { draft, locked } = editor
  const key = question.index
  if (!isLocked(draft.value, key, locked.value)) return null
  return (
    <p class="help">
      {words.questions.lockedQuestion({
        position: key + 1,
        hasResponses: locked.value.responses > 0,
        hasOptions: draft.value.stored[key]?.type === 'multiple_choice',
        isBoard: question.type === 'upvoted_question',
      })}
    </p>
  )
}

function TypeField({ editor, question }: QuestionProps) {
  const key = question.index
  const { draft, locked } = editor
  const type = words.common.questionTypes[question.type as QuestionType]
  const isFixed = isLocked(draft.value, key, locked.value) && draft.value.stored[key]?.type === question.type
  if (isFixed && !hasFocus(`type-${key}`))
    return (
      <p class="fixed">
        <strong>{words.questions.type}</strong> {type}
      </p>
    )
  return (
    <div>
      <label for={`type-${key}`}>{words.questions.type}</label>
      <select
        id={`type-${key}`}
        value={String(question.type)}
        onChange={({ currentTarget: { value } }) => {
          const chosen = QUESTION_TYPES.find(one => one === value)
          if (chosen !== undefined) editor.edit(retype(draft.value, key, chosen))
        }}
      >
        {QUESTION_TYPES.map(one => (
          <option key={one} value={one}>
            {words.common.questionTypes[one]}
          </option>
        ))}
      </select>
    </div>
  )
}
