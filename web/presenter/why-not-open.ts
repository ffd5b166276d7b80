import { stateOf } from '../ui/survey-state.ts'
import { formatTime } from '../ui/time.ts'
import { opensOn } from '../words/opening-words.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import type { PresentationState } from './presentation-state.ts'

/** Why nobody can join, or when they can if that is known; undefined if the survey is open. */
export function whyNotOpen({ live }: PresentationState): string | undefined {
  const survey = live.survey.value
  const state = stateOf(survey)
  if (state === 'open') return undefined
  return survey.opens_at ? opensOn(formatTime(survey.opens_at)) : presenterTexts.notOpen[state]
}
