import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { attempt } from '../../ui/notice.tsx'
import { dashboardTexts } from '../../words/dashboard-words.ts'
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
        {isBusy.value ? dashboardTexts.settings.deleting : dashboardTexts.settings.deleteSurvey}
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

/** Asks for the survey's slug, so that the wrong survey is not deleted by accident. */
function DeleteDialog({ model, ...handlers }: Props) {
  const id = useId()
  const typed = useSignal('')
  const { title, response_count: count } = model.survey.value
  return (
    <ConfirmDialog
      title={dashboardTexts.settings.deleteTitle(title)}
      confirmLabel={dashboardTexts.settings.deleteAction}
      isDestructive
      canConfirm={typed.value.trim() === model.slug}
      {...handlers}
    >
      <p>{dashboardTexts.settings.deleteLoss(count)}</p>
      <label for={id}>
        {dashboardTexts.settings.deleteConfirm.before}
        <code>{model.slug}</code>
        {dashboardTexts.settings.deleteConfirm.after}
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
