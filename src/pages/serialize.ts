import { JsonText } from '../domain/json-text.ts'
import { publicQuestion } from '../domain/question.ts'
import type { PublicSurvey, Response } from '../service/responses.ts'

/** A stored response, as its sender receives it. */
export function serializeResponse({ id, submittedAt, answers }: Response) {
  return { id, submitted_at: submittedAt, answers: new JsonText(answers) }
}

/** A survey as JSON for programs that answer it. */
export function serializeSurvey({ survey: { slug, title, theme }, questions, status }: PublicSurvey) {
  return { id: slug, title, status, questions: questions.map(publicQuestion), theme }
}
