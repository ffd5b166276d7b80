import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { bareStart } from '../../test/faults/bare-start.ts'
import { type Server, startServer, temporaryFolder } from '../../test/faults/server.ts'
import { type Figure, milliseconds } from '../figure.ts'
import { residentBytes } from '../memory.ts'
import { inTurn, median, medianRatio } from '../rounds.ts'

const STARTS = 10
/** Time allowed for memory allocated at startup to be released, in milliseconds. */
const IDLE_MS = 60_000
const MEGABYTE = 1_048_576

/**
 * S10: startup on an existing database compared with a bare server’s, memory a minute later, and production packages.
 */
export async function measureStart(): Promise<Figure[]> {
  const dataDir = temporaryFolder()
  await (await startServer({ dataDir })).stop('SIGTERM')
  const times = await inTurn(STARTS, { ours: () => timeOfStart(dataDir), bare: bareStart })
  const server = await startServer({ dataDir })
  const resident = await residentWhenIdle(server)
  const [ours, bare] = [median(times.ours), median(times.bare)]
  return [
    {
      id: 'S10',
      subject: 'start until ready / start of bare node:http',
      measured: `${milliseconds(ours)} / ${milliseconds(bare)}`,
      value: medianRatio(times.ours, times.bare),
      gate: { sign: '≤', limit: 8, unit: '×' },
    },
    {
      id: 'S10',
      subject: 'resident memory a minute after the start',
      measured: `${(resident / MEGABYTE).toFixed(0)} MB`,
      value: resident / MEGABYTE,
      gate: { sign: '≤', limit: 130, unit: 'MB' },
    },
    {
      id: 'S10',
      subject: 'packages in the built server',
      measured: `${productionPackages()}`,
      value: productionPackages(),
      gate: { sign: '≤', limit: 150 },
    },
  ]
}

async function timeOfStart(dataDir: string): Promise<number> {
  const server = await startServer({ dataDir })
  await server.stop('SIGTERM')
  return server.readyAfter
}

async function residentWhenIdle(server: Server): Promise<number> {
  await delay(IDLE_MS)
  const bytes = residentBytes(server.pid)
  await server.stop('SIGTERM')
  return bytes
}

/** The packages that the built server contains. */
function productionPackages(): number {
  const licenses = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../dist/server/soundings-licenses.json'), 'utf8'),
  )
  return new Set(licenses.map(({ name }: { readonly name: string }) => name)).size
}
