import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { MAX_CONNECTIONS } from './limits.ts'
import type { StreamLimits } from './streams/event-streams.ts'

/** File descriptors reserved for the database, the log and files. */
const OTHER_DESCRIPTORS = 256
/**
 * Shares: of event streams among connections, of respondents' streams among those, and of one survey's among
 * respondents'.
 */
const STREAM_SHARE = 0.8
const RESPONDENT_SHARE = 0.9
const SURVEY_SHARE = 0.5
/** At this share of the limit, idle connections are closed, at most once in this many milliseconds. */
const CROWDED_SHARE = 0.9
const CLOSE_IDLE_MS = 1_000
/** Minimum interval between log lines about refused connections, in milliseconds. */
const LOG_MS = 60_000

/** @param setting the operator's limit; undefined for as many as the process has file descriptors for */
export function maxConnectionsFor(setting: number | undefined): number {
  return Math.max(1, Math.min(setting ?? MAX_CONNECTIONS, descriptorLimit() - OTHER_DESCRIPTORS))
}

/** Open files that the system allows this process. Node raises the limit as far as it can. */
function descriptorLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

export function streamLimitsFor(maxConnections: number, perAddress: number): StreamLimits {
  const all = Math.floor(STREAM_SHARE * maxConnections)
  const respondents = Math.floor(RESPONDENT_SHARE * all)
  return { all, respondents, perSurvey: Math.ceil(SURVEY_SHARE * respondents), perAddress }
}

/**
 * Refuses connections while the process still has file descriptors for everything else. When the limit is nearly
 * reached, idle connections are closed.
 */
export function limitConnections(
  { server }: FastifyInstance,
  { sockets, max, log }: { sockets: ReadonlySet<Socket>; max: number; log: Pick<FastifyBaseLogger, 'warn'> },
): void {
  let [idleClosedAt, loggedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  server.maxConnections = max
  server.on('connection', () => {
    const now = performance.now()
    if (sockets.size < CROWDED_SHARE * max || now < idleClosedAt + CLOSE_IDLE_MS) return
    idleClosedAt = now
    server.closeIdleConnections()
  })
  server.on('drop', () => {
    const now = performance.now()
    if (now < loggedAt + LOG_MS) return
    loggedAt = now
    log.warn(
      { connections: sockets.size },
      'too many connections: new ones are refused; raise MAX_CONNECTIONS and the limit of open files',
    )
  })
}
