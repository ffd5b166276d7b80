import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { BODY_BYTES } from '../../../src/domain/values/body-limits.ts'
import { expectFigure } from '../../figure.ts'
import { call } from '../../harness.ts'
import { scaled } from '../../scale.ts'
import { killServers, startServer, temporaryFolder } from '../server.ts'
import { MEBIBYTE, memoryOf, p99 } from './others.ts'

const SENDERS = join(import.meta.dirname, 'trickling-senders.ts')
const SENDING_MS = scaled({ long: 10_000, release: 30_000 })
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
  const quiet = await p99(server, SENDING_MS)
  const before = memoryOf(server.pid)
  const senders = spawn(process.execPath, [SENDERS, String(server.port)], { stdio: 'inherit' })
  t.after(() => senders.kill())
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(server.pid))
  }, 100)
  const busy = await p99(server, SENDING_MS)
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
