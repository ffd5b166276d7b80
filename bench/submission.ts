import { join } from 'node:path'
import { startServer, temporaryFolder } from '../test/faults/server.ts'
import { durablePostgres } from './database.ts'
import { delayed } from './delay.ts'
import { type Figure, perSecond } from './figure.ts'
import { load } from './load.ts'
import { type Reply, sameReply, startReference, type Task } from './reference.ts'
import { inTurn, median, medianRatio } from './rounds.ts'
import type { Scale } from './scale.ts'
import { seedSurvey } from './seed.ts'
import { answersOf, submissions } from './survey.ts'

const SENDERS = [32, 64, 256]

/** A server that takes submissions for the survey of this slug. */
interface Target {
  readonly port: number
  readonly slug: string
  stop(): Promise<unknown>
}

type Settings = Readonly<Record<string, string>>

interface Engine {
  readonly name: string
  /** The least share of the requests a second of the bare server. */
  readonly least: number
  /** Settings for an empty database. */
  readonly settings: () => Promise<Settings>
  /** The least that keeps the same promise on the same storage: what the bare server does. */
  readonly reference: (reply: Reply, settings: Settings) => Task
}

const ENGINES: readonly Engine[] = [
  {
    name: 'SQLite',
    least: 0.6,
    settings: async () => ({}),
    reference: reply => ({ reply, appendTo: join(temporaryFolder(), 'submissions') }),
  },
  {
    name: 'PostgreSQL',
    least: 0.4,
    settings: durablePostgres,
    reference: insertingInto,
  },
  {
    name: 'PostgreSQL 2 ms away',
    least: 0.6,
    settings: async () => {
      const { DATABASE_URL, ...settings } = await durablePostgres()
      return { ...settings, DATABASE_URL: await delayed(DATABASE_URL) }
    },
    reference: insertingInto,
  },
]

function insertingInto(reply: Reply, { DATABASE_URL = '' }: Settings): Task {
  return { reply, insertAt: DATABASE_URL }
}

/** S2: submissions answered after their commit, against a bare server that is as durable, and against a commit for each. */
export async function measureSubmission(scale: Scale): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of ENGINES) figures.push(...(await measureOn(engine, scale)))
  return figures
}

async function measureOn(engine: Engine, scale: Scale): Promise<Figure[]> {
  const settings = await engine.settings()
  const grouped = await startOurs(settings)
  const single = await startOurs({ ...(await engine.settings()), SUBMISSIONS_PER_COMMIT: '1' })
  const bare = await startBare(grouped, reply => engine.reference(reply, settings))
  const figures: Figure[] = []
  for (const senders of SENDERS) figures.push(...(await measureAt(senders, scale, engine, { grouped, single, bare })))
  await Promise.all([grouped.stop(), single.stop(), bare.stop()])
  return figures
}

async function measureAt(
  senders: number,
  { rounds, milliseconds }: Scale,
  { name, least }: Engine,
  targets: Readonly<Record<'grouped' | 'single' | 'bare', Target>>,
): Promise<Figure[]> {
  const rateOf = ({ port, slug }: Target) =>
    load({ port, senders, requests: sender => submissions(slug, sender), until: { milliseconds } })
  const { grouped, single, bare } = await inTurn(rounds, {
    grouped: () => rateOf(targets.grouped),
    bare: () => rateOf(targets.bare),
    single: () => rateOf(targets.single),
  })
  const ours = perSecond(median(grouped))
  return [
    {
      id: 'S2',
      subject: `${name}, ${senders} senders / bare node:http, as durable`,
      measured: `${ours} / ${perSecond(median(bare))}`,
      value: medianRatio(grouped, bare),
      gate: { sign: '≥', limit: least },
    },
    {
      id: 'S2',
      subject: `${name}, ${senders} senders / our own commit for each`,
      measured: `${ours} / ${perSecond(median(single))}`,
      value: medianRatio(grouped, single),
      gate: { sign: '≥', limit: 6, unit: '×' },
    },
  ]
}

async function startOurs(env: Settings): Promise<Target> {
  const dataDir = temporaryFolder()
  const { slug } = await seedSurvey(dataDir, env)
  const server = await startServer({ dataDir, env })
  return { port: server.port, slug, stop: () => server.stop('SIGTERM') }
}

/** It replies as ours does, and takes the same requests. */
async function startBare({ port, slug }: Target, taskOf: (reply: Reply) => Task): Promise<Target> {
  const body = JSON.stringify({ answers: answersOf(0) })
  const url = `http://127.0.0.1:${port}/s/${slug}/responses`
  const headers = { 'content-type': 'application/json' }
  const bare = await startReference(taskOf(await sameReply(await fetch(url, { method: 'POST', headers, body }))))
  return { ...bare, slug }
}
