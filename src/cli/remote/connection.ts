import type { ErrorCode, RefusalError, Soundings, SoundingsError } from '../../../clients/typescript/src/client.ts'
import { MAX_SETTING_BYTES } from '../../config/bounded-file.ts'
import { isSlug } from '../../domain/surveys/slug.ts'
import { REFUSALS } from '../../domain/values/refusals.ts'
import { EXIT, EXIT_HELP, type ExitStatus, type Invocation, StatusError, UsageError } from '../command.ts'
import { readTextFile } from './file-text.ts'

/** The options of every command for a server. */
export const REMOTE_OPTIONS = { server: { type: 'string' }, 'token-file': { type: 'string' } } as const

/** Fewer than the client's default, because a person is waiting for the result. */
const RETRIES = 2

/** The part of every command's help that describes these options. */
export const REMOTE_DETAILS = `The API token is read from the file in --token-file, or from the environment variable SOUNDINGS_TOKEN; without --server,
the server's address is read from SOUNDINGS_SERVER.
${EXIT_HELP}`

/**
 * Runs a command with a client for its server. The client is loaded only now, because other commands do not need it.
 */
export async function withServer<Result>(call: Invocation, use: (client: Soundings) => Promise<Result>) {
  const [server, token] = [serverOf(call), tokenOf(call)]
  const { isSoundingsError, Soundings } = await import('../../../clients/typescript/src/client.ts')
  try {
    return await use(new Soundings({ server, token, retries: RETRIES }))
  } catch (error) {
    throw isSoundingsError(error) ? new StatusError(statusOf(error), messageOf(error), { cause: error }) : error
  }
}

function serverOf({ values, terminal }: Invocation): string {
  const { server = terminal.env.SOUNDINGS_SERVER } = values
  if (typeof server !== 'string') throw new UsageError('missing server: use --server URL or set SOUNDINGS_SERVER')
  const url = URL.canParse(server) ? new URL(server) : null
  const isAddress = url?.protocol === 'https:' || url?.protocol === 'http:'
  // The message does not repeat the address, because it could contain a password.
  if (url === null || !isAddress || url.username !== '' || url.password !== '' || url.search !== '')
    throw new UsageError('the server must be an address such as https://soundings.example')
  // Other programs require the address of the API, so it is accepted too.
  return url.href.replace(/\/api\/v1\/?$/, '/')
}

function tokenOf({ values, terminal }: Invocation): string {
  const file = values['token-file']
  const token = (
    typeof file === 'string' ? readTextFile(file, MAX_SETTING_BYTES) : (terminal.env.SOUNDINGS_TOKEN ?? '')
  ).trim()
  if (token === '')
    throw new StatusError(EXIT.notSignedIn, 'missing token: use --token-file FILE or set SOUNDINGS_TOKEN')
  if (!/^[\w.~+/-]+=*$/.test(token))
    throw new StatusError(EXIT.notSignedIn, 'the token contains characters that no API token has')
  return token
}

/**
 * The slug that a command names, checked before it becomes part of an address.
 * @throws UsageError if it is not a slug
 */
export function slugOf({ positionals: [slug = ''] }: Invocation): string {
  return checkedSlug(slug)
}

/** @throws UsageError if a text is not a slug */
export function checkedSlug(text: string): string {
  if (isSlug(text)) return text
  throw new UsageError(`${JSON.stringify(text)} is not a slug, which is the part after /s/ in a survey’s link`)
}

/** Whether the API says that there is no such survey. A proxy's 404 says nothing about surveys. */
export function isNotFound(error: unknown): boolean {
  const { error: text } = REFUSALS.not_found
  return error instanceof Error && 'status' in error && error.status === 404 && error.message === text
}

/** What the user can do about a refusal, by its code. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  entitlement_required: 'this account needs a subscription',
  insufficient_scope: 'use a token with the scopes surveys:read and surveys:write',
  slug_taken: 'choose another slug',
  survey_limit_reached: 'delete a survey first',
}

/** The client's own text speaks to programmers. */
const EDITED_MEANWHILE =
  'the survey has been edited since this command read it; run diff to see what is different now, then apply again'

function statusOf(error: SoundingsError): ExitStatus {
  if ('status' in error && error.status >= 500) return EXIT.unreachable
  if (error.kind === 'refusal') return error.status === 401 ? EXIT.notSignedIn : EXIT.refused
  return ['network', 'timeout', 'interrupted'].includes(error.kind) ? EXIT.unreachable : EXIT.failed
}

/** An error's message, and what the user can do about it. */
function messageOf(error: SoundingsError): string {
  if (error.kind === 'network' && error.cause instanceof Error) return `${error.message}: ${reasonOf(error.cause)}`
  if (error.kind !== 'refusal') return error.message
  if (error.code === 'survey_changed') return EDITED_MEANWHILE
  const advice = adviceOn(error)
  return advice === undefined ? error.message : `${error.message}; ${advice}`
}

function adviceOn(error: RefusalError): string | undefined {
  const { status, code, retryAfter } = error
  if (code !== undefined && ADVICE[code] !== undefined) return ADVICE[code]
  if (status === 401) return 'the token is unknown, revoked or expired'
  if (isNotFound(error)) return '"surveys list" shows the surveys of this account'
  if (status === 404) return 'check the server address'
  return retryAfter === undefined ? undefined : `try again in ${retryAfter} seconds`
}

/** The error of `fetch` only says that it failed; its cause says why. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message
}
