import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { endpointPath, operationOf, readDescription } from '../api/described.ts'
import { board, choice, endpoints, freeText, rating } from '../api/fixtures.ts'
import { startService } from '../harness.ts'

const service = await startService()
after(() => service.close())

const { published, document, ofRequests, ofResponses } = await readDescription(service)

test('the description is OpenAPI 3.1, version 1.1.0, and needs no token [openapi-version, openapi-public]', () => {
  assert.match(published.headers.get('content-type') ?? '', /^application\/json\b/)
  assert.match(document.openapi, /^3\.1\.\d+$/)
  assert.equal(document.info.version, '1.1.0')
  const schemes = Object.values(document.components.securitySchemes)
  assert.deepEqual(
    schemes.map(({ type, scheme }) => ({ type, scheme })),
    [
      { type: 'http', scheme: 'bearer' },
      { type: 'oauth2', scheme: undefined },
    ],
  )
})

test('it lists the ten endpoints and no other [openapi-complete, openapi-version]', () => {
  const verbs = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
  const listed = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter(name => verbs.includes(name))
      .map(method => `${method.toUpperCase()} ${path}`),
  )
  const expected = endpoints.map(({ method, path }) => `${method} ${endpointPath(path)}`)
  assert.deepEqual(listed.sort(), expected.sort())
})

/** The schemas that the contract names, and the members they always have. */
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
  ErrorBody: ['error'],
  NewSurvey: ['title', 'questions'],
  SurveyChange: [],
  CloneChoices: [],
  TemplateName: [],
  NewTemplate: ['name', 'questions'],
  LaunchChoices: [],
}
for (const [name, required] of Object.entries(schemas)) {
  test(`the schema ${name} exists, with its required members [openapi-schema-names, openapi-four-types]`, () => {
    const schema = document.components.schemas[name]
    assert.ok(schema)
    const [known = schema] = (schema.allOf ?? []) as { required?: string[] }[]
    if (required) assert.deepEqual([...((known.required ?? []) as string[])].sort(), [...required].sort())
  })
}

test('a question of each of the four types fits the schema Question, another type does not [openapi-four-types]', () => {
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

test('an Idempotency-Key may be sent to each POST and to nothing else [openapi-complete, idempotency-ignored-elsewhere]', () => {
  for (const { method, path } of endpoints) {
    const { parameters = [] } = operationOf(document, method, path)
    const header = parameters.find(({ name }) => name === 'Idempotency-Key')
    assert.deepEqual([header?.in, header?.required], [method === 'POST' ? 'header' : undefined, header && false], path)
  }
})

test('If-Match may be sent with what changes or copies a survey, If-None-Match with reads, which have an ETag [openapi-complete]', () => {
  const condition = (method: string, path: string) => {
    if (method === 'GET') return path === '/me' ? [] : ['If-None-Match']
    return path.startsWith('/surveys/') ? ['If-Match'] : []
  }
  for (const { method, path } of endpoints) {
    const { parameters = [], responses } = operationOf(document, method, path)
    const names = parameters.map(({ name }) => name).filter(name => name.startsWith('If-'))
    assert.deepEqual(names, condition(method, path), `${method} ${path}`)
    const hasTag = names.includes('If-None-Match') || method === 'PATCH'
    const { headers = {} } = responses['200'] ?? responses['201'] ?? {}
    assert.equal('ETag' in headers, hasTag, `${method} ${path}`)
  }
})

test('each read that others would divide into pages says beside its parameters what is ignored, and what works [openapi-unpaged]', () => {
  const way: Record<string, RegExp> = {
    '/surveys': /at most 500 surveys/,
    '/surveys/{survey}': /`GET \/admin\/api\/\{slug\}\/responses`, which takes `limit` and `after`/,
    '/templates': /at most 200 templates/,
  }
  for (const { path } of endpoints.filter(({ method, path }) => method === 'GET' && path !== '/me')) {
    const { description, parameters = [] } = operationOf(document, 'GET', path)
    assert.match(description, /`limit`, `page`, `offset`, `since` and `sort` are ignored\./, path)
    assert.match(description, way[path] ?? assert.fail(path))
    assert.deepEqual(
      parameters.filter(({ name }) => /limit|page|offset|since|sort|after/.test(name)),
      [],
    )
  }
})

test('each operation names the scopes, one of which is required [openapi-scopes]', () => {
  for (const { method, path, scope } of endpoints) {
    const scopes = scope === 'either' ? ['surveys:read', 'surveys:write'] : [scope]
    const expected = [{ bearer: [] }, ...scopes.map(one => ({ oauth2: [one] }))]
    assert.deepEqual(operationOf(document, method, path).security, expected, `${method} ${path}`)
  }
})

test('every error has examples, which fit it and name every code that its description names [openapi-error-examples]', () => {
  const isError = ofResponses('#/components/schemas/ErrorBody')
  for (const { method, path } of endpoints)
    for (const [status, { description, content = {} }] of Object.entries(
      operationOf(document, method, path).responses,
    )) {
      if (Number(status) < 400) continue
      const { examples } = content['application/json'] as {
        examples: Record<string, { value: { code?: string } }>
      }
      const values = Object.values(examples).map(({ value }) => value)
      for (const value of values) assert.ok(isError(value), `${method} ${path} ${status}`)
      const named = [...description.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code]) => code)
      assert.deepEqual(values.flatMap(({ code }) => code ?? []).sort(), named.sort(), `${method} ${path} ${status}`)
      assert.ok(values.length > 0)
    }
})

test('schemas of content that is kept as sent allow undescribed properties [openapi-kept]', () => {
  const open = Object.entries(document.components.schemas).filter(([, { allOf = [] }]) =>
    (allOf as { additionalProperties?: boolean }[]).some(part => part.additionalProperties === true),
  )
  const kept = Object.keys(schemas).filter(name => /^\w+(Question|Requirement)(Input)?$/.test(name))
  assert.deepEqual(open.map(([name]) => name).sort(), kept.sort())
})

/** The statuses that the contract gives to each endpoint. */
const statuses: Record<string, string[]> = {
  'GET /me': ['200', '401', '403', '412', '429'],
  'GET /surveys': ['200', '304', '401', '403', '412', '429'],
  'POST /surveys': ['201', '400', '401', '403', '404', '409', '412', '429'],
  'GET /surveys/{survey}': ['200', '304', '401', '403', '404', '412', '429'],
  'PATCH /surveys/{survey}': ['200', '400', '401', '403', '404', '409', '412', '429'],
  'POST /surveys/{survey}/clone': ['201', '400', '401', '403', '404', '409', '412', '429'],
  'POST /surveys/{survey}/save-as-template': ['201', '400', '401', '403', '404', '409', '412', '429'],
  'GET /templates': ['200', '304', '401', '403', '412', '429'],
  'POST /templates': ['201', '400', '401', '403', '404', '409', '412', '429'],
  'POST /templates/{template}/launch': ['201', '400', '401', '403', '404', '409', '412', '429'],
}
for (const { method, path } of endpoints) {
  test(`${method} ${path} has its statuses, each with its headers [openapi-complete, openapi-default, request-id]`, () => {
    const { responses } = operationOf(document, method, path)
    assert.deepEqual(Object.keys(responses), [...(statuses[`${method} ${path}`] ?? []), 'default'])
    for (const [status, { headers = {} }] of Object.entries(responses)) {
      const named = Object.keys(headers).map(name => name.toLowerCase())
      assert.ok(named.includes('x-request-id'), status)
      assert.equal(named.includes('www-authenticate'), status === '401' || status === '403', status)
      assert.equal(named.includes('retry-after'), status === '429' || status === 'default', status)
    }
  })

  test(`${method} ${path} describes errors of HTTP itself and of a failing service as default [openapi-default]`, () => {
    const { description, content = {} } = operationOf(document, method, path).responses.default ?? assert.fail()
    const { examples } = content['application/json'] as { examples: object }
    for (const status of ['400', '408', '413', '415', '417', '431', '500', '503']) {
      assert.ok(description.includes(`${status}: `), status)
      assert.ok(`status_${status}` in examples, status)
    }
  })
}
