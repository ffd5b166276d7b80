import { showError } from '../../ui/notice.tsx'
import { focusSoon } from '../../ui/questions/action-button.tsx'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'

/** Says how many groups an edit has dissolved, by whomever and wherever it was made, until somebody has read it. */
export function DissolvedGroups({ model }: { readonly model: SurveyModel }) {
  const { dissolved_groups: dissolved } = model.survey.value
  if (dissolved === 0) return null
  return (
    <div class="notice">
      <p>
        <strong>{words.questions.groupsDissolved(dissolved)}</strong> {words.questions.groupsDissolvedText}
      </p>
      <button type="button" class="quiet" onClick={() => dismiss(model)}>
        {words.common.dismiss}
      </button>
    </div>
  )
}

/** Setting the same groups again begins a new count. If more are dissolved in this moment, the notice stays. */
async function dismiss(model: SurveyModel): Promise<void> {
  const { groups, dissolved_groups: dissolved } = model.survey.value
  try {
    if (await model.updateIf({ groups }, survey => survey.dissolved_groups === dissolved)) focusSoon('questions-top')
  } catch (error) {
    showError(error)
  }
}
