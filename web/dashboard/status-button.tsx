import { useSignal } from '@preact/signals'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { attempt, showError, showNotice } from '../ui/notice.tsx'
import { RequestError } from '../ui/request.ts'
import { fromLocalInput, isPast } from '../ui/time.ts'
import { TimeField } from '../ui/time-field.tsx'
import { dashboardTexts } from '../words/dashboard-words.ts'
import { updateSurvey } from './settings/update-survey.ts'
import type { SurveyModel } from './survey-model.ts'

/** Opens or closes immediately; the same button undoes it. An expired survey needs a new deadline first. */
export function StatusButton({ model }: { readonly model: SurveyModel }) {
  const { status } = model.survey.value
  const isBusy = useSignal(false)
  const isAsking = useSignal(false)
  const press = async () => {
    isBusy.value = true
    if (status === 'open') await closeSurvey(model)
    else isAsking.value = status === 'expired' || (await openSurvey(model)) === 'expired'
    isBusy.value = false
  }
  return (
    <>
      <button type="button" class="quiet" aria-disabled={isBusy.value} onClick={() => isBusy.value || press()}>
        <span>
          {status === 'open' ? dashboardTexts.header.close : dashboardTexts.header.open}
          <span class="wide-only"> {dashboardTexts.header.survey}</span>
        </span>
      </button>
      {isAsking.value && (
        <ReopenDialog
          model={model}
          onEnd={() => {
            isAsking.value = false
          }}
        />
      )}
    </>
  )
}

async function closeSurvey(model: SurveyModel): Promise<void> {
  if (await attempt(() => model.update({ status: 'closed' }))) showNotice(dashboardTexts.header.closed)
}

/** @returns `expired` if the survey needs a new deadline first */
async function openSurvey(model: SurveyModel): Promise<'expired' | undefined> {
  try {
    await model.update({ status: 'open' })
  } catch (error) {
    if (error instanceof RequestError && error.code === 'survey_expired') return 'expired'
    return void showError(error)
  }
  // A survey that the operator has taken down stays closed, and the header says so.
  if (model.survey.value.status === 'open') showNotice(dashboardTexts.header.opened)
  return undefined
}

function ReopenDialog({ model, onEnd }: { readonly model: SurveyModel; readonly onEnd: () => void }) {
  const until = useSignal('')
  const reopen = () => {
    onEnd()
    updateSurvey(model, { status: 'open', expires_at: fromLocalInput(until.value) }, dashboardTexts.header.reopened)
  }
  return (
    <ConfirmDialog
      title={dashboardTexts.header.expiredTitle}
      confirmLabel={dashboardTexts.header.openSurvey}
      canConfirm={!isPast(until.value)}
      onConfirm={reopen}
      onCancel={onEnd}
    >
      <TimeField
        label={dashboardTexts.header.openUntil}
        value={until}
        pastText={dashboardTexts.settings.chooseFuture}
      />
      <p class="help">{dashboardTexts.header.openUntilHelp}</p>
    </ConfirmDialog>
  )
}
