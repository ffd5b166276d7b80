import type { Answer } from '../../domain/values/answer.ts'
import type { Context } from '../../service/context.ts'
import { Responses } from '../../service/responses/responses.ts'

/** Number of simulated phones that answer. */
const PHONES = 200

/**
 * Makes simulated phones answer a survey at random moments, so that its results change.
 * @param minutes within which all of them do
 */
export function startPhones(
  context: Context,
  slug: string,
  { answersOf, minutes }: { readonly answersOf: (phone: number) => readonly Answer[]; readonly minutes: number },
): void {
  const responses = new Responses(context)
  const answer = (phone: number) => () => {
    // By then, the survey may be closed or deleted, or the server may be stopping.
    responses.submit(slug, { answers: answersOf(phone) }).catch(err => context.log.debug({ err }, 'a phone gave up'))
  }
  for (let phone = 0; phone < PHONES; phone++) setTimeout(answer(phone), Math.random() * minutes * 60_000).unref()
}
