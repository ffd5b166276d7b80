import { useEffect } from 'preact/hooks'
import { showNotice } from '../../ui/notice.tsx'
import type { SurveyModel } from '../survey-model.ts'
import { movedRules } from './draft-validation.ts'
import { editorOf } from './editor.ts'
import { addQuestion } from './question-actions.ts'
import { QuestionRow } from './question-row.tsx'
import './questions.css'
import { EditSummary } from './edit-summary.tsx'
import { ProblemSummary } from './problem-summary.tsx'
import { SaveBar } from './save-bar.tsx'

/** The questions of a survey, edited; what the service would refuse is told before it is asked. */
export function Questions({ model }: { readonly model: SurveyModel }) {
  const editor = editorOf(model)
  const { questions } = editor.draft.value
  const moved = movedRules(editor.draft.value)
  useEffect(
    () => () => {
      if (editor.isChanged.peek())
        showNotice('Your changes to the questions are not saved yet. They are kept until you close this page.')
    },
    [],
  )
  return (
    <div class="editor">
      <h2 id="questions-top" tabIndex={-1}>
        {questions.length} {questions.length === 1 ? 'question' : 'questions'}
      </h2>
      <EditSummary editor={editor} />
      <ol class="entries">
        {questions.map((question, position) => (
          <QuestionRow
            key={question.index}
            editor={editor}
            question={question}
            position={position}
            movedRules={moved}
          />
        ))}
      </ol>
      <button type="button" class="quiet" onClick={() => addQuestion(editor, questions.length)}>
        Add a question
      </button>
      <ProblemSummary editor={editor} movedRules={moved} />
      <SaveBar editor={editor} />
      <p class="visually-hidden" role="status">
        {editor.announcement.value}
      </p>
    </div>
  )
}
