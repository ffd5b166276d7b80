import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../harness.ts'
import {
  board,
  bodyOf,
  choice,
  freeText,
  indexed,
  kept,
  newApi,
  optional,
  type Question,
  type Row,
  rating,
} from './fixtures.ts'

const service = await startService()
after(() => service.close())

const points = (counts: Record<number, number>) =>
  Array.from({ length: 10 }, (_, place) => ({ value: place + 1, count: counts[place + 1] ?? 0 }))

const questions = [
  choice('Coming?', ['Yes', 'No', 'Perhaps'], optional),
  rating('How good?', optional),
  freeText('Why?', optional),
  board('Ask'),
]

test('a survey without responses [read-aggregate, aggregate-shape, aggregate-tally, aggregate-mean, aggregate-distribution, aggregate-free-text, aggregate-board]', async () => {
  const api = await newApi(service)
  const { id, title, url, created_at } = await api.create(questions, { theme: 'ocean' })
  assert.deepEqual(await api.aggregate(id), {
    id,
    title,
    status: 'open',
    created_at,
    expires_at: null,
    url,
    questions: indexed(questions),
    response_count: 0,
    theme: 'ocean',
    results: [
      {
        index: 0,
        type: 'multiple_choice',
        text: 'Coming?',
        answered: 0,
        tally: [
          { option: 'Yes', count: 0 },
          { option: 'No', count: 0 },
          { option: 'Perhaps', count: 0 },
        ],
      },
      { index: 1, type: 'rating', text: 'How good?', answered: 0, mean: null, distribution: points({}) },
      { index: 2, type: 'free_text', text: 'Why?', answered: 0 },
      { index: 3, type: 'upvoted_question', text: 'Ask', answered: 0, board: { items: 0, votes: 0 } },
    ],
  })
})

test('the aggregate has counts instead of responses [aggregate-answered, aggregate-tally, aggregate-mean, aggregate-distribution, aggregate-free-text]', async () => {
  const api = await newApi(service)
  const { id } = await api.create(questions)
  for (const answers of [['Yes', 10, 'a'], ['Yes', 9], ['No', null, '  '], [null, 9, 'b', null], [], ['Yes']]) {
    await kept(service, id, answers)
  }
  const { response_count, results } = await api.aggregate(id)
  assert.equal(response_count, 6)
  assert.deepEqual(results, [
    {
      index: 0,
      type: 'multiple_choice',
      text: 'Coming?',
      answered: 4,
      tally: [
        { option: 'Yes', count: 3 },
        { option: 'No', count: 1 },
        { option: 'Perhaps', count: 0 },
      ],
    },
    { index: 1, type: 'rating', text: 'How good?', answered: 3, mean: 9.33, distribution: points({ 9: 2, 10: 1 }) },
    { index: 2, type: 'free_text', text: 'Why?', answered: 2 },
    { index: 3, type: 'upvoted_question', text: 'Ask', answered: 0, board: { items: 0, votes: 0 } },
  ])
})

const means: [ratings: number[], mean: number][] = [
  [[7], 7],
  [[1, 2], 1.5],
  [[1, 1, 2], 1.33],
  [[1, 2, 2], 1.67],
  [[10, 10, 9], 9.67],
  [[1, 1, 1, 2], 1.25],
  [[1, 1, 1, 1, 1, 1, 1, 2], 1.13],
  [[10, 10, 10, 10, 10, 10, 10], 10],
]
for (const [ratings, mean] of means) {
  test(`the mean of ${ratings} is ${mean} [aggregate-mean, aggregate-distribution]`, async () => {
    const api = await newApi(service)
    const { id } = await api.create([rating()])
    for (const value of ratings) await kept(service, id, [value])
    const [result] = (await api.aggregate(id)).results
    assert.equal(result?.mean, mean)
    assert.equal(result?.answered, ratings.length)
    assert.deepEqual(
      result?.distribution?.map(({ value }) => value),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    )
  })
}

test('counts stay with their options when options are added and put in another order [aggregate-tally, edit-answered-keeps-meaning]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([choice('Which?', ['a', 'b'])])
  for (const option of ['a', 'a', 'b']) await kept(service, id, [option])
  const edited = [choice('Which now?', ['c', 'b', 'a']), rating('How good?', optional)]
  bodyOf(await api.patch(`/surveys/${id}`, { questions: edited }))
  await kept(service, id, ['c', 5])
  const { results, response_count } = await api.aggregate(id)
  assert.equal(response_count, 4)
  assert.deepEqual(results, [
    {
      index: 0,
      type: 'multiple_choice',
      text: 'Which now?',
      answered: 4,
      tally: [
        { option: 'c', count: 1 },
        { option: 'b', count: 1 },
        { option: 'a', count: 2 },
      ],
    },
    { index: 1, type: 'rating', text: 'How good?', answered: 1, mean: 5, distribution: points({ 5: 1 }) },
  ])
  assert.deepEqual(
    (await api.read(id)).responses.map(({ answers }) => answers),
    [
      ['a', null],
      ['a', null],
      ['b', null],
      ['c', 5],
    ],
  )
})

test('before the first answer, changed options start with new counts [aggregate-tally]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([choice('Which?', ['a', 'b']), rating()])
  bodyOf(await api.patch(`/surveys/${id}`, { questions: [rating('Now a rating'), choice('Which?', ['b', 'z'])] }))
  await kept(service, id, [3, 'z'])
  const { results } = await api.aggregate(id)
  assert.deepEqual(
    [results[0]?.mean, results[1]?.tally],
    [
      3,
      [
        { option: 'b', count: 0 },
        { option: 'z', count: 1 },
      ],
    ],
  )
})

test('options named like object internals are counted like others [aggregate-tally]', async () => {
  const api = await newApi(service)
  const counts: [option: string, count: number][] = [
    ['__proto__', 2],
    ['constructor', 1],
    ['toString', 0],
    ['10', 1],
    ['2', 0],
  ]
  const { id } = await api.create([
    choice(
      'Which?',
      counts.map(([option]) => option),
    ),
  ])
  for (const option of ['__proto__', 'constructor', '10', '__proto__']) await kept(service, id, [option])
  assert.deepEqual(
    (await api.aggregate(id)).results[0]?.tally,
    counts.map(([option, count]) => ({ option, count })),
  )
})

test('counts equal a recount of the full view, also after parallel answers [aggregate-counts-exact, aggregate-answered]', async () => {
  const api = await newApi(service)
  const { id } = await api.create(questions)
  const options = ['Yes', 'No', 'Perhaps', null]
  await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      kept(service, id, [options[n % 4], n % 11 || null, n % 3 ? `text ${n}` : ' ']),
    ),
  )
  const full = await api.read(id)
  const { results, response_count } = await api.aggregate(id)
  assert.equal(response_count, 200)
  assert.deepEqual(
    results,
    full.questions.map(question => fold(question, full.responses)),
  )
})

/** The result of one question as section 12 of the contract defines it, recounted from the answers. */
function fold({ index, type, text, options }: Question, responses: readonly Row[]): object {
  const answered = responses.map(({ answers }) => answers[index]).filter(answer => answer !== null)
  const count = (wanted: unknown) => answered.filter(answer => answer === wanted).length
  const common = { index, type, text, answered: answered.length }
  if (type === 'multiple_choice') {
    return { ...common, tally: (options as string[]).map(option => ({ option, count: count(option) })) }
  }
  if (type === 'rating') {
    const sum = answered.reduce<number>((total, answer) => total + Number(answer), 0)
    const mean = Math.round((sum / answered.length) * 100) / 100
    return { ...common, mean, distribution: points({}).map(({ value }) => ({ value, count: count(value) })) }
  }
  return type === 'free_text' ? common : { ...common, board: { items: 0, votes: 0 } }
}
