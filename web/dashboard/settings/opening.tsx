import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { showNotice } from '../../ui/notice.tsx'
import { stateOf } from '../../ui/survey-state.ts'
import { formatTime, fromLocalInput, isPast, toLocalInput } from '../../ui/time.ts'
import { TimeField } from '../../ui/time-field.tsx'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { opening as openingWords } from '../../words/opening-words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

/** Sets the time at which the survey opens; while it waits for that, opens it at once or keeps it closed. */
export function OpeningSetting({ model }: { readonly model: SurveyModel }) {
  const { opens_at: opens, status } = model.survey.value
  const initial = opens === null ? '' : toLocalInput(opens)
  const chosen = useSignal(initial)
  // The time can also be changed elsewhere, and pass.
  useLayoutEffect(() => {
    chosen.value = initial
  }, [initial])
  const isRefused = isPast(chosen.value)
  const set = () => {
    if (chosen.value === initial) return showNotice(openingWords.unchanged)
    // So that undoing it closes a survey that was closed.
    const from = status === 'closed' && opens === null && ({ status: 'open' } as const)
    return updateSurvey(model, { opens_at: fromLocalInput(chosen.value), ...from }, openingWords.isSet)
  }
  return (
    <form
      class="end"
      onSubmit={event => {
        event.preventDefault()
        if (!isRefused) set()
      }}
    >
      <p>{opens === null ? openingWords.none[stateOf(model.survey.value)] : openingWords.waits(formatTime(opens))}</p>
      <TimeField
        label={dashboardTexts.settings.dateAndTime}
        value={chosen}
        pastText={dashboardTexts.settings.chooseFuture}
        required
      />
      <p class="row">
        <button type="submit" class="quiet" aria-disabled={isRefused}>
          {openingWords.set}
        </button>
        {opens !== null && <Instead model={model} />}
      </p>
    </form>
  )
}

function Instead({ model }: { readonly model: SurveyModel }) {
  const open = () => updateSurvey(model, { opens_at: null }, openingWords.opened)
  const keepClosed = () => updateSurvey(model, { opens_at: null, status: 'closed' }, openingWords.closed)
  return (
    <>
      <button type="button" class="quiet" onClick={open}>
        {openingWords.openNow}
      </button>
      <button type="button" class="quiet" onClick={keepClosed}>
        {openingWords.keepClosed}
      </button>
    </>
  )
}
