import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { startServer, temporaryFolder } from '../../test/faults/server.ts'
import type { Figure } from '../figure.ts'
import { Memory } from '../memory.ts'
import { receive } from '../receive.ts'
import { startReference } from '../reference.ts'
import { inTurn, median, medianRatio } from '../rounds.ts'
import type { Scale } from '../scale.ts'
import type { LargeData } from '../seed.ts'

const MEGABYTE = 1e6

/**
 * S5: a survey with all its responses compared with a plain file of the same size, and the memory needed to send it.
 */
export async function measureFullRead({ rounds }: Scale, data: LargeData): Promise<Figure[]> {
  const server = await startServer({ dataDir: data.dataDir })
  const fullRead = (slug: string) => receive(server.port, `/api/v1/surveys/${slug}`, data.tokens[0])
  await fullRead(data.few.slug)
  const memory = new Memory(server.pid)
  const watchedRead = () => memory.watch(() => fullRead(data.many.slug))
  const { bytes } = await watchedRead()
  const file = await startReference({ stream: fileOf(bytes) })
  const rates = await inTurn(rounds, {
    ours: async () => (await watchedRead()).rate,
    file: async () => (await receive(file.port, '/')).rate,
  })
  await Promise.all([server.stop('SIGTERM'), file.stop()])
  const subject = `full read of ${data.many.responses.toLocaleString('en')} responses`
  const megabytes = (rate: number) => `${Math.round(rate / MEGABYTE)} MB/s`
  return [
    {
      id: 'S5',
      subject: `${subject} / a plain file`,
      measured: `${megabytes(median(rates.ours))} / ${megabytes(median(rates.file))}`,
      value: medianRatio(rates.ours, rates.file),
      gate: { sign: '≥', limit: 0.15 },
    },
    {
      id: 'S5',
      subject: `${subject}, growth of memory`,
      measured: `${Math.round(bytes / MEGABYTE)} MB sent; ${Math.round(memory.growthInAll / MEGABYTE)} MB by all reads`,
      value: memory.growth / MEGABYTE,
      gate: { sign: '<', limit: 64, unit: 'MB' },
    },
  ]
}

function fileOf(bytes: number): string {
  const path = join(temporaryFolder(), 'plain')
  const piece = Buffer.alloc(MEGABYTE, 'plain text ')
  const file = openSync(path, 'w')
  for (let left = bytes; left > 0; left -= piece.length) writeSync(file, piece, 0, Math.min(left, piece.length))
  closeSync(file)
  return path
}
