import type { JsonObject } from '../../domain/values/json.ts'
import { type AccountHolder, operatorOf } from '../../service/access/authentication.ts'
import { Accounts, FOREVER } from '../../service/accounts/accounts.ts'
import type { Context } from '../../service/context.ts'
import { Responses } from '../../service/responses/responses.ts'
import { SurveyCreation } from '../../service/surveys/survey-creation.ts'
import { Surveys } from '../../service/surveys/surveys.ts'
import { FRONT_QUESTION, FRONT_QUESTION_SETTINGS, frontAnswers } from './front-question.ts'
import { LECTURE, LECTURE_SETTINGS } from './lecture.ts'
import { LUNCH, lunchAnswers } from './lunch.ts'

/** A survey of the demo, and what opens its dashboard. */
interface DemoSurvey {
  readonly slug: string
  readonly adminToken: string
}

/** The demo's data for the startup message. */
export interface Demo {
  readonly lunch: DemoSurvey
  /** At the presenter's pace. */
  readonly lecture: DemoSurvey
  readonly token: string
}

/** Responses to the lunch, and to the question on the front page. */
const RESPONSES = 40

/**
 * Creates a subscribed account, an API token, a survey with 40 responses, the question on the front page and a survey to be
 * presented, through the services
 * that all entry points use.
 */
export async function makeDemo(context: Context): Promise<Demo> {
  const operator = operatorOf(context)
  const accounts = new Accounts(context)
  const account = await accounts.create(operator, {
    email: 'demo@example.org',
    name: 'Demo',
    password: null,
    entitledUntil: FOREVER,
  })
  const { token } = await accounts.createToken(operator, account, { name: 'demo', expiresAt: null })
  const holder = operator.actAs(account)
  const creation = new SurveyCreation(context)
  const lecture = await creation.create(holder, LECTURE)
  await change(context, holder, lecture, LECTURE_SETTINGS)
  const front = await creation.create(holder, FRONT_QUESTION)
  await change(context, holder, front, FRONT_QUESTION_SETTINGS)
  const lunch = await creation.create(holder, LUNCH)
  const responses = new Responses(context)
  const sends = Array.from({ length: RESPONSES }, (_, index) => [
    responses.submit(lunch.slug, { answers: lunchAnswers(index) }),
    responses.submit(front.slug, { answers: frontAnswers(index) }),
  ])
  await Promise.all(sends.flat())
  return { lunch, lecture, token }
}

async function change(context: Context, holder: AccountHolder, { slug }: DemoSurvey, body: JsonObject): Promise<void> {
  await new Surveys(context).change(holder.survey(slug), body)
}
