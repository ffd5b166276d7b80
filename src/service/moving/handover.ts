import { temporaryEmail } from '../../domain/accounts/email.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { HAND_OVER } from '../../store/jobs.ts'
import type { Handover } from '../../store/moving/handovers.ts'
import { deletionJob } from '../accounts/deletion.ts'
import type { Context } from '../context.ts'
import type { JobHandler } from '../jobs.ts'
import { restoredExpiry } from '../surveys/free-plan.ts'

/** A handover that has been decided, as the job that completes it stores it. */
export interface DecidedHandover extends Handover {
  readonly slugs: readonly (readonly [surveyId: number, slug: string])[]
}

/**
 * Moves what has been restored to its account, a row in each transaction, and ends the staging account. An interrupted
 * handover can be started again, even while another process does the same.
 * @returns a step whenever something has reached the disk
 */
export async function* handOver(context: Context, { slugs, ...handover }: DecidedHandover): AsyncGenerator<void> {
  const { handovers } = context.store
  try {
    for (const [id, slug] of slugs) {
      yield handovers.moveSurvey(handover, { id, slug, expiryOf: restoredExpiry(context) })
    }
    while (await handovers.moveText(handover)) yield
  } catch (error) {
    // The account has been deleted meanwhile.
    if (!(error instanceof Refusal && error.refusal === 'authentication_required')) throw error
  }
  const { stagingId } = handover
  await handovers.end(handover, deletionJob(context, { id: stagingId, email: temporaryEmail(stagingId) }))
}

/** Job handlers by kind. */
export function handoverHandler(context: Context): Readonly<Record<string, JobHandler>> {
  return {
    [HAND_OVER]: async ({ payload }, stop) => {
      for await (const _ of handOver(context, JSON.parse(payload))) stop.throwIfAborted()
    },
  }
}
