import type { JsonObject } from '../../../src/domain/json.ts'
import { QUESTION_TYPES } from '../../../src/domain/question.ts'
import { addNew, removeQuestion } from './acts.ts'
import { add, change, placeOf, remove, retype } from './draft.ts'
import { isAnswered } from './harm.ts'
import { OptionFields } from './option-fields.tsx'
import { RequirementFields } from './requirement-fields.tsx'
import { type Fields, holdsFocus, reasonAgainst, StepButton } from './step.tsx'
import { TYPES } from './words.ts'

/** All of one question that can be edited, and why the rest cannot. */
export function QuestionFields({ editor, question }: Fields) {
  const key = question.index
  const put = (members: JsonObject) => editor.edit(change(editor.draft.value, key, members))
  return (
    <div class="fields">
      <Stays editor={editor} question={question} />
      <div>
        <label for={`text-${key}`}>Question</label>
        <textarea
          id={`text-${key}`}
          rows={2}
          value={String(question.text)}
          onInput={({ currentTarget }) => put({ text: currentTarget.value })}
        />
      </div>
      <TypeField editor={editor} question={question} />
      {question.type === 'multiple_choice' && <OptionFields editor={editor} question={question} />}
      {question.type === 'upvoted_question' && (
        <label class="check">
          <input
            type="checkbox"
            checked={question.moderated === true}
            onChange={({ currentTarget }) => put({ moderated: currentTarget.checked })}
          />
          Hold new questions back until I show them
        </label>
      )}
      <RequirementFields editor={editor} question={question} />
      <Acts editor={editor} question={question} />
    </div>
  )
}

/** In place of what is not offered: why, and what is. */
function Stays({ editor, question }: Fields) {
  const { draft, answered } = editor
  const key = question.index
  if (!isAnswered(draft.value, key, answered.value)) return null
  const isChoice = draft.value.stored[key]?.type === 'multiple_choice'
  return (
    <p class="help">
      {answered.value.responses > 0 ? 'The survey has answers' : 'Something was asked on this board'}, so this stays
      question {key + 1}, of its type{isChoice && ', and keeps its options'}, and cannot be removed. You can reword it
      {isChoice && ', add options, put them in another order'}
      {question.type === 'upvoted_question' ? '' : ' and change when an answer is required'}.
    </p>
  )
}

function TypeField({ editor, question }: Fields) {
  const key = question.index
  const { draft, answered } = editor
  const type = TYPES[question.type as keyof typeof TYPES]
  const isFixed = isAnswered(draft.value, key, answered.value) && draft.value.stored[key]?.type === question.type
  if (isFixed && !holdsFocus(`type-${key}`))
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
            {TYPES[one]}
          </option>
        ))}
      </select>
    </div>
  )
}

function Acts({ editor, question }: Fields) {
  const draft = editor.draft.value
  const after = placeOf(draft, question.index) + 1
  const reason = reasonAgainst(editor, add(draft, after))
  const place = reason === undefined ? after : draft.questions.length
  return (
    <p class="row">
      <StepButton reason={reason} act={() => addNew(editor, after)}>
        Add a question after this
      </StepButton>
      <button type="button" class="quiet" onClick={() => addNew(editor, place, question)}>
        Duplicate
      </button>
      <StepButton
        reason={reasonAgainst(editor, remove(draft, question.index))}
        act={() => removeQuestion(editor, question)}
      >
        Remove
      </StepButton>
    </p>
  )
}
