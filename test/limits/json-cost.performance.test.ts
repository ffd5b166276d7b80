import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson } from '../../src/domain/values/json.ts'
import { expectFigure } from '../figure.ts'
import { LARGE_JSON, MIB } from './large-bodies.ts'

const PLAIN = `{"text":${JSON.stringify('x'.repeat(MIB - 20))}}`
/** Times the cost of a plain body of that size. The worst of these inputs once cost 500 times as much. */
const MULTIPLE = 100

for (const [what, text] of LARGE_JSON) {
  test(`1 MiB of ${what} takes a bounded time to parse or to refuse [body-bounded-time]`, t => {
    const plain = fastest(() => parseJson(PLAIN))
    const cost = fastest(() => tryParse(text))
    expectFigure(t, {
      subject: `1 MiB of ${what} / of plain JSON`,
      measured: `${cost.toFixed(1)} ms / ${plain.toFixed(1)} ms`,
      value: cost / plain,
      gate: { sign: '<', limit: MULTIPLE, unit: '×' },
    })
  })
}

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
