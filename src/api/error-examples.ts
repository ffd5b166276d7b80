import { REFUSALS } from '../domain/values/refusals.ts'
import { transportErrorText } from '../transport/errors.ts'
import { OTHER_ERRORS } from './openapi.ts'

type Name = keyof typeof REFUSALS

interface ErrorExample {
  readonly error: string
  readonly code?: string
}

/** For each status, an error without a code that every description of the status covers. */
const WITHOUT_CODE: Readonly<Record<string, ErrorExample>> = {
  400: exampleOf('invalid_json'),
  401: exampleOf('authentication_required'),
  404: exampleOf('not_found'),
  412: exampleOf('condition_failed'),
  429: exampleOf('call_limit'),
}

/** Errors with a code, by status. A response shows those whose code its description names. */
const WITH_CODE: Readonly<Record<string, readonly Name[]>> = {
  403: ['entitlement_required', 'insufficient_scope'],
  409: ['idempotency_key_reused', 'survey_limit', 'template_limit', 'slug_taken', 'survey_expired', 'account_storage'],
  412: ['survey_changed'],
  429: ['daily_survey_limit'],
}

/** Examples of one response's errors, by name. */
export function errorExamples(status: string, description: string): object {
  if (status === 'default') return OTHER
  const plain = WITHOUT_CODE[status]
  const coded = (WITH_CODE[status] ?? [])
    .map(exampleOf)
    .filter(({ code }) => code !== undefined && description.includes(`\`${code}\``))
  return {
    ...(plain !== undefined && { without_code: { value: plain } }),
    ...Object.fromEntries(coded.map(value => [value.code, { value }])),
  }
}

/** Examples of the `default` response, by name. */
const OTHER = Object.fromEntries(
  Object.keys(OTHER_ERRORS).map(status => [`status_${status}`, { value: otherExample(Number(status)) }]),
)

function otherExample(status: number): ErrorExample {
  if (status === 503) return exampleOf('unavailable')
  return { error: transportErrorText(status) ?? 'internal error' }
}

function exampleOf(name: Name): ErrorExample {
  const refusal = REFUSALS[name]
  return { error: refusal.error, ...('code' in refusal && { code: refusal.code }) }
}
