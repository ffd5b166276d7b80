import type { JsonObject } from '../../../src/domain/json.ts'
import { QUESTION_TYPES } from '../../../src/domain/question.ts'
import { ActionButton, blockedBy, hasFocus, type QuestionProps } from './action-button.tsx'
import { add, change, positionOf, remove, retype } from './draft.ts'
import { isLocked } from './edit-impact.ts'
import { OptionFields } from './option-fields.tsx'
import { addQuestion, removeQuestion } from './question-actions.ts'
import { TYPE_NAMES } from './question-label.ts'
import { RequirementFields } from './requirement-fields.tsx'

/** All of one question that can be edited, and why the rest cannot. */
export function QuestionFields({ editor, question }: QuestionProps) {
  const key = question.index
  const update = (members: JsonObject) => editor.edit(change(editor.draft.value, key, members))
  return (
    <div class="fields">
      <LockedNotice editor={editor} question={question} />
      <div>
        <label for={`text-${key}`}>Question</label>
        <textarea
          id={`text-${key}`}
          rows={2}
          value={String(question.text)}
          onInput={({ currentTarget }) => update({ text: currentTarget.value })}
        />
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
          Hold new questions back until I show them
        </label>
      )}
      <RequirementFields editor={editor} question={question} />
      <QuestionButtons editor={editor} question={question} />
    </div>
  )
}

/** In place of what is not offered: why, and what is. */
function LockedNotice({ editor, question }: QuestionProps) {
  const { draft, locked } = editor
  const key = question.index
  if (!isLocked(draft.value, key, locked.value)) return null
  const isChoice = draft.value.stored[key]?.type === 'multiple_choice'
  return (
    <p class="help">
      {locked.value.responses > 0 ? 'The survey has answers' : 'Something was asked on this board'}, so this stays
      question {key + 1}, of its type{isChoice && ', and keeps its options'}, and cannot be removed. You can reword it
      {isChoice && ', add options, put them in another order'}
      {question.type === 'upvoted_question' ? '' : ' and change when an answer is required'}.
    </p>
  )
}

function TypeField({ editor, question }: QuestionProps) {
  const key = question.index
  const { draft, locked } = editor
  const type = TYPE_NAMES[question.type as keyof typeof TYPE_NAMES]
  const isFixed = isLocked(draft.value, key, locked.value) && draft.value.stored[key]?.type === question.type
  if (isFixed && !hasFocus(`type-${key}`))
    return (
      <p class="fixed">
        <strong>Type</strong> {type}
      </p>
    )
  return (
    <div>
      <label for={`type-${key}`}>Type</label>
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
            {TYPE_NAMES[one]}
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
        Add a question after this
      </ActionButton>
      <button type="button" class="quiet" onClick={() => addQuestion(editor, position, question)}>
        Duplicate
      </button>
      <ActionButton
        disabledReason={blockedBy(editor, remove(draft, question.index))}
        onPress={() => removeQuestion(editor, question)}
      >
        Remove
      </ActionButton>
    </p>
  )
}
