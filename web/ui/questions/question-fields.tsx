import type { JsonObject } from '../../../src/domain/json.ts'
import { QUESTION_TYPES, type QuestionType } from '../../../src/domain/question.ts'
import { words } from '../../words/words.ts'
import { ActionButton, blockedBy, hasFocus, type QuestionProps } from './action-button.tsx'
import { add, change, positionOf, remove, retype } from './draft.ts'
import { isLocked } from './edit-impact.ts'
import { errorsId, FieldErrors, hasErrors } from './field-errors.tsx'
import { onLeave } from './leave.ts'
import { OptionFields } from './option-fields.tsx'
import { addQuestion, removeQuestion } from './question-actions.ts'
import { RequirementFields } from './requirement-fields.tsx'
import './fields.css'

/** The form of a question. Locked parts are shown as text. */
export function QuestionFields({ editor, question }: QuestionProps) {
  const key = question.index
  const update = (members: JsonObject) => editor.edit(change(editor.draft.value, key, members))
  return (
    <div class="fields">
      <LockedNotice editor={editor} question={question} />
      <div>
        <label for={`text-${key}`}>{words.questions.text}</label>
        <textarea
          id={`text-${key}`}
          dir="auto"
          rows={2}
          value={String(question.text)}
          aria-invalid={hasErrors({ editor, question, part: 'text' })}
          aria-describedby={errorsId(key, 'text')}
          onInput={({ currentTarget }) => update({ text: currentTarget.value })}
          onFocusOut={onLeave(() => editor.leave(key, 'text'))}
        />
        <FieldErrors editor={editor} question={question} part="text" />
      </div>
      <TypeField editor={editor} question={question} />
      {question.type === 'multiple_choice' && <OptionFields editor={editor} question={question} />}
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
