import { attempt, sentence, showNotice } from '../../ui/notice.tsx'
import { ActionButton, focusSoon } from './action-button.tsx'
import { positionOf } from './draft.ts'
import { type EditProblem, restoreLocked } from './edit-impact.ts'
import type { Editor } from './editor.ts'

interface Props {
  readonly editor: Editor
  readonly movedRules: readonly EditProblem[]
}

/** What stands in the way of saving, in our words and in the service's, and what goes along with the edit. */
export function ProblemSummary({ editor, movedRules }: Props) {
  const { impact, issues, refusal } = editor.validation.value
  const message = refusal ?? editor.serverError.value
  return (
    <>
      {message !== undefined && (
        <section class="summary" id="in-the-way" tabIndex={-1} aria-labelledby="in-the-way-name">
          <h2 id="in-the-way-name">{refusal === undefined ? 'This was not saved' : 'This cannot be saved yet'}</h2>
          <ProblemList editor={editor} issues={[...impact, ...issues]} />
          <p class="said">The service says: {sentence(message)}</p>
          {impact.length > 0 && <Remedies editor={editor} />}
        </section>
      )}
      {editor.isChanged.value && movedRules.length > 0 && (
        <section aria-labelledby="follows-name">
          <h2 id="follows-name" class="minor">
            What goes along
          </h2>
          <ul>
            {movedRules.map(({ text }) => (
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
              Question {positionOf(editor.draft.value, key) + 1}
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

/** Out of what answers do not allow: this survey as they need it, or another one. */
function Remedies({ editor }: { readonly editor: Editor }) {
  const back = () => {
    const draft = editor.draft.value
    editor.edit(restoreLocked(draft, editor.locked.value))
    focusSoon('questions-top')
    showNotice('What has answers is back as it was. The rest of your edit stays.', () => editor.edit(draft))
  }
  return (
    <div class="row">
      <button type="button" class="quiet" onClick={back}>
        Put back what has answers
      </button>
      <CopyButton editor={editor} variant="quiet" />
    </div>
  )
}

/** A new survey cannot be made from here, since that takes its owner's token; what is sent for it can. */
export function CopyButton({ editor, variant }: { readonly editor: Editor; readonly variant: string }) {
  const { issues } = editor.validation.value
  const copy = async () => {
    const done = await attempt(() => navigator.clipboard.writeText(editor.newSurveyJson()))
    if (done)
      showNotice('Copied. Send it as the body of POST /api/v1/surveys with an API token: that makes the new survey.')
  }
  return (
    <ActionButton
      disabledReason={
        issues.length === 0
          ? undefined
          : 'First mend what is listed above; a new survey would not be made of it either.'
      }
      onPress={copy}
      variant={variant}
    >
      Copy as a new survey
    </ActionButton>
  )
}
