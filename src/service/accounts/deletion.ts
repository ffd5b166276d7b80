import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import type { DeletionStep, SurveyKey } from '../../store/deletion.ts'
import { DELETE_ACCOUNT } from '../../store/jobs.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { Operator } from '../access/authentication.ts'
import type { Context } from '../context.ts'
import type { JobHandler, NewJob } from '../jobs.ts'

/** Maximum number of rows deleted in one transaction: about 50 ms of disk work. */
const ROWS_PER_TRANSACTION = 2_000

/** The progress of a deletion. */
export interface DeletionProgress {
  readonly surveys: number
  readonly responses: number
  /** The total number of responses. */
  readonly of: number
}

/**
 * Permanently deletes an account and everything in it; the slugs of its surveys stay reserved. The first step disables
 * the account, and the next ones take its surveys down. An interrupted deletion can be started again, even while
 * another process does the same.
 * @returns a step whenever something has reached the disk; callers may pause between steps, so that others can write
 */
export async function* deleteAccount(
  context: Context,
  _: Operator,
  { id }: Pick<Account, 'id'>,
): AsyncGenerator<DeletionProgress> {
  yield* deleteInSteps(context, id)
}

/** The job that deletes an account at its holder's request. */
export function deletionJob({ clock }: Context, { id, email }: Pick<Account, 'id' | 'email'>): NewJob {
  return { kind: DELETE_ACCOUNT, email, payload: JSON.stringify({ account_id: id }), createdAt: clock() }
}

/** How many times as long as a step a job pauses before the next one. */
const PAUSE = 4

/** Job handlers by kind. They pause after each step, so that others can write. */
export function deletionHandler(context: Context): Readonly<Record<string, JobHandler>> {
  return {
    [DELETE_ACCOUNT]: async ({ payload }, stop) => {
      let since = performance.now()
      for await (const _ of deleteInSteps(context, JSON.parse(payload).account_id)) {
        stop.throwIfAborted()
        await delay(PAUSE * (performance.now() - since))
        since = performance.now()
      }
    },
  }
}

/** Deletes an account that is marked for deletion, or what is left of it. */
export async function* deleteInSteps(context: Context, id: string): AsyncGenerator<DeletionProgress> {
  try {
    yield* deletionSteps(context, id)
  } catch (error) {
    // Somebody else, such as the operator, has deleted it meanwhile.
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
 * Permanently deletes a survey and its answers; its slug stays reserved. From the first step on, respondents cannot
 * find it. An interrupted deletion can be started again.
 * @returns false if it no longer exists or may not be deleted; then nothing was deleted
 */
export async function deleteSurvey(
  { store }: Context,
  survey: SurveyKey,
  mayDelete: (survey: Survey) => boolean,
): Promise<boolean> {
  if (!(await store.deletion.beginSurvey(survey.surveyId, mayDelete))) return false
  for await (const _ of deleteContents(store, survey.surveyId));
  await store.deletion.survey(survey)
  return true
}

/** Deletes the responses and boards of a survey in short transactions. */
async function* deleteContents({ deletion }: Context['store'], surveyId: number): AsyncGenerator<DeletionStep> {
  for (let isLast = false; !isLast; ) {
    const step = await deletion.step(surveyId, ROWS_PER_TRANSACTION)
    yield step
    isLast = step.isLast
  }
}
