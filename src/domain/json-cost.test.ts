import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson } from './json.ts'
import { JSON_EXACT_VALUES, JSON_MEMBERS } from './limits.ts'

const MIB = 1_048_576
/** A number that no double represents, after which the slower parser reads everything. */
const EXACT = '1e999'
const PLAIN = `{"text":${JSON.stringify('x'.repeat(MIB - 20))}}`
/** Times the cost of a plain body of that size. The worst of these inputs once cost 500 times as much. */
const MULTIPLE = 100

const inputs: [what: string, text: string][] = [
  ['numbers', list(at => `${at % 10}`)],
  ['numbers that need no double', list(at => `0.1234567890123456789${at}`)],
  ['short numbers that need no double', list(() => '1e-999')],
  ['long exponents', list(() => '1.5e-100')],
  ['one number', `[${'1'.repeat(MIB - 2)}]`],
  ['many zeros', `[0.${'0'.repeat(MIB - 10)}1]`],
  ['one name many times', object(() => '"a":1')],
  ['one name many times, read exactly', object(() => `"a":${EXACT}`)],
  ['many names', object(at => `"${at.toString(36)}":1`)],
  ['many indexes, last first', object(at => `"${4e9 - at * 7_919}":1`)],
  ['many names, read exactly', object(at => `"${at.toString(36)}":${EXACT}`)],
  ['names of object internals, read exactly', object(() => `"__proto__":${EXACT}`)],
  ['escapes', `{"a":"${'\\u0041'.repeat(170_000)}"}`],
  ['escapes, read exactly', `[${EXACT},"${'\\u0041'.repeat(170_000)}"]`],
  ['empty texts, read exactly', list(() => '""', `${EXACT},`)],
  ['empty lists, read exactly', list(() => '[]', `${EXACT},`)],
  ['nested lists, read exactly', list(() => '['.repeat(150) + ']'.repeat(150), `${EXACT},`)],
  ['words, read exactly', list(() => 'null', `${EXACT},`)],
  ['lists 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000)],
]

for (const [what, text] of inputs) {
  test(`[body-bounded-time] 1 MiB of ${what} takes a bounded time to parse or to refuse`, () => {
    const plain = fastest(() => parseJson(PLAIN))
    const cost = fastest(() => tryParse(text))
    assert.ok(cost < MULTIPLE * plain, `${cost.toFixed(1)} ms; a plain body ${plain.toFixed(1)} ms`)
  })
}

test('[body-bounded-time] as many members, and values beside an exact number, as the limits say', () => {
  const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join(',')}}`
  const values = (count: number) => `[${EXACT}${',1'.repeat(count - 2)}]`
  parseJson(members(JSON_MEMBERS))
  parseJson(values(JSON_EXACT_VALUES))
  assert.throws(() => parseJson(members(JSON_MEMBERS + 1)), { message: 'invalid JSON' })
  assert.throws(() => parseJson(values(JSON_EXACT_VALUES + 1)), { message: 'invalid JSON' })
})

function list(entry: (at: number) => string, start = ''): string {
  return `[${start}${joined(entry, MIB - start.length - 2)}]`
}

function object(entry: (at: number) => string): string {
  return `{${joined(entry, MIB - 2)}}`
}

function joined(entry: (at: number) => string, length: number): string {
  const entries: string[] = []
  for (let at = 0, size = 0; ; at++) {
    const next = entry(at)
    size += next.length + 1
    if (size > length) return entries.join(',')
    entries.push(next)
  }
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
