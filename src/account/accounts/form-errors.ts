import type { FastifyReply } from 'fastify'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../domain/accounts/limits.ts'
import { Refusal } from '../../domain/values/refusal.ts'

type Name = Refusal['refusal']

/** What pages say about refusals that people can do something about. */
const PROBLEMS = {
  wrong_credentials: 'That e-mail address and password don’t match an account. Check both and try again.',
  account_disabled: 'This account is disabled. Ask the operator of this service.',
  passwords_refused: 'You can’t sign in with a password here. Use the button below.',
  wrong_password: 'That password isn’t right. Try again.',
  too_many_attempts: 'Too many attempts. Wait a quarter of an hour, then try again.',
  unavailable: 'Soundings can’t do this right now. Try again in a moment.',
  invalid_email: 'Enter an e-mail address, such as ada@example.org.',
  email_taken: 'This address already has an account. Sign in instead.',
  invalid_password: `Use ${MIN_PASSWORD_LENGTH} characters or more, at most ${MAX_PASSWORD_LENGTH}.`,
  common_password: 'This password is too common. Choose another one.',
} as const satisfies Partial<Record<Name, string>>

/** The text about a name depends on the name. */
export type Problem = keyof typeof PROBLEMS | 'invalid_name'

/** Problems with a single field of a form, which explains them itself. */
const OF_FIELDS = [
  'invalid_email',
  'email_taken',
  'invalid_name',
  'invalid_password',
  'common_password',
  'wrong_password',
] as const satisfies Problem[]

/** A refusal that a page explains. Every page explains an unavailable database; any other error has its own page. */
export function refusalOf<Expected extends Name>(
  reply: FastifyReply,
  error: unknown,
  names: readonly Expected[],
): Expected | 'unavailable' {
  const refusal = error instanceof Refusal ? error : undefined
  const name = [...names, 'unavailable' as const].find(one => one === refusal?.refusal)
  if (refusal === undefined || name === undefined) throw error
  const { retryAfter, cause } = refusal.details
  reply.request.failure = cause === undefined ? undefined : refusal
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return name
}

/** What a page says above its form. */
export function problemOfForm(problem: Problem | undefined): string | undefined {
  return problem === undefined || isOfField(problem) ? undefined : PROBLEMS[problem]
}

/** The error of a field, if the problem is one of the field's. */
export function errorIn(problem: Problem | undefined, ofField: readonly (keyof typeof PROBLEMS)[]): { error?: string } {
  const name = ofField.find(one => one === problem)
  return name === undefined ? {} : { error: PROBLEMS[name] }
}

function isOfField(problem: Problem): problem is (typeof OF_FIELDS)[number] {
  return OF_FIELDS.some(one => one === problem)
}
