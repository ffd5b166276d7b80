import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

export function ArchiveSetting({ model }: { readonly model: SurveyModel }) {
  const { archived } = model.survey.value
  const done = archived ? words.settings.surveyRestored : words.settings.surveyArchived
  return (
    <>
      <p>{archived ? words.settings.archived : words.settings.notArchived}</p>
      <button type="button" class="quiet" onClick={() => updateSurvey(model, { archived: !archived }, done)}>
        {archived ? words.settings.unarchiveAction : words.settings.archiveAction}
      </button>
    </>
  )
}
