import { sentence } from '../../../src/domain/values/text.ts'
import { showNotice } from '../../ui/notice.tsx'
import { focusSoon } from '../../ui/questions/action-button.tsx'
import { positionOf } from '../../ui/questions/draft.ts'
import { type EditProblem, restoreLocked } from '../../ui/questions/edit-impact.ts'
import { words } from '../../words/words.ts'
import type { Editor } from './editor.ts'

interface Props {
  readonly editor: Editor
  readonly consequences: readonly EditProblem[]
}

/** What prevents the draft from being saved, and what else changes with it. */
export function ProblemSummary({ editor, consequences }: Props) {
  const { impact } = editor.validation.value
  const problems = editor.problems.value
  const error = editor.serverError.value
  return (
    <>
      {(problems.length > 0 || error !== undefined) && (
        <section class="summary" id="problems" tabIndex={-1} aria-labelledby="problems-title">
          <h2 id="problems-title">{problems.length === 0 ? words.questions.saveFailed : words.questions.cannotSave}</h2>
          <ProblemList editor={editor} issues={problems} />
          {problems.length === 0 && error !== undefined && (
            <p class="said">{words.questions.serverSays(sentence(error))}</p>
          )}
          {impact.length > 0 && <RestoreButton editor={editor} />}
        </section>
      )}
      {editor.isChanged.value && consequences.length > 0 && (
        <section aria-labelledby="consequences-title">
          <h2 id="consequences-title" class="minor">
            {words.questions.consequences}
          </h2>
          <ul>
            {consequences.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function ProblemList({ editor, issues }: { readonly editor: Editor; readonly issues: readonly EditProblem[] }) {
  return (
    <ul>
      {issues.map(({ key, text }) => (
        <li key={`${key} ${text}`}>
          {key !== undefined && (
            <button type="button" class="to-question" onClick={() => openQuestion(editor, key)}>
              {words.questions.goToQuestion(positionOf(editor.draft.value, key) + 1)}
            </button>
          )}{' '}
          {text}
        </li>
      ))}
    </ul>
  )
}

function openQuestion(editor: Editor, key: number): void {
  editor.openKey.value = key
  focusSoon(`open-${key}`)
}

/** A way to continue when answers do not allow the changes. */
function RestoreButton({ editor }: { readonly editor: Editor }) {
  const back = () => {
    const draft = editor.draft.value
    editor.edit(restoreLocked(draft, editor.locked.value))
    focusSoon('questions-top')
    showNotice(words.questions.restoredLocked, () => editor.edit(draft))
  }
  return (
    <p class="row">
      <button type="button" class="quiet" onClick={back}>
        {words.questions.restoreLocked}
      </button>
    </p>
  )
}
