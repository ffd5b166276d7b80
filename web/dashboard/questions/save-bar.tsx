import type { Editor } from './editor.ts'
import { focusSoon, StepButton } from './step.tsx'
import { CopyButton } from './summary.tsx'

/** What is done with the edit; always in sight. */
export function SaveBar({ editor }: { readonly editor: Editor }) {
  return (
    <div class="save-bar">{editor.forCopy.value ? <ForCopy editor={editor} /> : <ForSurvey editor={editor} />}</div>
  )
}

function ForSurvey({ editor }: { readonly editor: Editor }) {
  const { harms, faults } = editor.explanation.value
  const isChanged = editor.changed.value
  const things = harms.length + faults.length
  const save = async () => {
    if (!editor.saving.value && (things > 0 || !(await editor.save()))) focusSoon('in-the-way')
  }
  return (
    <>
      <StepButton reason={isChanged ? undefined : 'Nothing is changed yet.'} act={save} look="">
        Save questions
      </StepButton>
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
      <span class={things > 0 ? 'in-the-way' : 'muted'}>{isChanged && standing(things)}</span>
    </>
  )
}

function standing(things: number): string {
  if (things === 0) return 'Not saved yet'
  return things === 1 ? 'One thing is in the way' : `${things} things are in the way`
}

function ForCopy({ editor }: { readonly editor: Editor }) {
  return (
    <>
      <CopyButton editor={editor} look="" />
      <button
        type="button"
        class="quiet"
        onClick={() => {
          editor.forCopy.value = false
          focusSoon('questions-top')
        }}
      >
        Back to this survey
      </button>
    </>
  )
}
