import { useSignal } from '@preact/signals'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { attempt, showError, showNotice } from '../ui/notice.tsx'
import { RequestError } from '../ui/request.ts'
import { fromLocalInput } from '../ui/time.ts'
import { isPast, TimeField } from './settings/time-field.tsx'
import { updateSurvey } from './settings/update-survey.ts'
import type { SurveyModel } from './survey-model.ts'

/** At once: what is done by mistake is taken back by the same button. What has expired is asked until when. */
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
          {status === 'open' ? 'Close' : 'Open'}
          <span class="spare"> the survey</span>
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
  if (await attempt(() => model.update({ status: 'closed' })))
    showNotice('The survey is closed: it takes no more answers.')
}

/** @returns `expired` where it would take no answers */
async function openSurvey(model: SurveyModel): Promise<'expired' | undefined> {
  try {
    await model.update({ status: 'open' })
  } catch (error) {
    if (error instanceof RequestError && error.code === 'survey_expired') return 'expired'
    return void showError(error)
  }
  const isOpen = model.survey.value.status === 'open'
  return void showNotice(isOpen ? 'The survey takes answers.' : TAKEN_DOWN)
}

const TAKEN_DOWN = 'The survey stays closed: whoever runs this service has taken it down.'

function ReopenDialog({ model, onEnd }: { readonly model: SurveyModel; readonly onEnd: () => void }) {
  const until = useSignal('')
  const reopen = () => {
    onEnd()
    updateSurvey(model, { status: 'open', expires_at: fromLocalInput(until.value) }, 'The survey takes answers again.')
  }
  return (
    <ConfirmDialog
      title="This survey has expired"
      confirmLabel="Open the survey"
      canConfirm={!isPast(until.value)}
      onConfirm={reopen}
      onCancel={onEnd}
    >
      <TimeField label="Open it again until" value={until} pastText="Choose a time that lies ahead." />
      <p class="help">Left empty, it takes answers until you close it.</p>
    </ConfirmDialog>
  )
}
