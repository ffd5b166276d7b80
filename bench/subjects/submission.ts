import { join } from 'node:path'
import { temporaryFolder } from '../../test/faults/server.ts'
import { durablePostgres } from '../database.ts'
import { delayed } from '../delay.ts'
import { type Figure, perSecond } from '../figure.ts'
import { load } from '../load.ts'
import { type Reply, sameReply, startReference, type Task } from '../reference.ts'
import { comparedRates, inTurn, median, medianRatio } from '../rounds.ts'
import type { Scale } from '../scale.ts'
import { answersOf, submissions } from '../survey.ts'
import { THIS, type Version } from '../version.ts'

const SENDERS = [32, 64, 256]

/** A server that takes submissions for the survey with this slug. */
interface Target {
  readonly port: number
  readonly slug: string
  stop(): Promise<unknown>
}

type Settings = Readonly<Record<string, string>>

interface Engine {
  readonly name: string
  /** Settings for an empty database. */
  readonly settings: () => Promise<Settings>
  /** The least work that keeps the same promise on the same storage; the bare server does this. */
  readonly reference: (reply: Reply, settings: Settings) => Task
}

const ENGINES: readonly Engine[] = [
  {
    name: 'SQLite',
    settings: async () => ({}),
    reference: reply => ({ reply, appendTo: join(temporaryFolder(), 'submissions') }),
  },
  {
    name: 'PostgreSQL',
    settings: durablePostgres,
    reference: insertingInto,
  },
  {
    name: 'PostgreSQL 2 ms away',
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

/**
 * S2: submissions answered after their commit, compared with an equally durable bare server, and with one commit for
 * each.
 */
export async function measureSubmission(scale: Scale, before: Version | undefined): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of ENGINES) figures.push(...(await measureOn(engine, scale, before)))
  return figures
}

interface Targets {
  readonly grouped: Target
  readonly single: Target
  readonly bare: Target
  readonly earlier: Target | undefined
}

async function measureOn(engine: Engine, scale: Scale, before: Version | undefined): Promise<Figure[]> {
  const settings = await engine.settings()
  const grouped = await startSeeded(THIS, settings)
  const single = await startSeeded(THIS, { ...(await engine.settings()), SUBMISSIONS_PER_COMMIT: '1' })
  const bare = await startBare(grouped, reply => engine.reference(reply, settings))
  const earlier = before && (await startSeeded(before, await engine.settings()))
  const figures: Figure[] = []
  for (const senders of SENDERS)
    figures.push(...(await measureAt(senders, scale, engine, { grouped, single, bare, earlier })))
  await Promise.all([grouped.stop(), single.stop(), bare.stop(), earlier?.stop()])
  return figures
}

async function measureAt(
  senders: number,
  { rounds, milliseconds }: Scale,
  { name }: Engine,
  { grouped, single, bare, earlier }: Targets,
): Promise<Figure[]> {
  const rateOf = ({ port, slug }: Target) =>
    load({ port, senders, requests: sender => submissions(slug, sender), until: { milliseconds } })
  const rates = await inTurn(rounds, {
    ours: () => rateOf(grouped),
    bare: () => rateOf(bare),
    single: () => rateOf(single),
    ...(earlier && { earlier: () => rateOf(earlier) }),
  })
  const subject = `${name}, ${senders} senders`
  return [
    ...comparedRates('S2', subject, rates, 0.75),
    {
      id: 'S2',
      subject: `${subject} / our own commit for each`,
      measured: `${perSecond(median(rates.ours))} / ${perSecond(median(rates.single))}`,
      value: medianRatio(rates.ours, rates.single),
      gate: { sign: '≥', limit: 6, unit: '×' },
    },
  ]
}

async function startSeeded({ startServer, seedSurvey }: Version, env: Settings): Promise<Target> {
  const dataDir = temporaryFolder()
  const { slug } = await seedSurvey(dataDir, env)
  const server = await startServer({ dataDir, env })
  return { port: server.port, slug, stop: () => server.stop('SIGTERM') }
}

/** It gives the same responses as ours, and takes the same requests. */
async function startBare({ port, slug }: Target, taskOf: (reply: Reply) => Task): Promise<Target> {
  const body = JSON.stringify({ answers: answersOf(0) })
  const url = `http://127.0.0.1:${port}/s/${slug}/responses`
  const headers = { 'content-type': 'application/json' }
  const bare = await startReference(taskOf(await sameReply(await fetch(url, { method: 'POST', headers, body }))))
  return { ...bare, slug }
}
