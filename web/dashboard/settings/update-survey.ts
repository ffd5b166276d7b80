import { showError, showNotice } from '../../ui/notice.tsx'
import { RequestError } from '../../ui/request.ts'
import type { Changes, Survey, SurveyModel } from '../survey-model.ts'

/** Changes the survey and says so, with a way back; or says why not. @returns whether it was done */
export async function updateSurvey(model: SurveyModel, changes: Changes, message: string): Promise<boolean> {
  const previous = previousValues(model.survey.value, changes)
  try {
    await model.update(changes)
  } catch (error) {
    showError(withPlainText(error, changes))
    return false
  }
  showNotice(message, () => updateSurvey(model, previous, 'It is as it was before.'))
  return true
}

/** What takes changes back. What had expired comes back with its time alone. */
function previousValues({ status, ...survey }: Survey, changes: Changes): Changes {
  const names = Object.keys(survey).filter(name => name in changes)
  const previous = Object.fromEntries(names.map(name => [name, survey[name as keyof typeof survey]]))
  return { ...previous, ...(changes.status !== undefined && status !== 'expired' && { status }) }
}

/** The service speaks to programs here. */
function withPlainText(error: unknown, changes: Changes): unknown {
  if (!(error instanceof RequestError)) return error
  const text = error.code === 'entitlement_required' ? paidPlanText(changes) : ERROR_TEXTS[error.code ?? '']
  return text === undefined ? error : new RequestError(error.status, text, error.code)
}

const ERROR_TEXTS: Readonly<Record<string, string>> = {
  survey_expired: 'This time lies in the past, so the survey would take no answers. Choose one that lies ahead',
}

function paidPlanText({ theme }: Changes): string {
  const what = theme === undefined ? 'Choosing when a survey ends belongs' : 'Colours of your own belong'
  return `${what} to the paid plan of whoever made the survey`
}
