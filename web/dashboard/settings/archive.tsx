import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

export function ArchiveSetting({ model }: { readonly model: SurveyModel }) {
  const { archived } = model.survey.value
  const done = archived ? dashboardTexts.settings.surveyRestored : dashboardTexts.settings.surveyArchived
  return (
    <>
      <p>{archived ? dashboardTexts.settings.archived : dashboardTexts.settings.notArchived}</p>
      <button type="button" class="quiet" onClick={() => updateSurvey(model, { archived: !archived }, done)}>
        {archived ? dashboardTexts.settings.unarchiveAction : dashboardTexts.settings.archiveAction}
      </button>
    </>
  )
}
