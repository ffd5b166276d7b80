import { type Server, startServer } from '../../test/faults/server.ts'
import type { Figure } from '../figure.ts'
import { Memory } from '../memory.ts'
import { receive } from '../receive.ts'
import { median } from '../rounds.ts'
import type { Scale } from '../scale.ts'
import type { LargeData, SeededSurvey } from '../seed.ts'

interface Export {
  readonly format: string
  /** Concurrent exports. */
  readonly files: number
  readonly survey: SeededSurvey
  readonly limit: number
}

const MEGABYTE = 1e6
const SHEETS = 4

/** S5: how much memory dashboard exports add to a server that has already sent small ones. */
export async function measureExports(scale: Scale, data: LargeData): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const asked of [
    { format: 'csv', files: 1, survey: data.many, limit: 64 },
    { format: 'json', files: 1, survey: data.many, limit: 64 },
    { format: 'xlsx', files: SHEETS, survey: data.sheet, limit: 256 },
  ]) {
    const server = await startServer({ dataDir: data.dataDir })
    await receiveFile(server, data.few, asked.format)
    figures.push(await measureExport(scale, server, asked))
    await server.stop('SIGTERM')
  }
  return figures
}

async function measureExport({ rounds }: Scale, server: Server, asked: Export): Promise<Figure> {
  const { format, files, survey, limit } = asked
  const memory = new Memory(server.pid)
  const seconds: number[] = []
  const receiveAll = () => Promise.all(Array.from({ length: files }, () => receiveFile(server, survey, format)))
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await memory.watch(receiveAll)
    seconds.push((performance.now() - startedAt) / files / 1_000)
  }
  return {
    id: 'S5',
    subject: `export.${format} of ${survey.responses.toLocaleString('en')} responses, ${files} at once, growth of memory`,
    measured: `${median(seconds).toFixed(2)} s each; ${Math.round(memory.growthInAll / MEGABYTE)} MB by all`,
    value: memory.growth / MEGABYTE,
    gate: { sign: '<', limit, unit: 'MB' },
  }
}

function receiveFile({ port }: Server, { slug, adminToken }: SeededSurvey, format: string) {
  return receive(port, `/admin/api/${slug}/export.${format}`, adminToken)
}
