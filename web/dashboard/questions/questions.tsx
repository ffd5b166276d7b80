import { useEffect } from 'preact/hooks'
import { showNotice } from '../../ui/notice.tsx'
import { addQuestion } from '../../ui/questions/question-actions.ts'
import type { SurveyModel } from '../survey-model.ts'
import { consequencesOf } from './draft-validation.ts'
import { editorOf } from './editor.ts'
import { QuestionRow } from './question-row.tsx'
import './questions.css'
import { words } from '../../words/words.ts'
import { EditSummary } from './edit-summary.tsx'
import { ProblemSummary } from './problem-summary.tsx'
import { SaveBar } from './save-bar.tsx'

/** The question editor. Changes that the server would reject are explained before saving. */
export function Questions({ model }: { readonly model: SurveyModel }) {
  const editor = editorOf(model)
  const { questions } = editor.draft.value
  const consequences = consequencesOf(editor.draft.value, editor.model.survey.value.results)
  useEffect(
    () => () => {
      if (editor.isChanged.peek()) showNotice(editor.isKept ? words.questions.leftUnsaved : words.questions.leftUnkept)
    },
    [],
  )
  return (
    <div class="editor">
      <h2 id="questions-top" tabIndex={-1}>
        {words.questions.count(questions.length)}
      </h2>
      <EditSummary editor={editor} />
      <ol class="entries">
        {questions.map((question, position) => (
          <QuestionRow
            key={question.index}
            editor={editor}
            question={question}
            position={position}
            consequences={consequences}
          />
        ))}
      </ol>
      <button type="button" class="quiet" onClick={() => addQuestion(editor, questions.length)}>
        {words.questions.add}
      </button>
      <ProblemSummary editor={editor} consequences={consequences} />
      <SaveBar editor={editor} />
      <p class="visually-hidden" role="status">
        {editor.announcement.value}
      </p>
    </div>
  )
}
