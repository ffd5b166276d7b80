import { temporaryFolder } from '../../test/faults/server.ts'
import type { Figure } from '../figure.ts'
import { load, type Requests } from '../load.ts'
import { sameReply, startReference } from '../reference.ts'
import { comparedRates, inTurn } from '../rounds.ts'
import type { Scale } from '../scale.ts'
import { reads } from '../survey.ts'
import { THIS, type Version } from '../version.ts'

const SENDERS = 32
/** Accounts with ten tokens each. Together they allow more than a minute of calls at 15,000 a second. */
const ACCOUNTS = 200
const PATH = '/api/v1/me'

/** S1: checking token, rate limit, subscription and scope at each call, compared with a server that only responds. */
export async function measureMe(scale: Scale, before: Version | undefined): Promise<Figure[]> {
  return [...(await measure('personal', scale, before)), ...(await measure('oauth', scale, before))]
}

async function measure(kind: 'personal' | 'oauth', scale: Scale, before: Version | undefined): Promise<Figure[]> {
  const { rounds, milliseconds } = scale
  const ours = await startSeeded(THIS, kind)
  const earlier = before && (await startSeeded(before, kind))
  const headers = { authorization: `Bearer ${ours.tokens[0]}` }
  const bare = await startReference({ reply: await sameReply(await fetch(ours.server.baseUrl + PATH, { headers })) })
  const rateAt = (port: number, next: Requests) =>
    load({ port, senders: SENDERS, requests: () => next, until: { milliseconds } })
  const rates = await inTurn(rounds, {
    ours: () => rateAt(ours.server.port, ours.next),
    bare: () => rateAt(bare.port, ours.next),
    ...(earlier && { earlier: () => rateAt(earlier.server.port, earlier.next) }),
  })
  await Promise.all([ours.server.stop('SIGTERM'), earlier?.server.stop('SIGTERM'), bare.stop()])
  return comparedRates('S1', `GET /api/v1/me by ${kind} tokens, all checks`, rates, 0.75)
}

async function startSeeded({ startServer, seedTokens }: Version, kind: 'personal' | 'oauth') {
  const dataDir = temporaryFolder()
  const tokens = await seedTokens(dataDir, ACCOUNTS, kind)
  return { tokens, next: reads(PATH, tokens), server: await startServer({ dataDir }) }
}
