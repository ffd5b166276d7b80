import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertInvalid, assertRefused, board, choice, freeText, kept, optional, rating } from '../api/fixtures.ts'
import { startService } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'

const service = await startService()
after(() => service.close())

const QUESTIONS = [
  choice('Coming?', ['Yes', 'No', 'Perhaps'], optional),
  rating('How good?', optional),
  freeText('Why?', optional),
  board(),
]
const SMALL = 'too few people: results are shown for groups of at least 5 that reveal nothing about smaller ones'

test('the results of people who gave an answer, without texts and boards, as responses come and go [compare-group]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await service.fillResponses(admin.id, 6, ['Yes', 8, 'because'])
  await service.fillResponses(admin.id, 7, ['No', 3])
  const compared = await admin.get<Compared>('/compare?question=0&answer=Yes')
  assert.deepEqual([compared.question, compared.answer, compared.response_count], [0, 'Yes', 6])
  assert.deepEqual(
    compared.results.map(({ index, answered, mean }) => [index, answered, mean]),
    [
      [0, 6, undefined],
      [1, 6, 8],
      [2, 6, undefined],
    ],
  )
  assert.ok(!JSON.stringify(compared).includes('because'))
  const { id } = await kept(service, admin.id, ['Yes', 1])
  assert.deepEqual(await meanOf(admin), [7, 7])
  assert.equal((await admin.send('DELETE', `/responses/${id}`)).status, 204)
  assert.deepEqual(await meanOf(admin), [6, 8])
  const questions = [choice('Coming?', ['No', 'Sure', 'Yes', 'Perhaps'], optional), ...QUESTIONS.slice(1)]
  assert.equal((await admin.send('PATCH', '', { questions })).status, 200)
  assert.deepEqual(await meanOf(admin), [6, 8])
  assert.equal((await admin.get<Compared>('/compare?question=1&answer=3')).response_count, 7)
})

test('a group of fewer than five, or one that leaves fewer than five over, is refused [compare-small]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await service.fillResponses(admin.id, 6, ['Yes', 8])
  await service.fillResponses(admin.id, 4, ['No', 8])
  for (const answer of ['No', 'Yes', 'Perhaps'])
    assertRefused(await admin.send('GET', `/compare?question=0&answer=${answer}`), 409, SMALL, 'group_too_small')
  await kept(service, admin.id, ['No'])
  assert.equal((await admin.get<Compared>('/compare?question=0&answer=No')).response_count, 5)
})

test('a paced survey has no groups [compare-paced]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  assert.equal((await admin.send('PATCH', '', { paced: true })).status, 200)
  assertRefused(
    await admin.send('GET', '/compare?question=0&answer=Yes'),
    409,
    'the presenter sets the pace of this survey, so no answers of one person are stored together',
    'not_comparable',
  )
})

test('a query that names no answer is 400 with a reason [compare-refused]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await service.fillResponses(admin.id, 6, ['Yes', 8])
  for (const query of ['', '?question=0', '?question=0&answer=Never', '?question=2&answer=x', '?question=9&answer=x'])
    assertInvalid(await admin.send('GET', `/compare${query}`), /must name an option or a rating/)
})

test('other requests are served while many responses are counted [compare-bounded]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await service.fillResponses(admin.id, 6_000, ['Yes', 8, 'because '.repeat(100)])
  // A database connection for each, so that none is opened while the responses are counted.
  await Promise.all([admin.get('/arrivals'), admin.get('/arrivals')])
  const answered: string[] = []
  const compare = async () => {
    const { response_count: count } = await admin.get<Compared>('/compare?question=0&answer=Yes')
    answered.push(`all ${count}`)
  }
  // One could be answered before the first response is read.
  const others = async () => {
    for (const one of ['first', 'second', 'third']) {
      await admin.get('/arrivals')
      answered.push(one)
    }
  }
  await Promise.all([compare(), others()])
  assert.deepEqual(answered, ['first', 'second', 'third', 'all 6000'])
})

interface Compared {
  readonly question: number
  readonly answer: string
  readonly response_count: number
  readonly results: readonly { readonly index: number; readonly answered: number; readonly mean?: number }[]
}

async function meanOf(admin: AdminClient) {
  const { response_count: count, results } = await admin.get<Compared>('/compare?question=0&answer=Yes')
  return [count, results[1]?.mean]
}
