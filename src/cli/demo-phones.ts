import type { Context } from '../service/context.ts'
import { Responses } from '../service/responses.ts'
import { demoAnswers } from './demo.ts'

/** Simulated phones that answer the demo survey, and the time in which all of them do, in milliseconds. */
const PHONES = 200
const DURATION_MS = 120_000

/** Lets simulated phones answer the demo survey at random moments, so that its results move. */
export function startPhones(context: Context, slug: string): void {
  const responses = new Responses(context)
  const answer = (phone: number) => () => {
    // The survey may be closed or gone by then, and the server may be stopping.
    responses.submit(slug, { answers: demoAnswers(phone) }).catch(err => context.log.debug({ err }, 'a phone gave up'))
  }
  for (let phone = 0; phone < PHONES; phone++) setTimeout(answer(phone), Math.random() * DURATION_MS).unref()
}
