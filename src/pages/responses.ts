import type { Response } from '../service/responses.ts'

/** A response as it was kept, to whoever sent it. */
export function responseJson({ id, submittedAt, answers }: Response): string {
  return `{"id":"${id}","submitted_at":"${submittedAt}","answers":${answers}}`
}
