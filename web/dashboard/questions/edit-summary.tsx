import { focusSoon } from '../../ui/questions/action-button.tsx'
import { words } from '../../words/words.ts'
import { DissolvedGroups } from './dissolved-groups.tsx'
import type { Editor } from './editor.ts'

/** What can be edited, and what has changed during the edit. */
export function EditSummary({ editor }: { readonly editor: Editor }) {
  return (
    <>
      <div role="status">
        <ArrivalNotice editor={editor} />
        <ConflictNotice editor={editor} />
        <DissolvedGroups model={editor.model} />
      </div>
      <AllowedEdits editor={editor} />
    </>
  )
}

function AllowedEdits({ editor }: { readonly editor: Editor }) {
  const { responses, boards } = editor.locked.value
  if (responses === 0)
    return <p class="muted">{boards.size === 0 ? words.questions.editable : words.questions.editableExceptBoards}</p>
  return (
    <div class="notice">
      <p>{words.questions.locked}</p>
      <p>{words.questions.lockedCan(editor.model.survey.value.is_owner)}</p>
    </div>
  )
}

function ArrivalNotice({ editor }: { readonly editor: Editor }) {
  const arrivals = editor.arrivalText.value
  if (arrivals === undefined) return null
  const { impact } = editor.validation.value
  return (
    <div class="notice">
      <p>
        <strong>{arrivals}</strong> {impact.length === 0 ? words.questions.stillSaveable : words.questions.notSaveable}
      </p>
      {impact.length > 0 && (
        <button type="button" class="quiet" onClick={() => focusSoon('problems')}>
          {words.questions.seeOptions}
        </button>
      )}
    </div>
  )
}

function ConflictNotice({ editor }: { readonly editor: Editor }) {
  if (!editor.changedElsewhere.value) return null
  const { questions } = editor.model.survey.value
  const resolve = (action: () => void) => () => {
    action()
    focusSoon('questions-top')
  }
  return (
    <div class="notice">
      <p>
        <strong>{words.questions.changedElsewhere}</strong> {words.questions.changedElsewhereText}
      </p>
      <details>
        <summary>{words.questions.seeOther}</summary>
        <ol>
          {questions.map(({ index, text }) => (
            <li key={String(index)} lang={editor.textLanguage.value.lang} dir="auto">
              {String(text)}
            </li>
          ))}
        </ol>
      </details>
      <p class="row">
        <button type="button" class="quiet" onClick={resolve(() => editor.rebase())}>
          {words.questions.keepMine}
        </button>
        <button type="button" class="quiet" onClick={resolve(() => editor.discard())}>
          {words.questions.useOther}
        </button>
      </p>
    </div>
  )
}
