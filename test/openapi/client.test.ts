import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import createClient from 'openapi-fetch'
import openapiTS, { astToString } from 'openapi-typescript'
import type { components, paths } from '../../clients/typescript/src/openapi.ts'
import { kept, newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { assertSnapshot } from '../snapshot.ts'

type Schemas = components['schemas']

const service = await startService()
after(() => service.close())

test('the types that are generated from the description are the committed ones [openapi-client]', async () => {
  const { body } = await call(service, 'GET', '/openapi.json')
  const types = astToString(await openapiTS(Buffer.from(JSON.stringify(body)))).trim()
  assertSnapshot('openapi.ts', `${types}\n`, 'clients/typescript/src')
})

test('a client with generated types creates a survey, edits it and reads its results [openapi-client]', async () => {
  const api = await newApi(service)
  const headers = { authorization: `Bearer ${api.caller.token}` }
  const client = createClient<paths>({ baseUrl: service.baseUrl, headers })
  const retro: Schemas['QuestionInput'][] = [
    { type: 'multiple_choice', text: 'Was it a good week?', options: ['Yes', 'No'] },
    { type: 'rating', text: 'How good?', requirement: { mode: 'optional' } },
  ]
  const made = await client.POST('/api/v1/surveys', { body: { title: 'Retro', questions: retro } })
  const id = made.data?.id ?? assert.fail(made.error?.error)
  await kept(service, id, ['Yes', 9])

  const params = { path: { id } }
  const { data: full } = await client.GET('/api/v1/surveys/{id}', { params })
  if (full === undefined || !('responses' in full)) return assert.fail('not the full view')
  const questions = [...full.questions.map(reworded), { type: 'free_text' as const, text: 'What else?' }]
  const changed = await client.PATCH('/api/v1/surveys/{id}', { params, body: { questions } })
  assert.equal(changed.data?.questions?.length, 3)

  const aggregate = await client.GET('/api/v1/surveys/{id}', { params: { ...params, query: { view: 'aggregate' } } })
  if (aggregate.data === undefined || !('results' in aggregate.data)) return assert.fail('not the aggregate view')
  assert.deepEqual(aggregate.data.results.map(summary), ['Yes 1, No 0', 'mean 9', '0 texts'])

  const refused = await client.PATCH('/api/v1/surveys/{id}', { params, body: { questions: retro.slice(1) } })
  assert.equal(refused.response.status, 400)
  const taken = await client.POST('/api/v1/surveys', { body: { title: 'Retro', questions: retro, slug: id } })
  assert.equal(taken.error?.code, 'slug_taken')
})

function reworded(question: Schemas['Question']): Schemas['Question'] {
  return { ...question, text: `${question.text} Really?` }
}

/** Each type of result has its own members, and nothing else. */
function summary(result: Schemas['Result']): string {
  switch (result.type) {
    case 'multiple_choice':
      return result.tally.map(({ option, count }) => `${option} ${count}`).join(', ')
    case 'rating':
      return `mean ${result.mean ?? 'unknown'}`
    case 'free_text':
      return `${result.answered} texts`
    case 'upvoted_question':
      return `${result.board.items} questions`
  }
}

/** Lines that the compiler must refuse; otherwise `npm run check` fails. */
export const REFUSED_BY_THE_COMPILER = [
  // @ts-expect-error: options are texts
  { type: 'multiple_choice', text: 'Which?', options: [1] } satisfies Schemas['QuestionInput'],
  // @ts-expect-error: a choice has options
  { type: 'multiple_choice', text: 'Which?' } satisfies Schemas['QuestionInput'],
  // @ts-expect-error: there is no such type
  { type: 'matrix', text: 'Which?' } satisfies Schemas['QuestionInput'],
  // @ts-expect-error: what is read has an index
  { type: 'rating', text: 'How good?' } satisfies Schemas['Question'],
  // @ts-expect-error: a conditional requirement says when
  { mode: 'conditional' } satisfies Schemas['Requirement'],
  // @ts-expect-error: surveys are opened and closed; they expire by themselves
  { status: 'expired' } satisfies Schemas['ChangedSurvey'],
  // @ts-expect-error: there is no such code
  { error: 'x', code: 'no_such_code' } satisfies Schemas['ErrorBody'],
  // @ts-expect-error: a preset, or two colours
  'plaid' satisfies Schemas['Theme'],
]
