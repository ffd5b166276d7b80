import { QUESTION_TYPES, type QuestionType } from '../../../src/domain/surveys/question.ts'
import type { JsonObject } from '../../../src/domain/values/json.ts'
import { words } from '../../words/words.ts'
import { ActionButton, blockedBy, hasFocus, type QuestionProps } from './action-button.tsx'
import { add, change, type DraftQuestion, positionOf, questionOf, remove, retype } from './draft.ts'
import { isLocked } from './edit-impact.ts'
import { errorsId, FieldErrors, hasErrors } from './field-errors.tsx'
import { onLeave } from './leave.ts'
import { OptionFields } from './option-fields.tsx'
import { addQuestion, removeQuestion } from './question-actions.ts'
import { RequirementFields } from './requirement-fields.tsx'
import { SettingsFields } from './settings-fields.tsx'
import { textAttributes } from './text-attributes.ts'
import './fields.css'

/**
 * A question's form. Locked parts are shown as text. Blanks at the ends of a typed text are removed when its field is
 * left.
 */
export function QuestionFields({ editor, question }: QuestionProps) {
  const key = question.index
  const update = (members: JsonObject) => editor.edit(change(editor.draft.value, key, members))
  // Uses the draft's value rather than the field's: a field that disappears together with the keys of a saved draft may
  // be left after them.
  const trim = () => {
    const text = questionOf(editor.draft.value, key)?.text
    if (typeof text === 'string' && text !== text.trim()) update({ text: text.trim() })
  }
  return (
    <div class="fields">
      <LockedNotice editor={editor} question={question} />
      <div>
        <label for={`text-${key}`}>{words.questions.text}</label>
        <textarea
          id={`text-${key}`}
          {...textAttributes(editor, String(question.text))}
          rows={2}
          value={String(question.text)}
          aria-invalid={hasErrors({ editor, question, part: 'text' })}
          aria-describedby={errorsId(key, 'text')}
          onInput={({ currentTarget }) => update({ text: currentTarget.value })}
          onChange={trim}
          onKeyDown={event => pressInText(event, question)}
          onFocusOut={onLeave(() => editor.leave(key, 'text'))}
        />
        <FieldErrors editor={editor} question={question} part="text" />
      </div>
      <TypeField editor={editor} question={question} />
      {question.type === 'multiple_choice' && <OptionFields editor={editor} question={question} />}
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
      <QuestionButtons editor={editor} question={question} />
    </div>
  )
}

/** Enter moves on to the options, as it does from one option to the next; with Shift it starts a new line. */
function pressInText(event: KeyboardEvent, { index }: DraftQuestion): void {
  if (event.key !== 'Enter' || event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return
  const option = document.querySelector<HTMLElement>(`input[id^=option-${index}-]`)
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

function QuestionButtons({ editor, question }: QuestionProps) {
  const draft = editor.draft.value
  const after = positionOf(draft, question.index) + 1
  const disabledReason = blockedBy(editor, add(draft, after))
  const position = disabledReason === undefined ? after : draft.questions.length
  return (
    <p class="row">
      <ActionButton disabledReason={disabledReason} onPress={() => addQuestion(editor, after)}>
        {words.questions.addAfter}
      </ActionButton>
      <button type="button" class="quiet" onClick={() => addQuestion(editor, position, question)}>
        {words.questions.duplicate}
      </button>
      <ActionButton
        disabledReason={blockedBy(editor, remove(draft, question.index))}
        onPress={() => removeQuestion(editor, question)}
      >
        {words.questions.delete}
      </ActionButton>
    </p>
  )
}
