import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Server, startServer, temporaryFolder } from '../test/faults/server.ts'
import { durablePostgres } from './database.ts'
import { Memory } from './memory.ts'
import { paced } from './paced.ts'
import { processorSeconds } from './processor.ts'
import { seedSurvey } from './seed.ts'
import type { Arrivals, SentChange, Watching } from './stream-readers.ts'
import type { WatchedSurvey } from './watched-surveys.ts'

/** Server processes on one database, and surveys that people watch there. */
export interface Watched {
  readonly servers: readonly Server[]
  readonly surveys: readonly WatchedSurvey[]
  stop(): Promise<unknown>
}

export interface Plan {
  /** Event streams of all surveys together, spread over the servers. */
  readonly streams: number
  readonly changesPerSecond: number
  readonly milliseconds: number
  /** Whether one person makes all changes, at the first server, so that they arrive in order. */
  readonly isConducted?: boolean
}

export interface Measured extends Arrivals {
  readonly changes: number
  /** Increase in resident memory of all servers together, in bytes. */
  readonly growth: number
  /** CPU time of all servers while changes were made, in seconds. */
  readonly processorSeconds: number
}

/** One in this many streams of a survey belongs to a dashboard, the others to phones. */
const STREAMS_PER_DASHBOARD = 100
const SENDERS_PER_SERVER = 5
/** Pause for the servers after the streams were opened, in milliseconds. */
const SETTLING = 1_000

/**
 * A single server has an embedded database.
 * @param create makes the surveys with a token at the first server
 * @param env further settings of the servers
 */
export async function startWatched(
  servers: number,
  create: (baseUrl: string, token: string) => Promise<readonly WatchedSurvey[]>,
  env: Record<string, string> = {},
): Promise<Watched> {
  const settings = { ...(servers > 1 && (await durablePostgres())), ...env }
  const dataDir = temporaryFolder()
  const { token } = await seedSurvey(dataDir, settings)
  const started = [await startServer({ dataDir, env: settings })]
  while (started.length < servers) started.push(await startServer({ dataDir: temporaryFolder(), env: settings }))
  return {
    servers: started,
    surveys: await create(started[0]?.baseUrl ?? '', token),
    stop: () => Promise.all(started.map(server => server.stop('SIGTERM'))),
  }
}

/**
 * Opens event streams, changes the surveys in turn, and waits until each stream has received each
 * change.
 */
export async function watch({ servers, surveys }: Watched, plan: Plan): Promise<Measured> {
  const memories = servers.map(({ pid }) => new Memory(pid))
  const watched = memories.reduce(
    (act, memory) => () => memory.watch(act),
    () => changeWhileWatched(servers, surveys, plan),
  )
  const measured = await watched()
  return { ...measured, growth: memories.reduce((sum, { growth }) => sum + growth, 0) }
}

async function changeWhileWatched(
  servers: readonly Server[],
  surveys: readonly WatchedSurvey[],
  plan: Plan,
): Promise<Omit<Measured, 'growth'>> {
  const readers = new Worker(new URL('./stream-readers.ts', import.meta.url), {
    workerData: streamsOf(servers, surveys, plan.streams),
  })
  await once(readers, 'message')
  await delay(SETTLING)
  const used = () => servers.reduce((sum, { pid }) => sum + processorSeconds(pid), 0)
  const usedBefore = used()
  const sent = await makeChanges(servers, surveys, plan)
  // On a busy machine both may arrive at once.
  const [received, ended] = [once(readers, 'message'), once(readers, 'exit')]
  readers.postMessage(sent)
  const [arrivals] = (await received) as [Arrivals]
  const measured = { ...arrivals, changes: sent.length, processorSeconds: used() - usedBefore }
  await ended
  return measured
}

/** Each server has streams of each survey, as behind a proxy that balances connections. */
function streamsOf(servers: readonly Server[], surveys: readonly WatchedSurvey[], count: number): Watching[] {
  return Array.from({ length: count }, (_, index) => {
    const survey = index % surveys.length
    const place = Math.floor(index / surveys.length)
    const { phone, dashboard } = (surveys[survey] as WatchedSurvey).streams
    const { port } = servers[(place + survey) % servers.length] as Server
    return { port, survey, ...(place % STREAMS_PER_DASHBOARD === 1 ? dashboard : phone) }
  })
}

/** @returns what was sent, in order; all of it was acknowledged */
async function makeChanges(
  servers: readonly Server[],
  surveys: readonly WatchedSurvey[],
  { changesPerSecond, milliseconds, isConducted = false }: Plan,
): Promise<SentChange[]> {
  const sent: SentChange[] = []
  const next = () => {
    const index = sent.length % surveys.length
    const survey = surveys[index] as WatchedSurvey
    survey.value++
    sent.push({ survey: index, value: survey.value, at: performance.timeOrigin + performance.now() })
    return survey.change()
  }
  const changing = isConducted ? servers.slice(0, 1) : servers
  const perSecond = changesPerSecond / changing.length
  await Promise.all(
    changing.map(({ port }) =>
      paced({ port, perSecond, milliseconds, requests: () => next, senders: SENDERS_PER_SERVER }),
    ),
  )
  return sent
}
