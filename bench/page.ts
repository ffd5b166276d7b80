import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startServer, temporaryFolder } from '../test/faults/server.ts'
import { type Figure, perSecond } from './figure.ts'
import { load, type Requests } from './load.ts'
import { startReference } from './reference.ts'
import { inTurn, median, medianRatio } from './rounds.ts'
import type { Scale } from './scale.ts'
import { seedSurvey } from './seed.ts'

const SENDERS = 32

/** S3: a respondent's page, its survey's status and revision checked at each load, against a server that only replies. */
export async function measurePage(scale: Scale): Promise<Figure[]> {
  const dataDir = temporaryFolder()
  const { slug } = await seedSurvey(dataDir)
  const server = await startServer({ dataDir })
  const figures = [
    await measureAs('identity', server.port, slug, scale),
    await measureAs('gzip', server.port, slug, scale),
  ]
  await server.stop('SIGTERM')
  return figures
}

async function measureAs(encoding: string, port: number, slug: string, scale: Scale): Promise<Figure> {
  const { rounds, milliseconds } = scale
  const path = `/s/${slug}`
  const page = await fetchAs(encoding, port, path)
  const bytes = await buffer(page)
  const contentType = page.headers['content-type'] ?? ''
  const bare = await startReference({
    reply: { status: 200, contentType, body: bytes.toString('base64'), encoding: 'base64' },
  })
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: ${encoding}\r\n\r\n`)
  const requests = (): Requests => () => request
  const rateAt = (port: number) => load({ port, senders: SENDERS, requests, until: { milliseconds } })
  const rates = await inTurn(rounds, { ours: () => rateAt(port), bare: () => rateAt(bare.port) })
  await bare.stop()
  return {
    id: 'S3',
    subject: `respondent's page, ${encoding}, ${bytes.length} bytes / bare node:http`,
    measured: `${perSecond(median(rates.ours))} / ${perSecond(median(rates.bare))}`,
    value: medianRatio(rates.ours, rates.bare),
    gate: { sign: '≥', limit: 0.7 },
  }
}

/** As it comes over the wire, compressed or not. */
function fetchAs(encoding: string, port: number, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers: { 'accept-encoding': encoding } }, resolve).on('error', reject)
  })
}
