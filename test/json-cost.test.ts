import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson } from '../src/domain/values/json.ts'
import { EXACT, LARGE_JSON, MIB } from './large-bodies.ts'

const PLAIN = `{"text":${JSON.stringify('x'.repeat(MIB - 20))}}`
/** Times the cost of a plain body of that size. The worst of these inputs once cost 500 times as much. */
const MULTIPLE = 100

for (const [what, text] of LARGE_JSON) {
  test(`1 MiB of ${what} takes a bounded time to parse or to refuse [body-bounded-time]`, () => {
    const plain = fastest(() => parseJson(PLAIN))
    const cost = fastest(() => tryParse(text))
    assert.ok(cost < MULTIPLE * plain, `${cost.toFixed(1)} ms; a plain body ${plain.toFixed(1)} ms`)
  })
}

test('at most 50,000 members, or 25,000 values beside an exact number [body-bounded-time]', () => {
  const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join(',')}}`
  const values = (count: number) => `[${EXACT}${',1'.repeat(count - 2)}]`
  parseJson(members(50_000))
  parseJson(values(25_000))
  assert.throws(() => parseJson(members(50_001)), { message: 'invalid JSON' })
  assert.throws(() => parseJson(values(25_001)), { message: 'invalid JSON' })
})

/** Milliseconds of the fastest of a few runs, which a busy machine disturbs least. */
function fastest(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const since = performance.now()
    run()
    return performance.now() - since
  })
  return Math.min(...times)
}

function tryParse(text: string): void {
  try {
    parseJson(text)
  } catch (error) {
    assert.equal((error as Error).message, 'invalid JSON')
  }
}
