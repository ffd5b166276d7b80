import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Soundings } from '../../clients/typescript/src/client.ts'
import { expectFigure } from '../figure.ts'
import { startService } from '../harness.ts'

const RESPONSES = 50_000
const TEXT = 'x'.repeat(400)
/** Far below the 25 MB of the document, whose texts alone have 20 MB. */
const MAX_MEGABYTES = 6

test('50,000 responses are read as they arrive, and the heap does not grow with their number', async t => {
  const service = await startService()
  t.after(() => service.close())
  const { token } = await service.newCaller()
  const client = new Soundings({ server: service.baseUrl, token })
  const { id } = await client.createSurvey({ title: 'Many', questions: [{ type: 'free_text', text: 'Anything?' }] })
  await service.fillResponses(id, RESPONSES, [TEXT])

  const heaps: number[] = []
  let read = 0
  for await (const { answers } of client.responses(id)) {
    assert.deepEqual(answers, [TEXT])
    read += 1
    if (read % 10_000 === 0) heaps.push(usedHeap())
  }
  assert.equal(read, RESPONSES)
  const [first = 0, ...later] = heaps
  expectFigure(t, {
    subject: `growth of the heap while ${RESPONSES} responses are read`,
    measured: `${heaps.map(heap => (heap / 1e6).toFixed(1)).join(', ')} MB`,
    value: (Math.max(...later) - first) / 1e6,
    gate: { sign: '<', limit: MAX_MEGABYTES, unit: 'MB' },
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function usedHeap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
