import type { Status } from '../surveys/lifecycle.ts'
import type { Question } from '../surveys/question.ts'
import { MAX_FRONT_OPTIONS } from './limits.ts'
import { areResultsVisible, type Sharing } from './sharing.ts'

interface FrontSurvey {
  readonly survey: Sharing & { readonly paced: boolean; readonly sharedDevice: boolean }
  readonly questions: readonly Question[]
  readonly status: Status
}

/**
 * What keeps a survey from being the question on the front page, where one tap is the whole response and its result
 * follows at once.
 * @returns undefined if nothing does
 */
export function obstacleToFront({ survey, questions, status }: FrontSurvey): string | undefined {
  const [question] = questions
  if (status !== 'open') return 'it is not open'
  if (survey.paced) return 'its presenter sets the pace'
  if (survey.sharedDevice) return 'it is for a shared device'
  if (question?.type !== 'multiple_choice' || questions.length > 1) return 'it is not a single multiple-choice question'
  if (question.options.size > MAX_FRONT_OPTIONS) return `it has more than ${MAX_FRONT_OPTIONS} options`
  return areResultsVisible(survey) ? undefined : 'it does not share its results'
}
