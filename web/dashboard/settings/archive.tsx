import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

export function ArchiveSetting({ model }: { readonly model: SurveyModel }) {
  const { archived } = model.survey.value
  const done = archived ? 'The survey is in the list again.' : 'The survey is archived.'
  return (
    <>
      <p>{archived ? 'It is archived.' : 'It is in the list.'}</p>
      <button type="button" class="quiet" onClick={() => updateSurvey(model, { archived: !archived }, done)}>
        {archived ? 'Put it back into the list' : 'Archive the survey'}
      </button>
    </>
  )
}
