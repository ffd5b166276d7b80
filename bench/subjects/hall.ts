import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { startServer, temporaryFolder } from '../../test/faults/server.ts'
import { type Figure, milliseconds as inMilliseconds } from '../figure.ts'
import type { Answered, Hall, Revealed } from '../hall-phones.ts'
import { percentile99 } from '../paced.ts'
import { median } from '../rounds.ts'
import type { Scale } from '../scale.ts'
import { seedSurvey } from '../seed.ts'

const PHONES = 1_000
/**
 * A round takes about 13 seconds, most of it for people to read and answer, so there are fewer rounds than for other
 * figures.
 */
const FEWER_ROUNDS = 3
/** The default limits: phones in a hall share one address. */
const LIMITS = { RESPONDENT_LIMIT: '3000', RESPONDENT_BYTES: '33554432', STREAMS_PER_ADDRESS: '3000' }

interface Round {
  readonly seconds: number
  /** In milliseconds. */
  readonly submission: number
  /** Time until 99 % of the phones, and until all, have the counts, in milliseconds. */
  readonly reveal: { readonly most: number; readonly all: number }
}

/** S13: a hall in which 1,000 phones load the page, answer, wait for the results and see them revealed. */
export async function measureHall({ rounds }: Scale): Promise<Figure[]> {
  const measured: Round[] = []
  while (measured.length < rounds / FEWER_ROUNDS) measured.push(await measureRound())
  const submissions = measured.map(({ submission }) => submission)
  const reveals = measured.map(({ reveal }) => reveal)
  const phones = `${PHONES.toLocaleString('en')} phones`
  return [
    {
      id: 'S13',
      subject: `${phones} load the page, answer and wait for results, without an error`,
      measured: `median ${median(measured.map(({ seconds }) => seconds)).toFixed(2)} s`,
      value: Math.max(...measured.map(({ seconds }) => seconds)),
      gate: { sign: '≤', limit: 20, unit: 's' },
    },
    {
      id: 'S13',
      subject: `p99 of the submissions of ${phones}`,
      measured: `median ${inMilliseconds(median(submissions))}`,
      value: Math.max(...submissions),
      gate: { sign: '≤', limit: 500, unit: 'ms' },
    },
    {
      id: 'S13',
      subject: `from the reveal until the last of ${phones} has the counts`,
      measured: `p99 ${inMilliseconds(median(reveals.map(({ most }) => most)))}`,
      value: Math.max(...reveals.map(({ all }) => all)) / 1_000,
      gate: { sign: '≤', limit: 1, unit: 's' },
    },
  ]
}

async function measureRound(): Promise<Round> {
  const dataDir = temporaryFolder()
  const { slug, adminToken } = await seedSurvey(dataDir)
  const { port, stop } = await startServer({ dataDir, env: LIMITS })
  const change = async (body: object) => {
    const headers = { authorization: `Bearer ${adminToken}` }
    const request = { method: 'PATCH', headers, body: JSON.stringify(body) }
    const { status } = await fetch(`http://127.0.0.1:${port}/admin/api/${slug}`, request)
    if (status !== 200) throw new Error(`not as expected: ${status}`)
  }
  await change({ share_results: 'when_revealed' })
  const hall: Hall = { port, slug, phones: PHONES }
  const phones = new Worker(new URL('../hall-phones.ts', import.meta.url), { workerData: hall })
  const [{ took, submissions }] = (await once(phones, 'message')) as [Answered]
  const revealedAt = performance.timeOrigin + performance.now()
  const received = once(phones, 'message')
  await change({ results_revealed: true })
  const [times] = (await received) as [Revealed]
  await stop('SIGTERM')
  const waits = times.map(time => time - revealedAt)
  const reveal = { most: percentile99(waits), all: Math.max(...waits) }
  return { seconds: took / 1_000, submission: percentile99(submissions), reveal }
}
