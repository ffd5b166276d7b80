import { attempt, sentence, showNotice } from '../../ui/notice.tsx'
import { words } from '../../words/words.ts'
import { ActionButton, focusSoon } from './action-button.tsx'
import { positionOf } from './draft.ts'
import { type EditProblem, restoreLocked } from './edit-impact.ts'
import type { Editor } from './editor.ts'

interface Props {
  readonly editor: Editor
  readonly movedRules: readonly EditProblem[]
}

/** What keeps the draft from being saved, and what changes with it. */
export function ProblemSummary({ editor, movedRules }: Props) {
  const { impact, issues, refusal } = editor.validation.value
  const message = refusal ?? editor.serverError.value
  return (
    <>
      {message !== undefined && (
        <section class="summary" id="problems" tabIndex={-1} aria-labelledby="problems-title">
          <h2 id="problems-title">{refusal === undefined ? words.questions.saveFailed : words.questions.cannotSave}</h2>
          <ProblemList editor={editor} issues={[...impact, ...issues]} />
          <p class="said">{words.questions.serverSays(sentence(message))}</p>
          {impact.length > 0 && <Remedies editor={editor} />}
        </section>
      )}
      {editor.isChanged.value && movedRules.length > 0 && (
        <section aria-labelledby="consequences-title">
          <h2 id="consequences-title" class="minor">
            {words.questions.consequences}
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

/** Two ways out when answers do not allow the changes: restore, or copy to a new survey. */
function Remedies({ editor }: { readonly editor: Editor }) {
  const back = () => {
    const draft = editor.draft.value
    editor.edit(restoreLocked(draft, editor.locked.value))
    focusSoon('questions-top')
    showNotice(words.questions.restoredLocked, () => editor.edit(draft))
  }
  return (
    <div class="row">
      <button type="button" class="quiet" onClick={back}>
        {words.questions.restoreLocked}
      </button>
      <CopyButton editor={editor} variant="quiet" />
    </div>
  )
}

/** Copies the request that creates a new survey, since creating it takes the owner's API token. */
export function CopyButton({ editor, variant }: { readonly editor: Editor; readonly variant: string }) {
  const { issues } = editor.validation.value
  const copy = async () => {
    const done = await attempt(() => navigator.clipboard.writeText(editor.newSurveyJson()))
    if (done) showNotice(words.questions.copied)
  }
  return (
    <ActionButton
      disabledReason={issues.length === 0 ? undefined : words.questions.fixFirst}
      onPress={copy}
      variant={variant}
    >
      {words.questions.copyAsNew}
    </ActionButton>
  )
}
