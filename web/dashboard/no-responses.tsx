import { isBoardOnly, stateOf } from '../ui/survey-state.ts'
import { dashboardTexts } from '../words/dashboard-words.ts'
import { opening } from '../words/opening-words.ts'
import { words } from '../words/words.ts'
import type { SurveyModel } from './survey-model.ts'

/** Shown until the first response arrives: why there is none, and what to do about it. */
export function NoResponses({ model }: { readonly model: SurveyModel }) {
  const survey = model.survey.value
  const state = stateOf(survey)
  if (isBoardOnly(survey))
    return (
      <p class="no-responses">
        <span>
          {dashboardTexts.responses.none.boards} <a href="#board">{dashboardTexts.results.viewBoard}</a>
        </span>
      </p>
    )
  return (
    <div class="no-responses">
      {state === 'open' && <img src={`/s/${survey.id}/qr.svg`} alt={words.common.qrCode} width="160" height="160" />}
      <p>
        <strong>{dashboardTexts.results.noneTitle}</strong>{' '}
        {survey.opens_at === null ? dashboardTexts.responses.none[state] : opening.noResponses}
      </p>
    </div>
  )
}
