import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { BODY_BYTES } from '../../../src/domain/values/body-limits.ts'
import { expectFigure } from '../../figure.ts'
import { call } from '../../harness.ts'
import { scaled } from '../../scale.ts'
import { killServers, startServer, temporaryFolder } from '../server.ts'

const SENDERS = join(import.meta.dirname, 'trickling-senders.ts')
const SENDING_MS = scaled({ long: 10_000, release: 30_000 })
const SAMPLE_EVERY_MS = 10
const MEBIBYTE = 1_048_576
/** By how much memory may grow, and how much slower others may be; less than this many milliseconds is noise. */
const MAX_MEBIBYTES = 64
const MAX_RATIO = 1.5
const NOISE_MS = 50

afterEach(killServers)

test('bodies in one-byte pieces and stalled bodies take little memory, and nobody else waits [body-pieces, bodies-bounded]', {
  timeout: 180_000,
}, async t => {
  const env = { NODE_OPTIONS: '--max-old-space-size=512' }
  const server = await startServer({ dataDir: temporaryFolder(), env })
  // A server in use has already grown by what Node allocates for each piece that arrives, and collects some 60 MB later.
  const upload = () => call(server, 'POST', '/sign-in', { body: ' '.repeat(BODY_BYTES - 2) })
  for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 100 }, upload))
  const quiet = await p99(server.baseUrl)
  const before = memoryOf(server.pid)
  const senders = spawn(process.execPath, [SENDERS, String(server.port)], { stdio: 'inherit' })
  t.after(() => senders.kill())
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(server.pid))
  }, 100)
  const busy = await p99(server.baseUrl)
  clearInterval(timer)
  assert.equal(senders.exitCode, null, 'they have been sending all the time')
  expectFigure(t, {
    subject: 'growth of memory by bodies in one-byte pieces',
    measured: `${Math.round(before / MEBIBYTE)} MiB before`,
    value: (most - before) / MEBIBYTE,
    gate: { sign: '≤', limit: MAX_MEBIBYTES, unit: 'MiB' },
  })
  expectFigure(t, {
    subject: 'p99 of others beside bodies in one-byte pieces',
    measured: `${busy.toFixed(1)} ms with, ${quiet.toFixed(1)} ms without them`,
    value: busy,
    gate: { sign: '≤', limit: Math.max(MAX_RATIO * quiet, NOISE_MS), unit: 'ms' },
  })
})

/** Milliseconds within which 99 of 100 requests of somebody else are answered. */
async function p99(baseUrl: string): Promise<number> {
  const times: number[] = []
  for (const until = performance.now() + SENDING_MS; performance.now() < until; ) {
    const since = performance.now()
    assert.equal((await call({ baseUrl }, 'GET', '/healthz')).status, 200)
    times.push(performance.now() - since)
    await delay(SAMPLE_EVERY_MS)
  }
  return times.sort((one, other) => one - other)[Math.floor(0.99 * times.length)] ?? 0
}

/** Resident, in bytes. */
function memoryOf(pid: number): number {
  const [, kibibytes] = /VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1_024
}
