import { operatorOf } from '../service/access/authentication.ts'
import { Accounts, FOREVER } from '../service/accounts/accounts.ts'
import type { Context } from '../service/context.ts'
import { Responses } from '../service/responses/responses.ts'
import { SurveyCreation } from '../service/surveys/survey-creation.ts'

/** The demo's data for the startup message. */
export interface Demo {
  readonly slug: string
  readonly adminToken: string
  readonly token: string
}

const QUESTIONS = [
  { type: 'multiple_choice', text: 'Will you join us for lunch on Friday?', options: ['Yes', 'No', 'Not sure yet'] },
  {
    type: 'multiple_choice',
    text: 'What would you like?',
    options: ['Noodles', 'Pizza', 'Salad', 'Surprise me'],
    requirement: {
      mode: 'conditional',
      when: { op: 'any', conditions: [{ questionIndex: 0, values: ['Yes', 'Not sure yet'] }] },
    },
  },
  { type: 'rating', text: 'How good was the last lunch?', requirement: { mode: 'optional' } },
  { type: 'free_text', text: 'Anything we should know?', requirement: { mode: 'optional' } },
]

const REMARKS = [
  'No nuts, please.',
  'I may be ten minutes late.',
  'Could we sit outside?',
  'Thank you for organising it.',
]
const RESPONSES = 40

/**
 * Creates a subscribed account, an API token and a survey with 40 responses, through the services that all entry points
 * use.
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
  const survey = await new SurveyCreation(context).create(operator.actAs(account), {
    title: 'Team lunch',
    questions: QUESTIONS,
  })
  const responses = new Responses(context)
  const sends = Array.from({ length: RESPONSES }, (_, index) =>
    responses.submit(survey.slug, { answers: demoAnswers(index) }),
  )
  await Promise.all(sends)
  return { slug: survey.slug, adminToken: survey.adminToken, token }
}

/** The answers of one demo response: varied, and the same on every installation. */
export function demoAnswers(index: number) {
  const coming = ['Yes', 'Yes', 'No', 'Yes', 'Not sure yet'][index % 5] ?? null
  const dish =
    coming === 'No' ? null : (['Noodles', 'Pizza', 'Noodles', 'Salad', 'Surprise me', 'Pizza'][index % 6] ?? null)
  const rating = index % 4 === 3 ? null : 4 + ((index * 3) % 7)
  const remark = index % 7 === 0 ? (REMARKS[(index / 7) % REMARKS.length] ?? null) : null
  return [coming, dish, rating, remark]
}
