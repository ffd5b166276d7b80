import { publicQuestion } from '../domain/surveys/question.ts'
import { JsonText } from '../domain/values/json-text.ts'
import type { PublicSurvey, SubmittedResponse } from '../service/responses/responses.ts'
import { formatTimestamp } from '../service/timestamp.ts'
import type { SurveyForRespondents } from './contract.ts'

/** A stored response, as returned to its sender. @param isFromPage pages get the questions too: a receipt shows them */
export function serializeResponse({ id, submittedAt, answers, questions }: SubmittedResponse, isFromPage: boolean) {
  return {
    id,
    submitted_at: submittedAt,
    answers: new JsonText(answers),
    ...(isFromPage && { questions: questions.map(({ text }) => text) }),
  }
}

/** A survey as JSON, for programs that answer it. Nobody reads its questions before it opens. */
export function serializeSurvey({
  survey: { slug, title, theme },
  questions,
  status,
  opensAt,
}: PublicSurvey): SurveyForRespondents {
  const asked = opensAt === null ? questions.map(publicQuestion) : []
  return {
    id: slug,
    title,
    status,
    ...(opensAt !== null && { opens_at: formatTimestamp(opensAt) }),
    questions: asked,
    theme,
  }
}
