import { obstacleToFront } from '../../domain/results/front-survey.ts'
import { statusAt } from '../../domain/surveys/lifecycle.ts'
import { readQuestions } from '../../domain/surveys/question.ts'
import type { DatabaseInspection } from '../../store/inspection.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

const REMEDY =
  'set FRONT_SURVEY to the name of an open survey with one multiple-choice question that shares its results; until then, the front page shows an invented one'

/** Whether the survey that the operator has chosen can be answered on the front page. */
export async function checkFrontSurvey(
  slug: string | undefined,
  { findSurvey }: Pick<DatabaseInspection, 'findSurvey'>,
): Promise<CheckResult[]> {
  if (slug === undefined) return []
  const survey = await findSurvey(slug)
  if (survey === undefined) return [failed('front', `there is no survey ${slug}`, REMEDY)]
  const status = statusAt(survey, Date.now())
  const obstacle = obstacleToFront({ survey, status, questions: readQuestions(survey.questions) })
  if (obstacle !== undefined) return [failed('front', `the front page cannot show ${slug}: ${obstacle}`, REMEDY)]
  return [passed('front', `${slug} can be answered on the front page`)]
}
