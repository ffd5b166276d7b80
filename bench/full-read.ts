import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { startServer, temporaryFolder } from '../test/faults/server.ts'
import type { Figure } from './figure.ts'
import { startReference } from './reference.ts'
import { inTurn, median, medianRatio } from './rounds.ts'
import type { Scale } from './scale.ts'
import type { LargeData } from './seed.ts'

const MEGABYTE = 1e6
const MEMORY_EVERY_MS = 50
/** How a body ends that was sent in chunks. */
const LAST_CHUNK = '\r\n0\r\n\r\n'

/** S5: a survey with all its responses against a plain file of the same size, and the memory it takes to send it. */
export async function measureFullRead({ rounds }: Scale, data: LargeData): Promise<Figure[]> {
  const server = await startServer({ dataDir: data.dataDir })
  const fullRead = (slug: string) => receive(server.port, `/api/v1/surveys/${slug}`, data.tokens[0])
  await fullRead(data.few.slug)
  const memory = new Memory(server.pid)
  const watchedRead = () => memory.watch(() => fullRead(data.many.slug))
  const { bytes } = await watchedRead()
  const file = await startReference(['stream', fileOf(bytes)])
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

/** Counts bytes and looks at none of them but the first and the last, so that the server is what is measured. */
function receive(port: number, path: string, token = ''): Promise<{ bytes: number; rate: number }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let head = ''
    let tail = ''
    let bytes = 0
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`)
    socket.on('data', (piece: Buffer) => {
      if (bytes === 0) head = piece.toString('latin1', 0, 15)
      tail = (tail + piece.toString('latin1', Math.max(0, piece.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length)
      bytes += piece.length
    })
    socket.on('error', reject)
    socket.on('end', () => {
      if (head !== 'HTTP/1.1 200 OK' || tail !== LAST_CHUNK) reject(new Error(`${path}: ${head} … ${tail}`))
      resolve({ bytes, rate: (bytes * 1_000) / (performance.now() - startedAt) })
    })
  })
}

function fileOf(bytes: number): string {
  const path = join(temporaryFolder(), 'plain')
  const piece = Buffer.alloc(MEGABYTE, 'plain text ')
  const file = openSync(path, 'w')
  for (let left = bytes; left > 0; left -= piece.length) writeSync(file, piece, 0, Math.min(left, piece.length))
  closeSync(file)
  return path
}

/** The resident memory of a process, in bytes. */
class Memory {
  /** The most that one watched act has added while it ran. */
  growth = 0
  /** The most that all of them together have added. */
  growthInAll = 0
  readonly #status: string
  readonly #atFirst: number

  constructor(pid: number) {
    this.#status = `/proc/${pid}/status`
    this.#atFirst = this.#resident()
  }

  async watch<T>(act: () => Promise<T>): Promise<T> {
    const before = this.#resident()
    const timer = setInterval(() => this.#look(before), MEMORY_EVERY_MS)
    const result = await act()
    clearInterval(timer)
    this.#look(before)
    return result
  }

  #look(before: number): void {
    const resident = this.#resident()
    this.growth = Math.max(this.growth, resident - before)
    this.growthInAll = Math.max(this.growthInAll, resident - this.#atFirst)
  }

  #resident(): number {
    const [, kibibytes] = /VmRSS:\s*(\d+) kB/.exec(readFileSync(this.#status, 'utf8')) ?? []
    return Number(kibibytes) * 1_024
  }
}
