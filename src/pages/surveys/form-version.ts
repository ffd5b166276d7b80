import { hash } from 'node:crypto'
import { questionNames } from '../../domain/surveys/question-names.ts'
import { withoutRightAnswers } from '../../domain/surveys/question-settings.ts'
import type { PublicSurvey } from '../../service/responses/responses.ts'

/**
 * Changes with whatever somebody who is answering has to know: the questions, which of them need an answer or are shown as one, who sees results, and how answers are sent. It is
 * the same after a change of looks, of the deadline or of what is revealed.
 */
export function formVersion({ survey, questions }: Pick<PublicSurvey, 'survey' | 'questions'>): string {
  const { shareResults, sharedDevice, paced, questionSettings, texts, groups } = survey
  const requirements = questions.map(({ requirement }) => requirement)
  const beside = withoutRightAnswers(questionSettings)
  const known = [
    questionNames(questions),
    requirements,
    shareResults,
    sharedDevice,
    paced,
    ...beside,
    texts.introduction,
    ...groups,
  ]
  return hash('sha256', JSON.stringify(known), 'base64url').slice(0, VERSION_LENGTH)
}

const VERSION_LENGTH = 8
