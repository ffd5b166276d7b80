import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { type Command, UsageError } from './command.ts'
import { serverAddress } from './server-address.ts'
import type { Terminal } from './terminal.ts'

/** Time limit for the response of a listening server. */
const ANSWER_MS = 5_000
const POLL_MS = 100
/** A server on a nearly full disk still answers reads, which a restart would only interrupt. */
const DISK_NEARLY_FULL = /the disk is nearly full/

export const readyCommand: Command = {
  name: ['ready'],
  usage: 'ready [--wait SECONDS]',
  summary: 'Ask the server on this machine whether it can write.',
  details:
    'The exit status is 1 if it cannot, or if no server runs. With --wait, the command waits until the server listens,\nbecause a migration takes as long as it needs, and from then on at most SECONDS until it is ready. If MAINPID is set,\nas by systemd, it stops waiting when that process has ended.',
  example: 'ready --wait 60',
  options: { wait: { type: 'string' } },
  positionals: [],
  run: async ({ values, config, terminal }) => {
    if (values.wait === undefined) await requireReady(config)
    else await waitUntilReady(config, parseSeconds(values.wait), terminal)
    return { data: { ready: true }, text: 'The server is ready.' }
  },
}

function parseSeconds(text: unknown): number {
  const seconds = Number(text)
  if (text !== '' && seconds >= 0 && seconds < Number.POSITIVE_INFINITY) return seconds
  throw new UsageError(`--wait must be a number of seconds, not "${text}"`)
}

async function requireReady(config: Config): Promise<void> {
  const { listens, reason } = await ask(config)
  if (!listens) throw new Error(`no server listens at ${serverAddress(config)}`)
  if (reason !== undefined) throw new Error(`the server is not ready: ${reason}`)
}

async function waitUntilReady(config: Config, seconds: number, terminal: Terminal): Promise<void> {
  let since: number | undefined
  for (;;) {
    const { listens, reason = '' } = await ask(config)
    if (listens && (reason === '' || DISK_NEARLY_FULL.test(reason))) return
    if (hasEnded(terminal.env.MAINPID))
      throw new Error('the server exited before it was ready; the last line of its log says why')
    if (listens) since ??= performance.now()
    if (since !== undefined && performance.now() - since > seconds * 1_000)
      throw new Error(`the server listens but is not ready: ${reason}`)
    await delay(POLL_MS)
  }
}

interface Answer {
  /** A server that accepts the connection without answering is listening too. */
  readonly listens: boolean
  /** Why the server is not ready. */
  readonly reason?: string
}

async function ask(config: Config): Promise<Answer> {
  try {
    const answer = await fetch(`${serverAddress(config)}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) })
    return answer.ok ? { listens: true } : { listens: true, reason: errorIn(await answer.text()) }
  } catch (error) {
    const { message, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException }
    return cause?.code === 'ECONNREFUSED' ? { listens: false } : { listens: true, reason: cause?.message ?? message }
  }
}

/** The `error` of a refusal, or the response of another program that listens there. */
function errorIn(body: string): string {
  try {
    return String(JSON.parse(body).error)
  } catch {
    return body
  }
}

/**
 * Without this, systemd would wait forever for a server that has exited. Signal 0 only checks that the process exists.
 */
function hasEnded(processId: string | undefined): boolean {
  if (processId === undefined) return false
  try {
    process.kill(Number(processId), 0)
    return false
  } catch {
    return true
  }
}
