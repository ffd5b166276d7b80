import { startServer } from '../../test/faults/server.ts'
import { freePort } from '../../test/free-port.ts'
import { type Figure, milliseconds as inMilliseconds } from '../figure.ts'
import { paced, percentile99 } from '../paced.ts'
import { receive } from '../receive.ts'
import { median } from '../rounds.ts'
import type { Scale } from '../scale.ts'
import type { LargeData } from '../seed.ts'
import { submissions } from '../survey.ts'

const PER_SECOND = 500
/** Warm-up rounds. */
const WARMING = 2

/** S6: how long other requests wait while large surveys are read or exported and submissions arrive. */
export async function measureEventLoop(scale: Scale, data: LargeData): Promise<Figure[]> {
  const { many, sheet, tokens } = data
  return [
    await measureBeside(scale, data, {
      subject: `reads of ${many.responses.toLocaleString('en')}`,
      path: `/api/v1/surveys/${many.slug}`,
      token: tokens[0],
    }),
    await measureBeside(scale, data, {
      subject: `spreadsheets of ${sheet.responses.toLocaleString('en')}`,
      path: `/admin/api/${sheet.slug}/export.xlsx`,
      token: sheet.adminToken,
    }),
  ]
}

interface Reading {
  readonly subject: string
  readonly path: string
  readonly token: string | undefined
}

async function measureBeside({ rounds, milliseconds }: Scale, data: LargeData, reading: Reading): Promise<Figure> {
  const metricsPort = await freePort()
  const { port, stop } = await startServer({ dataDir: data.dataDir, env: { METRICS_PORT: String(metricsPort) } })
  const read = () => receive(port, reading.path, reading.token)
  const requests = (sender: number) => submissions(data.few.slug, sender)
  const send = () => paced({ port, perSecond: PER_SECOND, milliseconds, requests })
  // Requested while a read is still under way.
  const sendAndAsk = async () => [await send(), await delayAt(metricsPort)] as const
  const delays: number[] = []
  const times: number[] = []
  for (let round = 0; round < WARMING + rounds; round++) {
    await delayAt(metricsPort)
    const [taken, delay] = await during(sendAndAsk(), read)
    if (round < WARMING) continue
    delays.push(delay)
    times.push(percentile99(taken))
  }
  await stop('SIGTERM')
  return {
    id: 'S6',
    subject: `event loop, p99, with ${reading.subject} and ${PER_SECOND} submissions/s`,
    measured: `submissions' p99 ${inMilliseconds(median(times))}`,
    value: median(delays),
    gate: { sign: '<', limit: 25, unit: 'ms' },
  }
}

/** Repeats something until something else is done. */
async function during<T>(other: Promise<T>, act: () => Promise<unknown>): Promise<T> {
  let isOver = false
  const ended = other.finally(() => {
    isOver = true
  })
  while (!isOver) await act()
  return ended
}

/** The 99th percentile since the last reading, in milliseconds. */
async function delayAt(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]) * 1_000
}
