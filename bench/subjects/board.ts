import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { BOARD_TEXT_LENGTH, MAX_UNRESOLVED_ITEMS } from '../../src/domain/boards/limits.ts'
import { startServer, temporaryFolder } from '../../test/faults/server.ts'
import { type Figure, milliseconds as inMilliseconds } from '../figure.ts'
import { percentile99AtPace } from '../paced.ts'
import type { Hall } from '../phones.ts'
import { inTurn, median, medianRatio } from '../rounds.ts'
import type { Scale } from '../scale.ts'
import { seedSurvey } from '../seed.ts'
import { submissions } from '../survey.ts'

const PHONES = 1_000
const VOTES_PER_SECOND = 5
/** Senders who answer another survey. */
const PER_SECOND = 200
/** Pause for the server after phones have left, in milliseconds. */
const SETTLING = 500
/** Concurrent requests. */
const TOGETHER = 100

/** S14: how much a full board with 1,000 phones and 5 votes a second slows down others. */
export async function measureBoard({ rounds, milliseconds }: Scale): Promise<Figure[]> {
  const dataDir = temporaryFolder()
  const { slug, token } = await seedSurvey(dataDir)
  const { port, stop } = await startServer({ dataDir, env: { RESPONDENT_LIMIT: '0' } })
  const hall = { ...(await fillBoard(port, token)), port, phones: PHONES, votesPerSecond: VOTES_PER_SECOND }
  const requests = (sender: number) => submissions(slug, sender)
  const send = () => percentile99AtPace({ port, perSecond: PER_SECOND, milliseconds, requests })
  const times = await inTurn(rounds, { among: () => amongPhones(hall, send), alone: send })
  await stop('SIGTERM')
  const phones = `${PHONES.toLocaleString('en')} phones on a full board, ${VOTES_PER_SECOND} votes/s`
  return [
    {
      id: 'S14',
      subject: `p99 of ${PER_SECOND} submissions/s to another survey, with ${phones} / without`,
      measured: `${inMilliseconds(median(times.among))} / ${inMilliseconds(median(times.alone))}`,
      value: medianRatio(times.among, times.alone),
      gate: { sign: '≤', limit: 1.5, unit: '×' },
    },
  ]
}

/** Runs something while phones follow a board and people vote there. */
async function amongPhones<T>(hall: Hall, act: () => Promise<T>): Promise<T> {
  const phones = new Worker(new URL('../phones.ts', import.meta.url), { workerData: hall })
  await once(phones, 'message')
  try {
    return await act()
  } finally {
    phones.postMessage('leave')
    await once(phones, 'exit')
    await delay(SETTLING)
  }
}

/** A survey whose board has the maximum number of questions, each as long as allowed. */
async function fillBoard(port: number, token: string): Promise<{ slug: string; items: string[] }> {
  const post = async (path: string, body: object): Promise<string> => {
    const headers = { authorization: `Bearer ${token}` }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const { id } = (await (await fetch(`http://127.0.0.1:${port}${path}`, request)).json()) as { id: string }
    return id
  }
  const questions = [{ type: 'upvoted_question', text: 'What would you like to know?' }]
  const slug = await post('/api/v1/surveys', { title: 'A hall', questions })
  const items: string[] = []
  while (items.length < MAX_UNRESOLVED_ITEMS) {
    const texts = Array.from({ length: TOGETHER }, () => `${randomUUID()} `.repeat(20).slice(0, BOARD_TEXT_LENGTH))
    items.push(...(await Promise.all(texts.map(text => post(`/s/${slug}/board/0`, { text })))))
  }
  return { slug, items }
}
