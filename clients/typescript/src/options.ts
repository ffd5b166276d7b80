import { OptionsError } from './errors.ts'

/**
 * Checks the address and the token when a client is made, so that a missing variable is reported where it is missing and not by the
 * first call. The messages repeat neither value, because both could contain secrets.
 * @returns the address, as a prefix of paths
 * @throws OptionsError that says what to write instead
 */
export function checkedServer(server: unknown): string {
  const url = typeof server === 'string' && URL.canParse(server) ? new URL(server) : undefined
  if (url === undefined || !['https:', 'http:'].includes(url.protocol))
    throw new OptionsError(
      `${nameOf(server)} is no server address; write it with https:// or http://, such as server: 'https://soundings.example'`,
    )
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new OptionsError(
      'the server address must have no password, "?" or "#"; the token belongs in the option token',
    )
  if (/\/(?:api\/v1|openapi\.json)\/?$/.test(url.pathname))
    throw new OptionsError(
      'the server address must end before /api/v1 and /openapi.json; the client adds the paths itself',
    )
  return url.href.replace(/\/+$/, '')
}

/** @throws OptionsError that says what to write instead */
export function checkedToken(token: unknown): string {
  const advice = 'create one under Settings, API tokens, and pass it as token, for example from an environment variable'
  return checkedText(token, 'token', advice)
}

/** @throws OptionsError that says what to write instead */
export function checkedAdminToken(token: unknown): string {
  return checkedText(token, 'admin token', 'it is the admin_token that createSurvey returned')
}

function checkedText(token: unknown, kind: string, advice: string): string {
  if (typeof token !== 'string' || token.trim() === '')
    throw new OptionsError(`${nameOf(token)} is no ${kind}; ${advice}`)
  if (!/^[\w.~+/-]+=*$/.test(token.trim()))
    throw new OptionsError(
      `the ${kind} contains characters that no ${kind} has; pass it without "Bearer" and without quotes`,
    )
  return token.trim()
}

/** @throws OptionsError if it is not a number from 0 on */
export function checkedNumber(name: string, value: number): number {
  if (typeof value === 'number' && value >= 0) return value
  throw new OptionsError(`${name} must be a number from 0 on`)
}

function nameOf(value: unknown): string {
  return typeof value === 'string' ? 'this text' : String(value === null ? null : typeof value)
}
