import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { temporaryFolder } from '../../test/faults/server.ts'
import { type Figure, perSecond } from '../figure.ts'
import { load, type Requests } from '../load.ts'
import { startReference } from '../reference.ts'
import { comparedRates, inTurn, median } from '../rounds.ts'
import type { Scale } from '../scale.ts'
import { THIS, type Version } from '../version.ts'

const SENDERS = 32
/** Processes of our server, on two cores. */
const LEAST_PER_SECOND = 5_000

interface Target {
  readonly port: number
  readonly path: string
  stop(): Promise<unknown>
}

/**
 * S3: a respondent’s page, with the survey’s status and revision checked each time, compared with a server that only
 * responds.
 */
export async function measurePage(scale: Scale, before: Version | undefined): Promise<Figure[]> {
  const ours = await startSeeded(THIS)
  const earlier = before && (await startSeeded(before))
  const figures = [
    ...(await measureAs('identity', scale, ours, earlier)),
    ...(await measureAs('gzip', scale, ours, earlier)),
  ]
  await Promise.all([ours.stop(), earlier?.stop()])
  return figures
}

async function startSeeded({ startServer, seedSurvey }: Version): Promise<Target> {
  const dataDir = temporaryFolder()
  const { slug } = await seedSurvey(dataDir)
  const server = await startServer({ dataDir })
  return { port: server.port, path: `/s/${slug}`, stop: () => server.stop('SIGTERM') }
}

async function measureAs(
  encoding: string,
  { rounds, milliseconds }: Scale,
  ours: Target,
  earlier: Target | undefined,
): Promise<Figure[]> {
  const page = await fetchAs(encoding, ours.port, ours.path)
  const bytes = await buffer(page)
  const contentType = page.headers['content-type'] ?? ''
  const bare = await startReference({
    reply: { status: 200, contentType, body: bytes.toString('base64'), encoding: 'base64' },
  })
  const rateAt = ({ port, path }: Pick<Target, 'port' | 'path'>) => {
    const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: ${encoding}\r\n\r\n`)
    const requests = (): Requests => () => request
    return load({ port, senders: SENDERS, requests, until: { milliseconds } })
  }
  const rates = await inTurn(rounds, {
    ours: () => rateAt(ours),
    bare: () => rateAt({ port: bare.port, path: ours.path }),
    ...(earlier && { earlier: () => rateAt(earlier) }),
  })
  await bare.stop()
  const subject = `respondent's page, ${encoding}, ${bytes.length} bytes`
  const rate = median(rates.ours)
  const gate = { sign: '≥', limit: LEAST_PER_SECOND } as const
  return [
    { id: 'S3', subject: `${subject}, a second`, measured: perSecond(rate), value: rate, gate },
    ...comparedRates('S3', subject, rates, 0.6),
  ]
}

/** Size on the wire, compressed or not. */
function fetchAs(encoding: string, port: number, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers: { 'accept-encoding': encoding } }, resolve).on('error', reject)
  })
}
