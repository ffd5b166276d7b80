import { readFileSync } from 'node:fs'
import type { Soundings, SoundingsError } from '../../../clients/typescript/src/client.ts'
import { type Invocation, UsageError } from '../command.ts'

/** Where the service is, and whose token is used. */
export const REMOTE_OPTIONS = { server: { type: 'string' }, 'token-file': { type: 'string' } } as const

/** Fewer than a program needs: somebody waits to be told that nothing answers. */
const RETRIES = 2

/** What every command for a server says about these options. */
export const REMOTE_DETAILS = 'The token is read from --token-file, or from the variable SOUNDINGS_TOKEN.'

/** Calls the server of a command. The client is loaded here, since the operator's commands do not need it. */
export async function withServer<Result>(call: Invocation, use: (client: Soundings) => Promise<Result>) {
  const [server, token] = [serverOf(call), tokenOf(call)]
  const { isSoundingsError, Soundings } = await import('../../../clients/typescript/src/client.ts')
  try {
    return await use(new Soundings({ server, token, retries: RETRIES }))
  } catch (error) {
    throw isSoundingsError(error) ? new Error(messageOf(error), { cause: error }) : error
  }
}

function serverOf({ values: { server } }: Invocation): string {
  if (typeof server !== 'string') throw new UsageError('missing option: --server URL')
  const url = URL.parse(server)
  const isAddress = url?.protocol === 'https:' || url?.protocol === 'http:'
  // What is wrong with it is not repeated, because it could be a password.
  if (url === null || !isAddress || url.username !== '' || url.password !== '' || url.search !== '')
    throw new UsageError('--server must be an address such as https://soundings.example')
  return url.href
}

function tokenOf({ values, terminal }: Invocation): string {
  const file = values['token-file']
  const token = (typeof file === 'string' ? readFileSync(file, 'utf8') : (terminal.env.SOUNDINGS_TOKEN ?? '')).trim()
  if (token === '') throw new UsageError('missing token: use --token-file FILE or set SOUNDINGS_TOKEN')
  if (!/^[\w.~+/-]+=*$/.test(token)) throw new UsageError('the token has characters that no token has')
  return token
}

/** What a person can do about it, beside what it says. */
function messageOf(error: SoundingsError): string {
  if (error.kind === 'network' && error.cause instanceof Error) return `${error.message}: ${reasonOf(error.cause)}`
  if (error.kind !== 'refusal') return error.message
  if (error.status === 401) return `${error.message}; the token is unknown, revoked or expired`
  if (error.status === 404) return `${error.message}; "surveys list" shows the surveys of this account`
  if (error.retryAfter !== undefined) return `${error.message}; try again in ${error.retryAfter} seconds`
  return error.message
}

/** `fetch` says that it failed, and its cause why. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message
}
