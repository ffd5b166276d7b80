import { focusSoon } from './action-button.tsx'
import type { Editor } from './editor.ts'

/** What the questions of this survey allow, and what has come about during the edit. */
export function EditSummary({ editor }: { readonly editor: Editor }) {
  return (
    <>
      <div role="status">
        <ArrivalNotice editor={editor} />
        <ConflictNotice editor={editor} />
      </div>
      <AllowedEdits editor={editor} />
    </>
  )
}

function AllowedEdits({ editor }: { readonly editor: Editor }) {
  const { responses, boards } = editor.locked.value
  if (editor.isForCopy.value)
    return (
      <p class="notice">
        You are making a new survey of these questions, so all of them can be changed. This survey stays as it is. What
        you copy is JSON: the body of POST /api/v1/surveys, which makes the new survey with an API token.
      </p>
    )
  if (responses === 0)
    return (
      <p class="muted">
        {boards.size === 0
          ? 'Nobody has answered yet, so everything can be changed.'
          : 'Nobody has answered yet. A board on which something was asked stays in its place; all else can be changed.'}
      </p>
    )
  return (
    <div class="notice">
      <p>
        The survey has answers. They belong to a question’s place and to the words of its options, so questions stay
        where they are, with their type and their options.
      </p>
      <p>
        You can reword questions, add options, change when an answer is required, and add questions at the end. To
        change more, make a new survey of these questions.
      </p>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          editor.isForCopy.value = true
          focusSoon('questions-top')
        }}
      >
        Change more in a copy
      </button>
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
        <strong>{arrivals} while you edited.</strong>{' '}
        {impact.length === 0
          ? 'Your changes so far can still be saved.'
          : 'Some of your changes cannot be saved any more.'}
      </p>
      {impact.length > 0 && (
        <button type="button" class="quiet" onClick={() => focusSoon('in-the-way')}>
          See what can be done
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
        <strong>The questions were changed elsewhere while you edited.</strong> If you keep your edit, saving it
        replaces what was changed there.
      </p>
      <details>
        <summary>See the questions as they are now</summary>
        <ol>
          {questions.map(({ index, text }) => (
            <li key={String(index)}>{String(text)}</li>
          ))}
        </ol>
      </details>
      <p class="row">
        <button type="button" class="quiet" onClick={resolve(() => editor.rebase())}>
          Keep my edit
        </button>
        <button type="button" class="quiet" onClick={resolve(() => editor.discard())}>
          Take those instead
        </button>
      </p>
    </div>
  )
}
