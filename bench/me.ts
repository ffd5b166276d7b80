import { startServer, temporaryFolder } from '../test/faults/server.ts'
import { type Figure, perSecond } from './figure.ts'
import { load } from './load.ts'
import { sameReply, startReference } from './reference.ts'
import { inTurn, median, medianRatio } from './rounds.ts'
import type { Scale } from './scale.ts'
import { seedTokens } from './seed.ts'
import { reads } from './survey.ts'

const SENDERS = 32
/** With ten tokens each. Together they have calls for more than a minute at 15,000 a second. */
const ACCOUNTS = 200
const PATH = '/api/v1/me'

/** S1: token, rate limit, subscription and scope checked at each call, against a server that only replies. */
export async function measureMe(scale: Scale): Promise<Figure[]> {
  return [await measure('personal', scale), await measure('oauth', scale)]
}

async function measure(kind: 'personal' | 'oauth', { rounds, milliseconds }: Scale): Promise<Figure> {
  const dataDir = temporaryFolder()
  const tokens = await seedTokens(dataDir, ACCOUNTS, kind)
  const server = await startServer({ dataDir })
  const headers = { authorization: `Bearer ${tokens[0]}` }
  const bare = await startReference({ reply: await sameReply(await fetch(server.baseUrl + PATH, { headers })) })
  const next = reads(PATH, tokens)
  const rateAt = (port: number) => load({ port, senders: SENDERS, requests: () => next, until: { milliseconds } })
  const rates = await inTurn(rounds, { ours: () => rateAt(server.port), bare: () => rateAt(bare.port) })
  await Promise.all([server.stop('SIGTERM'), bare.stop()])
  return {
    id: 'S1',
    subject: `GET /api/v1/me by ${kind} tokens, all checks / bare node:http`,
    measured: `${perSecond(median(rates.ours))} / ${perSecond(median(rates.bare))}`,
    value: medianRatio(rates.ours, rates.bare),
    gate: { sign: '≥', limit: 0.35 },
  }
}
