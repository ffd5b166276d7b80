import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { Refusal } from '../domain/refusal.ts'
import type { Account } from '../store/accounts.ts'
import type { DeletionStep } from '../store/deletion.ts'
import { DELETE_ACCOUNT } from '../store/jobs.ts'
import type { SurveyAccess } from '../store/survey-credentials.ts'
import type { Operator } from './authentication.ts'
import type { Context } from './context.ts'
import type { JobHandler, NewJob } from './jobs.ts'
import { checkFound } from './not-found.ts'

/** Rows that one transaction deletes: about 50 ms of work for the disk. */
const ROWS_PER_TRANSACTION = 2_000

/** The progress of a deletion. */
export interface DeletionProgress {
  readonly surveys: number
  readonly responses: number
  /** The total number of responses. */
  readonly of: number
}

/**
 * Deletes an account with everything in it, for good; the slugs of its surveys stay taken. The first step disables it, and
 * the next ones take its surveys down. An interrupted deletion can be started again, even while another process does the
 * same.
 * @returns a step each time something is on disk; callers may pause between two, so that others can write
 */
export async function* deleteAccount(
  context: Context,
  _: Operator,
  { id }: Pick<Account, 'id'>,
): AsyncGenerator<DeletionProgress> {
  yield* deleteInSteps(context, id)
}

/** The job of deleting an account whose holder has asked for it. */
export function deletionJob({ clock }: Context, { id, email }: Pick<Account, 'id' | 'email'>): NewJob {
  return { kind: DELETE_ACCOUNT, email, payload: JSON.stringify({ account_id: id }), createdAt: clock() }
}

/** Handlers of these jobs, by kind. After each step they pause for as long as the step took, so that others can write. */
export function deletionHandler(context: Context): Readonly<Record<string, JobHandler>> {
  return {
    [DELETE_ACCOUNT]: async ({ payload }, stop) => {
      let since = performance.now()
      for await (const _ of deleteInSteps(context, JSON.parse(payload).account_id)) {
        stop.throwIfAborted()
        await delay(performance.now() - since)
        since = performance.now()
      }
    },
  }
}

/** Deletes an account that is to be deleted, or what is left of it. */
export async function* deleteInSteps(context: Context, id: string): AsyncGenerator<DeletionProgress> {
  try {
    yield* deletionSteps(context, id)
  } catch (error) {
    // Somebody else has deleted it meanwhile, such as the operator.
    if (!(error instanceof Refusal && error.refusal === 'authentication_required')) throw error
  }
}

async function* deletionSteps({ store, clock }: Context, id: string): AsyncGenerator<DeletionProgress> {
  await store.deletion.beginAccount(id, clock())
  while ((await store.deletion.takeDownSurveys(id)) > 0) yield { surveys: 0, responses: 0, of: 0 }
  const surveys = await store.deletion.surveys(id)
  const of = surveys.reduce((sum, { responseCount }) => sum + responseCount, 0)
  let responses = 0
  yield { surveys: 0, responses, of }
  for (const [deleted, survey] of surveys.entries()) {
    for await (const step of deleteContents(store, survey.surveyId)) {
      responses += step.responses
      yield { surveys: deleted, responses, of }
    }
    await store.deletion.survey(survey)
  }
  while ((await store.deletion.texts(id)) > 0) yield { surveys: surveys.length, responses, of }
  await store.deletion.account(id, clock())
  yield { surveys: surveys.length, responses, of }
}

/**
 * Deletes a survey and its answers, for good; its slug stays taken. From the first step on respondents cannot find it. An
 * interrupted deletion can be started again.
 * @throws Refusal `not found` if it is gone
 */
export async function deleteSurvey({ store }: Context, survey: SurveyAccess): Promise<void> {
  checkFound(await store.deletion.beginSurvey(survey.surveyId))
  for await (const _ of deleteContents(store, survey.surveyId)) await nextTurn()
  await store.deletion.survey(survey)
}

/** Deletes the responses and boards of a survey in short transactions. */
async function* deleteContents({ deletion }: Context['store'], surveyId: number): AsyncGenerator<DeletionStep> {
  for (let isLast = false; !isLast; ) {
    const step = await deletion.step(surveyId, ROWS_PER_TRANSACTION)
    yield step
    isLast = step.isLast
  }
}
