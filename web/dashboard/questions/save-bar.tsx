import { words } from '../../words/words.ts'
import { ActionButton, focusSoon } from './action-button.tsx'
import type { Editor } from './editor.ts'
import { CopyButton } from './problem-summary.tsx'

/** The buttons that save or discard the edit; always visible. */
export function SaveBar({ editor }: { readonly editor: Editor }) {
  return (
    <div class="save-bar">{editor.isForCopy.value ? <ForCopy editor={editor} /> : <ForSurvey editor={editor} />}</div>
  )
}

function ForSurvey({ editor }: { readonly editor: Editor }) {
  const { impact, issues } = editor.validation.value
  const isChanged = editor.isChanged.value
  const count = impact.length + issues.length
  const save = async () => {
    if (!editor.isSaving.value && (count > 0 || !(await editor.save()))) focusSoon('problems')
  }
  return (
    <>
      <ActionButton disabledReason={isChanged ? undefined : words.questions.nothingChanged} onPress={save} variant="">
        {words.questions.save}
      </ActionButton>
      {isChanged && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            editor.discard()
            focusSoon('questions-top')
          }}
        >
          {words.questions.discard}
        </button>
      )}
      <span class={count > 0 ? 'has-problems' : 'muted'}>{isChanged && statusText(count)}</span>
    </>
  )
}

function statusText(count: number): string {
  return count === 0 ? words.questions.notSaved : words.questions.problems(count)
}

function ForCopy({ editor }: { readonly editor: Editor }) {
  return (
    <>
      <CopyButton editor={editor} variant="" />
      <button
        type="button"
        class="quiet"
        onClick={() => {
          editor.isForCopy.value = false
          focusSoon('questions-top')
        }}
      >
        {words.questions.backToSurvey}
      </button>
    </>
  )
}
