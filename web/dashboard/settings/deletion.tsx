import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { attempt } from '../../ui/notice.tsx'
import type { SurveyModel } from '../survey-model.ts'

export function DeletionSetting({ model }: { readonly model: SurveyModel }) {
  const isAsking = useSignal(false)
  const isBusy = useSignal(false)
  const setAsking = (is: boolean) => {
    isAsking.value = is
  }
  const deleteSurvey = async () => {
    setAsking(false)
    isBusy.value = true
    await attempt(() => model.delete())
    isBusy.value = false
  }
  return (
    <>
      <button
        type="button"
        class="quiet dangerous"
        aria-disabled={isBusy.value}
        onClick={() => isBusy.value || setAsking(true)}
      >
        {isBusy.value ? 'Deleting' : 'Delete the survey'}
      </button>
      {isAsking.value && <DeleteDialog model={model} onConfirm={deleteSurvey} onCancel={() => setAsking(false)} />}
    </>
  )
}

interface Props {
  readonly model: SurveyModel
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Whoever types a survey's name has read which one it is. */
function DeleteDialog({ model, ...handlers }: Props) {
  const id = useId()
  const typed = useSignal('')
  const { title, response_count: count } = model.survey.value
  return (
    <ConfirmDialog
      title={`Delete “${title}”?`}
      confirmLabel="Delete for good"
      isDestructive
      canConfirm={typed.value.trim() === model.slug}
      {...handlers}
    >
      <p>{lossText(count)} Nothing brings this back; an export keeps the handlers.</p>
      <label for={id}>
        Type <code>{model.slug}</code> to delete it
      </label>
      <input
        id={id}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
        }}
      />
    </ConfirmDialog>
  )
}

function lossText(count: number): string {
  if (count === 0) return 'It has no answers.'
  return count === 1 ? 'Its one answer goes with it.' : `Its ${count.toLocaleString('en')} answers go with it.`
}
