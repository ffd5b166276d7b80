import { ActionButton, focusSoon } from './action-button.tsx'
import type { Editor } from './editor.ts'
import { CopyButton } from './problem-summary.tsx'

/** What is done with the edit; always in sight. */
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
    if (!editor.isSaving.value && (count > 0 || !(await editor.save()))) focusSoon('in-the-way')
  }
  return (
    <>
      <ActionButton disabledReason={isChanged ? undefined : 'Nothing is changed yet.'} onPress={save} variant="">
        Save questions
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
          Discard
        </button>
      )}
      <span class={count > 0 ? 'in-the-way' : 'muted'}>{isChanged && statusText(count)}</span>
    </>
  )
}

function statusText(count: number): string {
  if (count === 0) return 'Not saved yet'
  return count === 1 ? 'One thing is in the way' : `${count} things are in the way`
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
        Back to this survey
      </button>
    </>
  )
}
