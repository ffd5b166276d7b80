import { useSignal } from '@preact/signals'
import { AsyncButton } from '../../ui/async-button.tsx'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { OneTimeLink } from './one-time-link.tsx'

/** The link that shows live results and nothing else. */
export function ProjectorSetting({ model }: { readonly model: SurveyModel }) {
  const made = useSignal<string>()
  const exists = made.value !== undefined || model.survey.value.projector
  const make = async () => {
    made.value = (await model.send<{ url: string }>('POST', '/projector')).url
    await model.reload()
  }
  const revoke = async () => {
    const isDone = await attempt(async () => {
      await model.send('DELETE', '/projector')
      made.value = undefined
      await model.reload()
    })
    if (isDone) showNotice(dashboardTexts.settings.projectorRevoked)
  }
  return (
    <>
      <p>{exists ? dashboardTexts.settings.projectorExists : dashboardTexts.settings.projectorNone}</p>
      {made.value !== undefined && (
        <OneTimeLink
          url={made.value}
          label={dashboardTexts.settings.projector}
          description={dashboardTexts.settings.projectorCreated}
        />
      )}
      <p class="row">
        <AsyncButton class="quiet" act={make}>
          {exists ? dashboardTexts.settings.replaceProjector : dashboardTexts.settings.createProjector}
        </AsyncButton>
        {exists && (
          <button type="button" class="quiet" onClick={revoke}>
            {dashboardTexts.settings.revokeProjector}
          </button>
        )}
      </p>
    </>
  )
}
