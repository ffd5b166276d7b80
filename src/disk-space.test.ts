import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { pino } from 'pino'
import { DiskSpace } from './disk-space.ts'

test('the log says once when a disk becomes nearly full and once when it has room again [disk-nearly-full]', t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const lines: string[] = []
  const settings = { dataDir: tmpdir(), freeDisk: 0 }
  const log = pino({}, { write: line => lines.push(JSON.parse(line).msg) })
  const disk = new DiskSpace(settings, log)
  for (const [freeDisk, isFull] of [
    [Number.MAX_VALUE, true],
    [Number.MAX_VALUE, true],
    [0, false],
    [0, false],
  ] as const) {
    settings.freeDisk = freeDisk
    t.mock.timers.tick(5_000)
    assert.equal(disk.isFull, isFull)
  }
  assert.deepEqual(
    lines.map(line => line.split(':')[0]),
    ['disk nearly full', 'enough disk space again'],
  )
})
