import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fitsRequest, operationOf, readDescription } from '../api/described.ts'
import {
  type Api,
  board,
  choice,
  endpoints,
  freeText,
  newApi,
  optional,
  rating,
  requiredWhen,
} from '../api/fixtures.ts'
import { type Answer, startService } from '../harness.ts'

const service = await startService()
after(() => service.close())

const description = await readDescription(service)

test('bodies are described where one is read, and required where one is needed [openapi-true, openapi-matches-validation]', () => {
  const needed = Object.fromEntries(
    endpoints.map(({ method, path }) => {
      const { requestBody } = operationOf(description.document, method, path)
      return [`${method} ${path}`, requestBody && (requestBody.required ?? false)]
    }),
  )
  assert.deepEqual(needed, {
    'GET /me': undefined,
    'GET /surveys': undefined,
    'POST /surveys': true,
    'GET /surveys/{survey}': undefined,
    'PATCH /surveys/{survey}': true,
    'POST /surveys/{survey}/clone': false,
    'POST /surveys/{survey}/save-as-template': false,
    'GET /templates': undefined,
    'POST /templates': true,
    'POST /templates/{template}/launch': false,
  })
})

const when = (group: unknown) => rating('How good?', { requirement: { mode: 'conditional', when: group } })
const condition = { questionIndex: 0, values: ['Yes'] }

const acceptedQuestions: object[][] = [
  [choice()],
  [choice(), freeText(), rating(), board('Ask', { moderated: true })],
  [rating('How good?', { index: 'first' })],
  [rating('How good?', { index: null, min: 0, max: 5, note: { deep: [null] } })],
  [rating('How good?', { options: 5 }), freeText('Why?', { options: [] }), board('Ask', { options: null })],
  [rating('How good?', { moderated: 'yes' })],
  [rating('How good?', optional)],
  [rating('How good?', { requirement: { mode: 'optional', when: 5 } })],
  [rating('How good?', { requirement: { mode: 'optional', when: { op: 'none' }, note: 1 } })],
  [choice(), freeText('Why?', requiredWhen('all', [0, 'Yes', 'No']))],
  [
    choice(),
    when({ op: 'any', note: 1, conditions: [{ ...condition, note: 1 }, condition, condition, condition, condition] }),
  ],
]

/** Lists whose fault is in their shape, so that the schema must detect it too. */
const refusedQuestions: unknown[] = [
  undefined,
  null,
  5,
  {},
  [],
  [null],
  ['x'],
  [{}],
  [{ type: 'rating' }],
  [{ text: 'Why?' }],
  [{ type: 'matrix', text: 'Why?' }],
  [{ type: 'rating', text: '' }],
  [{ type: 'rating', text: 5 }],
  [{ type: 'multiple_choice', text: 'Which?' }],
  [choice('Which?', [])],
  [choice('Which?', null)],
  [choice('Which?', 'Yes')],
  [choice('Which?', [''])],
  [choice('Which?', [5])],
  [choice('Which?', ['a', 'a'])],
  [board('Ask', { moderated: 'yes' })],
  [rating('How good?', { requirement: null })],
  [rating('How good?', { requirement: 'optional' })],
  [rating('How good?', { requirement: {} })],
  [rating('How good?', { requirement: { mode: 'always' } })],
  [choice(), rating('How good?', { requirement: { mode: 'conditional' } })],
  [choice(), when(null)],
  [choice(), when({})],
  [choice(), when({ op: 'none', conditions: [condition] })],
  [choice(), when({ op: 'all', conditions: [] })],
  [choice(), when({ op: 'all', conditions: Array(6).fill(condition) })],
  [choice(), when({ op: 'all', conditions: [null] })],
  [choice(), when({ op: 'all', conditions: [{ values: ['Yes'] }] })],
  [choice(), when({ op: 'all', conditions: [{ questionIndex: -1, values: ['Yes'] }] })],
  [choice(), when({ op: 'all', conditions: [{ questionIndex: 0.5, values: ['Yes'] }] })],
  [choice(), when({ op: 'all', conditions: [{ questionIndex: '0', values: ['Yes'] }] })],
  [choice(), when({ op: 'all', conditions: [{ questionIndex: 0 }] })],
  [choice(), when({ op: 'all', conditions: [{ questionIndex: 0, values: [] }] })],
  [choice(), when({ op: 'all', conditions: [{ questionIndex: 0, values: [5] }] })],
]

const pair = { primary: '#0a1B2c', background: '#FFFFFF' }
const acceptedThemes = ['default', 'sunset', 'ocean', 'forest', 'rose', 'slate', pair, { ...pair, more: 1 }]
const refusedThemes = [
  null,
  5,
  '',
  'plaid',
  [],
  {},
  { primary: '#000000' },
  { ...pair, primary: '#000' },
  { ...pair, background: 5 },
]
const acceptedTitles = ['x', ' x ', 'x'.repeat(200), '😀'.repeat(200)]
const refusedTitles = [null, 5, '', [], 'x'.repeat(201), '😀'.repeat(201)]
const refusedSlugs = [null, 5, '', 'ab', 'Abc', 'a_b', '-abc', 'a--b', 'x'.repeat(65)]

/** A body of valid members, with one member replaced by another. */
const each = (member: string, values: readonly unknown[], rest: object = {}) =>
  values.map(value => ({ ...rest, [member]: value }))

const survey = { title: 'Survey', questions: [choice()] }
const template = { name: 'Template', questions: [choice()] }

interface Bodies {
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly accepted: readonly unknown[]
  readonly refused: readonly unknown[]
}

const table: Bodies[] = [
  {
    method: 'POST',
    path: '/surveys',
    accepted: [
      { ...survey, unknown: [1] },
      ...each('questions', acceptedQuestions, survey),
      ...each('title', acceptedTitles, survey),
      ...each('theme', acceptedThemes, survey),
      ...each('slug', ['abc', '0-0', 'x'.repeat(64)], survey),
    ],
    refused: [
      {},
      [],
      { questions: survey.questions },
      ...each('questions', refusedQuestions, survey),
      ...each('title', refusedTitles, survey),
      ...each('theme', refusedThemes, survey),
      ...each('slug', refusedSlugs, survey),
    ],
  },
  {
    method: 'PATCH',
    path: '/surveys/{survey}',
    accepted: [
      { archived: true, title: 5, unknown: null },
      { status: 'closed', theme: 'ocean', questions: [choice()], archived: false },
      ...each('questions', [[choice()], [{ ...choice(), index: 0 }, rating()]]),
      ...each('status', ['open', 'closed']),
      ...each('theme', acceptedThemes),
    ],
    refused: [
      {},
      [],
      { title: 'Other' },
      ...each('questions', refusedQuestions.slice(1)),
      ...each('status', [null, 5, '', 'expired']),
      ...each('theme', refusedThemes),
      ...each('archived', [null, 0, 'true', []]),
    ],
  },
  {
    method: 'POST',
    path: '/surveys/{survey}/clone',
    accepted: [
      {},
      { unknown: 1 },
      ...each('title', acceptedTitles),
      ...each('theme', acceptedThemes),
      { slug: 'cloned-here' },
    ],
    refused: [[], ...each('title', refusedTitles), ...each('theme', refusedThemes), ...each('slug', refusedSlugs)],
  },
  {
    method: 'POST',
    path: '/surveys/{survey}/save-as-template',
    accepted: [{}, { unknown: 1, slug: null }, ...each('name', acceptedTitles)],
    refused: [[], ...each('name', refusedTitles)],
  },
  {
    method: 'POST',
    path: '/templates',
    accepted: [...each('questions', acceptedQuestions, template), ...each('name', acceptedTitles, template)],
    refused: [{}, [], ...each('questions', refusedQuestions, template), ...each('name', refusedTitles, template)],
  },
  {
    method: 'POST',
    path: '/templates/{template}/launch',
    accepted: [{}, { unknown: 1, title: null }, ...each('theme', acceptedThemes), { slug: 'launched-here' }],
    refused: [[], ...each('theme', refusedThemes), ...each('slug', refusedSlugs)],
  },
]

interface Addressed {
  readonly api: Api
  readonly survey: string
  readonly template: string
}

async function addressed(): Promise<Addressed> {
  const api = await newApi(service)
  return { api, survey: (await api.create([choice()])).id, template: (await api.saveTemplate([choice()])).id }
}

/** Refused requests change nothing, so all of them can address the same. */
const untouched = await addressed()

for (const { method, path, accepted, refused } of table) {
  const send = ({ api, survey, template }: Addressed, body: unknown): Promise<Answer> => {
    const to = path.replace('{survey}', survey).replace('{template}', template)
    return method === 'PATCH' ? api.patch(to, body) : api.post(to, body)
  }
  for (const [index, body] of accepted.entries()) {
    test(`${method} ${path}: accepted and described (${index + 1}) ${JSON.stringify(body).slice(0, 150)} [openapi-matches-validation]`, async () => {
      const answer = await send(await addressed(), body)
      assert.ok(answer.status < 300, answer.text)
      assert.ok(fitsRequest(description, method, path, JSON.parse(JSON.stringify(body))))
    })
  }
  for (const [index, body] of refused.entries()) {
    test(`${method} ${path}: refused and not described (${index + 1}) ${JSON.stringify(body).slice(0, 150)} [openapi-matches-validation]`, async () => {
      assert.equal((await send(untouched, body)).status, 400)
      assert.equal(fitsRequest(description, method, path, JSON.parse(JSON.stringify(body))), false)
    })
  }
}
