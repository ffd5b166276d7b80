import { useEffect } from 'preact/hooks'
import { say } from '../../ui/notice.tsx'
import type { Desk } from '../desk.ts'
import { addNew } from './acts.ts'
import { editorOf } from './editor.ts'
import { followed } from './explain.ts'
import { QuestionRow } from './question-row.tsx'
import './questions.css'
import { SaveBar } from './save-bar.tsx'
import { Standing } from './standing.tsx'
import { Summary } from './summary.tsx'

/** The questions of a survey, edited; what the service would refuse is told before it is asked. */
export function Questions({ desk }: { readonly desk: Desk }) {
  const editor = editorOf(desk)
  const { questions } = editor.draft.value
  const follows = followed(editor.draft.value)
  useEffect(
    () => () => {
      if (editor.changed.peek())
        say('Your changes to the questions are not saved yet. They are kept until you close this page.')
    },
    [],
  )
  return (
    <div class="editor">
      <h2 id="questions-top" tabIndex={-1}>
        {questions.length} {questions.length === 1 ? 'question' : 'questions'}
      </h2>
      <Standing editor={editor} />
      <ol class="entries">
        {questions.map((question, place) => (
          <QuestionRow key={question.index} editor={editor} question={question} place={place} follows={follows} />
        ))}
      </ol>
      <button type="button" class="quiet" onClick={() => addNew(editor, questions.length)}>
        Add a question
      </button>
      <Summary editor={editor} follows={follows} />
      <SaveBar editor={editor} />
      <p class="visually-hidden" role="status">
        {editor.told.value}
      </p>
    </div>
  )
}
