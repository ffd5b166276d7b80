import { attempt, say, sentence } from '../../ui/notice.tsx'
import { placeOf } from './draft.ts'
import type { Editor } from './editor.ts'
import { type Fault, putBack } from './harm.ts'
import { focusSoon, StepButton } from './step.tsx'

interface Summed {
  readonly editor: Editor
  readonly follows: readonly Fault[]
}

/** What stands in the way of saving, in our words and in the service's, and what goes along with the edit. */
export function Summary({ editor, follows }: Summed) {
  const { harms, faults, refusal } = editor.explanation.value
  const said = refusal ?? editor.refused.value
  return (
    <>
      {said !== undefined && (
        <section class="summary" id="in-the-way" tabIndex={-1} aria-labelledby="in-the-way-name">
          <h2 id="in-the-way-name">{refusal === undefined ? 'This was not saved' : 'This cannot be saved yet'}</h2>
          <List editor={editor} faults={[...harms, ...faults]} />
          <p class="said">The service says: {sentence(said)}</p>
          {harms.length > 0 && <Ways editor={editor} />}
        </section>
      )}
      {editor.changed.value && follows.length > 0 && (
        <section aria-labelledby="follows-name">
          <h2 id="follows-name" class="minor">
            What goes along
          </h2>
          <ul>
            {follows.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function List({ editor, faults }: { readonly editor: Editor; readonly faults: readonly Fault[] }) {
  return (
    <ul>
      {faults.map(({ key, text }) => (
        <li key={`${key} ${text}`}>
          {key !== undefined && (
            <button type="button" class="to-question" onClick={() => openQuestion(editor, key)}>
              Question {placeOf(editor.draft.value, key) + 1}
            </button>
          )}{' '}
          {text}
        </li>
      ))}
    </ul>
  )
}

function openQuestion(editor: Editor, key: number): void {
  editor.opened.value = key
  focusSoon(`open-${key}`)
}

/** Out of what answers do not allow: this survey as they need it, or another one. */
function Ways({ editor }: { readonly editor: Editor }) {
  const back = () => {
    const draft = editor.draft.value
    editor.edit(putBack(draft, editor.answered.value))
    focusSoon('questions-top')
    say('What has answers is back as it was. The rest of your edit stays.', () => editor.edit(draft))
  }
  return (
    <div class="row">
      <button type="button" class="quiet" onClick={back}>
        Put back what has answers
      </button>
      <CopyButton editor={editor} look="quiet" />
    </div>
  )
}

/** A new survey cannot be made from here, since that takes its owner's token; what is sent for it can. */
export function CopyButton({ editor, look }: { readonly editor: Editor; readonly look: string }) {
  const { faults } = editor.explanation.value
  const copy = async () => {
    const done = await attempt(() => navigator.clipboard.writeText(editor.copied()))
    if (done) say('Copied. Send it as the body of POST /api/v1/surveys with an API token: that makes the new survey.')
  }
  return (
    <StepButton
      reason={
        faults.length === 0
          ? undefined
          : 'First mend what is listed above; a new survey would not be made of it either.'
      }
      act={copy}
      look={look}
    >
      Copy as a new survey
    </StepButton>
  )
}
