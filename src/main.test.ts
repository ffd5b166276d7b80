import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { releaseStartMemory } from './main.ts'

/** @returns how often memory is released, if the event loop works for such a share of the time since the server listens */
function releases(t: TestContext, utilization: number): number {
  let count = 0
  const { gc } = globalThis
  globalThis.gc = (async () => void count++) as NonNullable<typeof gc>
  t.after(() => {
    globalThis.gc = gc
  })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  // Until then it had as much to do as it will not have.
  const share = (since?: unknown) => ({
    idle: 0,
    active: 0,
    utilization: since === undefined ? 1 - utilization : utilization,
  })
  t.mock.method(performance, 'eventLoopUtilization', share)
  releaseStartMemory()
  t.mock.timers.tick(4_999)
  assert.equal(count, 0)
  t.mock.timers.tick(60_000)
  return count
}

test('five seconds after the start, memory is released once if the server is idle', t => {
  assert.equal(releases(t, 0.05), 1)
})

test('a server that is busy after the start keeps its memory, and with it its optimized code', t => {
  assert.equal(releases(t, 0.2), 0)
})
