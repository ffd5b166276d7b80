import { words } from '../../words/words.ts'
import { ActionButton, blockedBy, type QuestionProps } from './action-button.tsx'
import { add, positionOf, remove } from './draft.ts'
import { addQuestion, removeQuestion } from './question-actions.ts'

/** What can be done with a question of a survey as a whole. */
export function QuestionButtons({ editor, question }: QuestionProps) {
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
