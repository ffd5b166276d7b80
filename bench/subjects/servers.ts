import { setTimeout as delay } from 'node:timers/promises'
import { type Server, startServer, temporaryFolder } from '../../test/faults/server.ts'
import { durablePostgres } from '../database.ts'
import { type Figure, milliseconds as inMilliseconds, perSecond } from '../figure.ts'
import { load, type Requests } from '../load.ts'
import { inTurn, median, medianRatio } from '../rounds.ts'
import type { Scale } from '../scale.ts'
import { seedSurvey } from '../seed.ts'
import { submissions } from '../survey.ts'

interface Survey {
  readonly slug: string
  readonly token: string
}

const SENDERS = 64
const MAX_SERVERS = 8
/** The required share of a single server’s rate, by number of servers. The rate of eight is for information. */
const GATES = { two: 0.9, four: 0.6, eight: undefined } as const
const CHANGES = 10

/**
 * S9: two, four and eight server processes on one PostgreSQL database compared with a single one, under the same load.
 */
export async function measureServers(scale: Scale): Promise<Figure[]> {
  const settings = await durablePostgres()
  const survey = await seedSurvey(temporaryFolder(), settings)
  const start = () => startServer({ dataDir: temporaryFolder(), env: settings })
  const [first, second] = [await start(), await start()]
  const servers = [first, second]
  while (servers.length < MAX_SERVERS) servers.push(await start())
  const figures = [...(await measureRates(scale, survey, servers)), await measureChanges(survey, first, second)]
  await Promise.all(servers.map(server => server.stop('SIGTERM')))
  return figures
}

async function measureRates(scale: Scale, survey: Survey, servers: readonly Server[]): Promise<Figure[]> {
  let sent = 0
  const counted = (next: Requests): Requests => {
    return () => {
      sent++
      return next()
    }
  }
  const rateAt = ({ port }: Server, senders: number) => {
    const requests = (sender: number) => counted(submissions(survey.slug, sender))
    return load({ port, senders, requests, until: { milliseconds: scale.milliseconds } })
  }
  const rateOfFirst = async (count: number) => {
    const rates = await Promise.all(servers.slice(0, count).map(server => rateAt(server, SENDERS / count)))
    return rates.reduce((sum, rate) => sum + rate, 0)
  }
  const rates = await inTurn(scale.rounds, {
    one: () => rateOfFirst(1),
    two: () => rateOfFirst(2),
    four: () => rateOfFirst(4),
    eight: () => rateOfFirst(8),
  })
  const counts = await Promise.all(servers.map(server => responseCount(server, survey)))
  return [
    ...(['two', 'four', 'eight'] as const).map(
      (count): Figure => ({
        id: 'S9',
        subject: `${SENDERS} senders, ${count} servers on one PostgreSQL / one server`,
        measured: `${perSecond(median(rates[count]))} / ${perSecond(median(rates.one))}`,
        value: medianRatio(rates[count], rates.one),
        ...gateOf(GATES[count]),
      }),
    ),
    {
      id: 'S9',
      subject: 'responses acknowledged and not counted, or counted twice',
      measured: `${[...new Set(counts)].join(' and ')} of ${sent}`,
      value: Math.max(...counts.map(count => Math.abs(count - sent))),
      gate: { sign: '≤', limit: 0 },
    },
  ]
}

function gateOf(limit: number | undefined): Pick<Figure, 'gate'> {
  return limit === undefined ? {} : { gate: { sign: '≥', limit, unit: '×' } }
}

/** The time until the page at one server shows a change made at another; the slowest of several. */
async function measureChanges(survey: Survey, first: Server, second: Server): Promise<Figure> {
  const times: number[] = []
  for (let change = 0; change < CHANGES; change++)
    times.push(await untilSeen(survey, first, second, change % 2 === 0 ? 'closed' : 'open'))
  return {
    id: 'S9',
    subject: `a change at one server seen at the other, slowest of ${CHANGES}`,
    measured: inMilliseconds(Math.max(...times)),
    value: Math.max(...times) / 1_000,
    gate: { sign: '≤', limit: 1, unit: 's' },
  }
}

async function untilSeen({ slug, token }: Survey, first: Server, second: Server, status: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const change = { method: 'PATCH', headers, body: JSON.stringify({ status }) }
  await succeed(`${first.baseUrl}/api/v1/surveys/${slug}`, change)
  const since = performance.now()
  const url = `${second.baseUrl}/s/${slug}`
  while ((await succeed(url, { headers: { accept: 'application/json' } })).status !== status) await delay(1)
  return performance.now() - since
}

async function responseCount({ baseUrl }: Server, { slug, token }: Survey): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return Number((await succeed(`${baseUrl}/api/v1/surveys/${slug}?view=aggregate`, { headers })).response_count)
}

async function succeed(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const reply = await fetch(url, init)
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
  return (await reply.json()) as Record<string, unknown>
}
