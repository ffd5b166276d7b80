import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { startServer, temporaryFolder } from '../../test/faults/server.ts'
import { type Figure, milliseconds as inMilliseconds } from '../figure.ts'
import { open } from '../load.ts'
import { Memory } from '../memory.ts'
import { percentile99AtPace } from '../paced.ts'
import { inTurn, median, medianRatio } from '../rounds.ts'
import type { Scale } from '../scale.ts'
import { seedSurvey } from '../seed.ts'
import { submissions } from '../survey.ts'

const STREAMS = 1_000
/** Streams being opened at a time. */
const TOGETHER = 100
const PER_SECOND = 200
/** Pause for the server after streams were opened or closed, in milliseconds; it is not part of either measurement. */
const SETTLING = 500
const KILOBYTE = 1_000

/** S8: the memory that 1,000 watchers of a survey cost, and how much they slow down senders. */
export async function measureStreams({ rounds, milliseconds }: Scale): Promise<Figure[]> {
  const dataDir = temporaryFolder()
  const { slug } = await seedSurvey(dataDir)
  const { port, pid, stop } = await startServer({ dataDir })
  const requests = (sender: number) => submissions(slug, sender)
  const send = () => percentile99AtPace({ port, perSecond: PER_SECOND, milliseconds, requests })
  await send()
  const memory = new Memory(pid)
  const measured = () => memory.watch(() => amongStreams(port, slug, send))
  // While the first ones are opened, the young generation grows to its full size; it would count as theirs.
  await amongStreams(port, slug, () => amongStreams(port, slug, measured))
  const times = await inTurn(rounds, { among: () => amongStreams(port, slug, send), alone: send })
  await stop('SIGTERM')
  const streams = `${STREAMS.toLocaleString('en')} event streams`
  return [
    {
      id: 'S8',
      subject: `${streams}, growth of memory for each`,
      measured: `${Math.round(memory.growth / KILOBYTE / KILOBYTE)} MB for all`,
      value: memory.growth / STREAMS / KILOBYTE,
      gate: { sign: '<', limit: 40, unit: 'kB' },
    },
    {
      id: 'S8',
      subject: `p99 of ${PER_SECOND} submissions/s, with ${streams} / without`,
      measured: `${inMilliseconds(median(times.among))} / ${inMilliseconds(median(times.alone))}`,
      value: medianRatio(times.among, times.alone),
      gate: { sign: '≤', limit: 1.5, unit: '×' },
    },
  ]
}

/** Runs something while streams are open, and checks that all of them are still open at the end. */
async function amongStreams<T>(port: number, slug: string, act: () => Promise<T>): Promise<T> {
  const sockets: Socket[] = []
  while (sockets.length < STREAMS)
    sockets.push(...(await Promise.all(Array.from({ length: TOGETHER }, () => listen(port, slug)))))
  await delay(SETTLING)
  const result = await act()
  if (sockets.some(socket => socket.readableEnded || socket.destroyed)) throw new Error('a stream was ended')
  for (const socket of sockets) socket.destroy()
  await delay(SETTLING)
  return result
}

/** Resolves when the stream has begun. */
async function listen(port: number, slug: string): Promise<Socket> {
  const socket = await open(port)
  socket.write(`GET /s/${slug}/events HTTP/1.1\r\nHost: bench\r\n\r\n`)
  const [head] = await once(socket, 'data')
  if (!String(head).startsWith('HTTP/1.1 200 ')) throw new Error(`not as expected: ${head}`)
  return socket.resume()
}
