import type { DashboardChange, DashboardSurvey as Survey } from '../../../src/dashboard/contract.ts'
import { showError, showNotice } from '../../ui/notice.tsx'
import { RequestError } from '../../ui/request.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { opening } from '../../words/opening-words.ts'
import { responseLimit } from '../../words/response-limit-words.ts'
import type { SurveyModel } from '../survey-model.ts'

/** How a survey has to be to be changed. */
interface Expectation {
  readonly isMet: (survey: Survey) => boolean
  /** What is said if it is not. */
  readonly otherwise: string
}

const ANY: Expectation = { isMet: () => true, otherwise: '' }

/**
 * Changes the survey and shows the result, with undo, or the error. Undoing does not undo what somebody else has chosen since.
 * @returns whether it succeeded
 */
export async function updateSurvey(
  model: SurveyModel,
  changes: DashboardChange,
  message: string,
  { isMet, otherwise }: Expectation = ANY,
): Promise<boolean> {
  const previous = previousValues(model.survey.value, changes)
  try {
    const isMade = await model.updateIf(changes, isMet)
    if (!isMade) throw new RequestError(412, otherwise)
  } catch (error) {
    showError(withPlainText(error, changes))
    return false
  }
  const made = valuesOf(model.survey.value, previous)
  const stillMade: Expectation = {
    isMet: survey => valuesOf(survey, previous) === made,
    otherwise: dashboardTexts.settings.changedSince,
  }
  showNotice(message, () => updateSurvey(model, previous, dashboardTexts.settings.restored, stillMade))
  return true
}

/** The values of the given settings, to be compared. */
function valuesOf(survey: Survey, changes: DashboardChange): string {
  return JSON.stringify(Object.keys(changes).map(name => survey[name as keyof Survey] ?? null))
}

/** The changes that undo the given ones. An expired survey is restored by its deadline alone. */
function previousValues({ status, ...survey }: Survey, changes: DashboardChange): DashboardChange {
  const names = Object.keys(survey).filter(name => name in changes)
  const previous = Object.fromEntries(names.map(name => [name, survey[name as keyof typeof survey]]))
  return { ...previous, ...(changes.status !== undefined && status !== 'expired' && { status }) }
}

/** Replaces API messages that are written for programs. */
function withPlainText(error: unknown, changes: DashboardChange): unknown {
  if (!(error instanceof RequestError)) return error
  const text = error.code === 'entitlement_required' ? paidPlanText(changes) : ERROR_TEXTS[error.code ?? '']
  return text === undefined ? error : new RequestError(error.status, text, error.code)
}

const ERROR_TEXTS: Readonly<Record<string, string>> = {
  survey_expired: dashboardTexts.settings.expiresInPast,
  opens_after_expiry: opening.afterDeadline,
  limit_is_reached: responseLimit.reached,
}

function paidPlanText({ theme }: DashboardChange): string {
  return theme === undefined ? dashboardTexts.settings.paidDeadline : dashboardTexts.settings.paidColours
}
