import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { described, endpointPath, operationOf, readDescription } from './api/described.ts'
import { board, choice, endpoints, freeText, rating } from './api/fixtures.ts'
import { startService } from './harness.ts'

const service = await startService()
after(() => service.close())

const { published, document, ofRequests, ofResponses } = await readDescription(service)

test('[openapi-version, openapi-public] the description is OpenAPI 3.1, version 1.1.0, and needs no token', () => {
  assert.match(published.headers.get('content-type') ?? '', /^application\/json\b/)
  assert.match(document.openapi, /^3\.1\.\d+$/)
  assert.equal(document.info.version, '1.1.0')
  const schemes = Object.values(document.components.securitySchemes)
  assert.deepEqual(
    schemes.map(({ type, scheme }) => ({ type, scheme })),
    [{ type: 'http', scheme: 'bearer' }],
  )
})

test('[openapi-complete, openapi-version] it lists the ten endpoints and no other', () => {
  const verbs = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
  const listed = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter(name => verbs.includes(name))
      .map(method => `${method.toUpperCase()} ${path}`),
  )
  const expected = endpoints.map(({ method, path }) => `${method} ${endpointPath(path)}`)
  assert.deepEqual(listed.sort(), expected.sort())
})

/** The schemas that the contract names, and the members each of them always has. */
const schemas: Record<string, string[] | null> = {
  Question: null,
  MultipleChoiceQuestion: ['type', 'text', 'options', 'index'],
  RatingQuestion: ['type', 'text', 'index'],
  FreeTextQuestion: ['type', 'text', 'index'],
  UpvotedQuestion: ['type', 'text', 'index'],
  QuestionInput: null,
  MultipleChoiceQuestionInput: ['type', 'text', 'options'],
  RatingQuestionInput: ['type', 'text'],
  FreeTextQuestionInput: ['type', 'text'],
  UpvotedQuestionInput: ['type', 'text'],
  Requirement: null,
  OptionalRequirement: ['mode'],
  ConditionalRequirement: ['mode', 'when'],
  Result: null,
  MultipleChoiceResult: ['index', 'type', 'text', 'answered', 'tally'],
  RatingResult: ['index', 'type', 'text', 'answered', 'mean', 'distribution'],
  FreeTextResult: ['index', 'type', 'text', 'answered'],
  UpvotedQuestionResult: ['index', 'type', 'text', 'answered', 'board'],
  ConditionGroup: ['op', 'conditions'],
  Condition: ['questionIndex', 'values'],
  Theme: null,
  SurveyDetail: [
    ...[
      'id',
      'title',
      'status',
      'created_at',
      'expires_at',
      'url',
      'questions',
      'response_count',
      'responses',
      'theme',
    ],
  ],
  SurveyAggregate: [
    ...['id', 'title', 'status', 'created_at', 'expires_at', 'url', 'questions', 'response_count', 'results', 'theme'],
  ],
  ResponseItem: ['id', 'submitted_at', 'answers'],
  SurveyListItem: ['id', 'title', 'status', 'created_at', 'response_count', 'url'],
  CreatedSurvey: ['id', 'title', 'url', 'admin_token', 'admin_url', 'created_at', 'theme'],
  ClonedSurvey: ['id', 'title', 'url', 'admin_token', 'admin_url', 'created_at', 'theme', 'cloned_from'],
  LaunchedSurvey: ['id', 'title', 'url', 'admin_token', 'admin_url', 'created_at', 'theme', 'template_id'],
  SavedTemplate: ['id', 'name', 'question_count', 'created_at', 'saved_from'],
  Template: ['id', 'name', 'questions', 'created_at', 'updated_at'],
  Me: ['user_id', 'scope', 'kind'],
  Error: ['error'],
}
for (const [name, required] of Object.entries(schemas)) {
  test(`[openapi-schema-names, openapi-four-types] the schema ${name} is there, with the members it always has`, () => {
    const schema = document.components.schemas[name]
    assert.ok(schema)
    if (required) assert.deepEqual([...(schema.required as string[])].sort(), [...required].sort())
  })
}

test('[openapi-four-types] a question of each of the four types fits the schema Question, another type does not', () => {
  const [isQuestion, isInput] = [
    ofResponses('#/components/schemas/Question'),
    ofRequests('#/components/schemas/QuestionInput'),
  ]
  for (const question of [choice(), freeText(), rating(), board()]) {
    assert.deepEqual(
      [isQuestion({ ...question, index: 0 }), isQuestion(question), isInput(question)],
      [true, false, true],
    )
  }
  assert.equal(isQuestion({ type: 'matrix', text: 'Which?', index: 0 }), false)
})

test('[openapi-complete, idempotency-ignored-elsewhere] an Idempotency-Key may be sent to each POST and to nothing else', () => {
  for (const { method, path } of endpoints) {
    const { parameters = [] } = operationOf(document, method, path)
    const header = parameters.find(({ name }) => name === 'Idempotency-Key')
    assert.deepEqual([header?.in, header?.required], [method === 'POST' ? 'header' : undefined, header && false], path)
  }
})

/** The statuses that the contract gives to each endpoint; those of storage and unforeseen errors come on top. */
const statuses: Record<string, string[]> = {
  'GET /me': ['200', '401', '403', '429'],
  'GET /surveys': ['200', '401', '403', '429'],
  'POST /surveys': ['201', '400', '401', '403', '404', '409', '413', '429'],
  'GET /surveys/{survey}': ['200', '401', '403', '404', '429'],
  'PATCH /surveys/{survey}': ['200', '400', '401', '403', '404', '409', '413', '429'],
  'POST /surveys/{survey}/clone': ['201', '400', '401', '403', '404', '409', '413', '429'],
  'POST /surveys/{survey}/save-as-template': ['201', '400', '401', '403', '404', '409', '413', '429'],
  'GET /templates': ['200', '401', '403', '429'],
  'POST /templates': ['201', '400', '401', '403', '404', '409', '413', '429'],
  'POST /templates/{template}/launch': ['201', '400', '401', '403', '404', '409', '413', '429'],
}
for (const { method, path } of endpoints) {
  test(`[openapi-complete, request-id] ${method} ${path} has its statuses, each with its headers`, () => {
    const { responses } = operationOf(document, method, path)
    for (const status of statuses[`${method} ${path}`] ?? []) assert.ok(responses[status], status)
    for (const status of Object.keys(responses)) {
      const named = Object.keys(described(document, method, path, status).headers ?? {}).map(name => name.toLowerCase())
      assert.ok(named.includes('x-request-id'), status)
      assert.equal(named.includes('www-authenticate'), status === '401' || status === '403', status)
      assert.equal(named.includes('retry-after'), status === '429' || status === '503', status)
    }
  })
}
