import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkHistory, type Row } from './history.ts'

type Stored = ReturnType<typeof stored>

const rows = [row('a', ['Yes', 3, 'one']), row('b', ['No', 3, 'two']), row('c', ['Yes', null, null])]

function row(id: string, answers: Row['answers']): Row {
  return { id, submitted_at: '2026-06-01T12:00:00Z', answers }
}

/** The answers of a service that has stored the three rows. */
function stored() {
  const options = [
    { option: 'Yes', count: 2 },
    { option: 'No', count: 1 },
  ]
  const results = [
    { answered: 3, tally: options },
    { answered: 2, distribution: [{ value: 3, count: 2 }] },
    { answered: 2 },
  ]
  return { full: { response_count: 3, responses: [...rows] }, aggregate: { response_count: 3, results } }
}

test('a correct history passes, including unacknowledged rows', () => {
  assert.equal(checkHistory(rows, stored()), 0)
  assert.equal(checkHistory(rows.slice(1), stored()), 1)
})

const FAULTS: [what: string, change: (stored: Stored) => unknown, says: RegExp][] = [
  ['a lost row', ({ full }) => full.responses.pop(), /missing or changed/],
  ['a changed row', ({ full }) => full.responses.splice(0, 1, row('a', ['No', 3, 'one'])), /missing or changed/],
  ['a row that is stored twice', ({ full }) => full.responses.push(row('d', ['No', 3, 'two'])), /row is stored twice/],
  ['an id that is stored twice', ({ full }) => full.responses.push(row('a', ['Yes', 3, 'one'])), /id is stored twice/],
  ['a wrong count of responses', ({ aggregate }) => aggregate.response_count++, /response_count/],
  ['a wrong count in the full view', ({ full }) => full.response_count--, /response_count/],
  [
    'a wrong count of an option',
    ({ aggregate }) => increment(aggregate.results[0]?.tally?.[1]),
    /counts of a question/,
  ],
  [
    'a wrong count of a rating',
    ({ aggregate }) => increment(aggregate.results[1]?.distribution?.[0]),
    /counts of a question/,
  ],
  ['a missing option', ({ aggregate }) => aggregate.results[0]?.tally?.pop(), /miss answers/],
  ['a missing rating', ({ aggregate }) => aggregate.results[1]?.distribution?.pop(), /miss answers/],
  ['a wrong count of answers', ({ aggregate }) => aggregate.results.reverse(), /counts of a question/],
]

function increment(counted: { count: number } | undefined): void {
  if (counted !== undefined) counted.count++
}

for (const [what, change, says] of FAULTS)
  test(`the history checker finds ${what}`, () => {
    const changed = stored()
    change(changed)
    // Additional unacknowledged rows alone are not a fault.
    assert.throws(() => checkHistory(rows, changed), says)
  })
