import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { expectFigure } from '../figure.ts'
import { type Service, startService } from '../harness.ts'
import { until } from '../until.ts'
import { BATCH_WRITE, TOOL_WRITES } from './largest-tool-writes.ts'
import { sendWrite, settingOf, WRITES } from './largest-writes.ts'

/** How long others may wait meanwhile, in milliseconds. */
const MAX_MS = 250
/** Interval at which the delay of the event loop is sampled, in milliseconds. */
const RESOLUTION_MS = 5
/** It reports the time between two samples, so there is one before and one after. */
const SETTLE_MS = 4 * RESOLUTION_MS
/** On a busy machine a time includes the work of other programs. One short time shows what the work itself takes. */
const ATTEMPTS = 3

let service: Service
before(async () => {
  service = await startService({ hostname: 'localhost' })
})
after(() => service.close())

describe('the largest request to a route or tool keeps nobody waiting [largest-writes]', () => {
  for (const [name, prepare] of Object.entries({ ...WRITES, ...TOOL_WRITES, 'a batch of tool calls': BATCH_WRITE }))
    test(name, async t => {
      const times: number[] = []
      for (let attempt = 0; attempt < ATTEMPTS && !times.some(time => time <= MAX_MS); attempt++) {
        const write = await prepare(settingOf(service))
        const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
        delays.enable()
        await delay(SETTLE_MS)
        await sendWrite(write)
        await until(async () => (await service.jobs()).every(({ attempts }) => attempts === 0))
        await delay(SETTLE_MS)
        delays.disable()
        times.push(delays.max / 1e6)
      }
      const value = Math.min(...times)
      const measured = `longest wait of ${times.length} attempts`
      expectFigure(t, { subject: name, measured, value, gate: { sign: '≤', limit: MAX_MS, unit: 'ms' } })
    })
})
