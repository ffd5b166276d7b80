import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertInvalid, bodyOf, choice, freeText, HOUR, kept, newApi, rating, repeat, submit } from './api/fixtures.ts'
import { type Answer, call, startService } from './harness.ts'

const service = await startService()
after(() => service.close())

const valid = { title: 'Survey', name: 'Template', questions: [choice()] }
const caller = await newApi(service)
const survey = `/surveys/${(await caller.create([choice()])).id}`
const template = `/templates/${(await caller.saveTemplate([choice()])).id}`
await caller.create([rating()], { slug: 'taken-slug' })

const answered = await caller.create([choice(), rating(), freeText()])
await kept(service, answered.id, ['Yes', 5, 'text'])
const expired = await caller.create([rating()])
await service.setExpiry(expired.id, service.clock.now() - HOUR)
const closed = await caller.create([rating()])
await caller.patch(`/surveys/${closed.id}`, { status: 'closed' })

const reader = await newApi(service, { scope: 'surveys:read' })
const writer = await newApi(service, { scope: 'surveys:write' })
const lapsed = await newApi(service)
await service.setEntitledUntil(lapsed.caller.accountId, null)
const callsSpent = await newApi(service)
await repeat(600, () => callsSpent.get('/me'))
const slugsSpent = await newApi(service)
await repeat(30, () => slugsSpent.post('/surveys', { slug: null }))
const atSurveyLimit = await newApi(service)
await service.fillSurveys(atSurveyLimit.caller.accountId, 500)
const atTemplateLimit = await newApi(service)
await service.fillTemplates(atTemplateLimit.caller.accountId, 200)

function edited(...questions: object[]): Promise<Answer> {
  return caller.patch(`/surveys/${answered.id}`, { questions })
}

interface Pin {
  readonly clause: string
  readonly status: number
  readonly body: { readonly error: string; readonly code?: string }
  /** Of the headers that some refusals have, those that this one has. */
  readonly headers?: Readonly<Record<string, string>>
  readonly provoke: readonly (() => Promise<Answer>)[]
}

const pins: readonly Pin[] = [
  {
    clause: '[S7-title-required]',
    status: 400,
    body: { error: 'title is required' },
    provoke: [
      () => caller.post('/surveys', { ...valid, title: '' }),
      () => caller.post('/surveys', { questions: valid.questions }),
      () => caller.post(`${survey}/clone`, { title: ' ' }),
    ],
  },
  {
    clause: '[S7-title-too-long]',
    status: 400,
    body: { error: 'title is too long' },
    provoke: [
      () => caller.post('/surveys', { ...valid, title: 'x'.repeat(201) }),
      () => caller.post(`${survey}/clone`, { title: 'x'.repeat(201) }),
      () => caller.post(`${survey}/save-as-template`, { name: 'x'.repeat(201) }),
    ],
  },
  {
    clause: '[S7-name-required]',
    status: 400,
    body: { error: 'name is required' },
    provoke: [
      () => caller.post('/templates', { ...valid, name: '' }),
      () => caller.post('/templates', { questions: valid.questions }),
      () => caller.post(`${survey}/save-as-template`, { name: null }),
    ],
  },
  {
    clause: '[D4-name-too-long]',
    status: 400,
    body: { error: 'name is too long' },
    provoke: [() => caller.post('/templates', { ...valid, name: 'x'.repeat(201) })],
  },
  {
    clause: '[S7-invalid-json]',
    status: 400,
    body: { error: 'invalid JSON' },
    provoke: [
      () => caller.post('/surveys', '{'),
      () => caller.patch(survey, '{'),
      () => caller.post(`${survey}/clone`, '{'),
      () => caller.post(`${survey}/save-as-template`, '{'),
      () => caller.post('/templates', '{'),
      () => caller.post(`${template}/launch`, '{'),
      () => call(service, 'POST', `/s/${answered.id}/responses`, { body: '{' }),
      () => caller.post('/surveys', '['.repeat(201) + ']'.repeat(201)),
    ],
  },
  {
    clause: '[D1-non-object-optional]',
    status: 400,
    body: { error: 'body must be a JSON object' },
    provoke: [
      () => caller.post(`${survey}/clone`, '[]'),
      () => caller.post(`${survey}/save-as-template`, 'null'),
      () => caller.post(`${template}/launch`, '"x"'),
    ],
  },
  {
    clause: '[S7-options-required]',
    status: 400,
    body: { error: 'multiple_choice questions must have at least one option' },
    provoke: [
      () => caller.post('/surveys', { ...valid, questions: [choice('Which?', [])] }),
      () => caller.post('/templates', { ...valid, questions: [{ type: 'multiple_choice', text: 'Which?' }] }),
      () => caller.patch(survey, { questions: [choice('Which?', [])] }),
    ],
  },
  {
    clause: '[S7-invalid-slug]',
    status: 400,
    body: { error: 'invalid slug' },
    provoke: [
      () => caller.post('/surveys', { ...valid, slug: 'No' }),
      () => caller.post(`${survey}/clone`, { slug: null }),
      () => caller.post(`${template}/launch`, { slug: 'api' }),
    ],
  },
  {
    clause: '[S7-invalid-theme]',
    status: 400,
    body: { error: 'invalid theme' },
    provoke: [
      () => caller.post('/surveys', { ...valid, theme: 'plaid' }),
      () => caller.patch(survey, { theme: null }),
      () => caller.post(`${survey}/clone`, { theme: { primary: '#000000' } }),
      () => caller.post(`${template}/launch`, { theme: 5 }),
    ],
  },
  {
    clause: '[S7-nothing-to-change]',
    status: 400,
    body: { error: 'nothing to change: send status, theme, questions or archived' },
    provoke: [() => caller.patch(survey, {}), () => caller.patch(survey, { title: 'Other' })],
  },
  {
    clause: '[S7-status-value]',
    status: 400,
    body: { error: 'status must be "open" or "closed"' },
    provoke: [() => caller.patch(survey, { status: 'expired' })],
  },
  {
    clause: '[S7-cannot-remove]',
    status: 400,
    body: { error: 'cannot remove a question from a survey that already has responses' },
    provoke: [() => edited(choice(), rating())],
  },
  {
    clause: '[D6-answered-reorder]',
    status: 400,
    body: { error: 'cannot reorder the questions of a survey that already has responses' },
    provoke: [() => edited({ ...rating(), index: 1 }, { ...choice(), index: 0 }, { ...freeText(), index: 2 })],
  },
  {
    clause: '[D6-answered-retype]',
    status: 400,
    body: { error: 'cannot change the type of a question in a survey that already has responses' },
    provoke: [() => edited(choice(), rating(), rating('Why?'))],
  },
  {
    clause: '[D6-answered-options]',
    status: 400,
    body: { error: 'cannot rename or drop an option in a survey that already has responses' },
    provoke: [() => edited(choice('Coming?', ['Yes']), rating(), freeText())],
  },
  {
    clause: '[S7-authentication-required]',
    status: 401,
    body: { error: 'authentication required' },
    headers: { 'www-authenticate': 'Bearer' },
    provoke: [
      () => call(service, 'GET', '/api/v1/me'),
      () => call(service, 'POST', '/api/v1/surveys', { token: `${caller.caller.token}x`, body: valid }),
    ],
  },
  {
    clause: '[S7-upgrade-required]',
    status: 403,
    body: { error: 'upgrade required', code: 'entitlement_required' },
    provoke: [() => lapsed.get('/me'), () => lapsed.post('/surveys', valid)],
  },
  {
    clause: '[D2-insufficient-scope, D2-scope-header]',
    status: 403,
    body: { error: 'insufficient scope', code: 'insufficient_scope' },
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="surveys:write"' },
    provoke: [() => reader.post('/surveys', valid), () => reader.patch(survey, { status: 'closed' })],
  },
  {
    clause: '[D2-insufficient-scope, D2-scope-header]',
    status: 403,
    body: { error: 'insufficient scope', code: 'insufficient_scope' },
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="surveys:read"' },
    provoke: [() => writer.get('/surveys'), () => writer.get('/templates')],
  },
  {
    clause: '[S7-not-found, D1-unknown-path, D11-submit-404]',
    status: 404,
    body: { error: 'not found' },
    provoke: [
      () => caller.get('/surveys/none-such-here'),
      () => caller.post('/templates/none/launch'),
      () => caller.get('/nothing'),
      () => submit(service, 'none-such-here', []),
    ],
  },
  {
    clause: '[D1-wrong-method]',
    status: 405,
    body: { error: 'method not allowed' },
    headers: { allow: 'GET, HEAD, OPTIONS' },
    provoke: [() => caller.post('/me')],
  },
  {
    clause: '[S7-survey-limit]',
    status: 409,
    body: { error: 'survey limit reached', code: 'survey_limit_reached' },
    provoke: [() => atSurveyLimit.post('/surveys', valid)],
  },
  {
    clause: '[S7-slug-taken]',
    status: 409,
    body: { error: 'slug taken', code: 'slug_taken' },
    provoke: [
      () => caller.post('/surveys', { ...valid, slug: 'taken-slug' }),
      () => caller.post(`${survey}/clone`, { slug: 'taken-slug' }),
      () => caller.post(`${template}/launch`, { slug: 'taken-slug' }),
    ],
  },
  {
    clause: '[S7-template-limit]',
    status: 409,
    body: { error: 'template limit reached', code: 'template_limit_reached' },
    provoke: [() => atTemplateLimit.post('/templates', valid)],
  },
  {
    clause: '[S7-survey-expired]',
    status: 409,
    body: {
      error:
        'this survey has expired, so reopening it would not accept responses; change its expiry from the admin dashboard first',
      code: 'survey_expired',
    },
    provoke: [() => caller.patch(`/surveys/${expired.id}`, { status: 'open' })],
  },
  {
    clause: '[D1-body-limit, D11-submit-413]',
    status: 413,
    body: { error: 'request body too large' },
    provoke: [
      () => caller.post('/surveys', JSON.stringify(valid).padEnd(1_048_577)),
      () => call(service, 'POST', `/s/${answered.id}/responses`, { body: '{"answers":[]}'.padEnd(1_048_577) }),
    ],
  },
  {
    clause: '[S7-rate-limit, S7-retry-after-calls]',
    status: 429,
    body: { error: 'rate limit exceeded' },
    headers: { 'retry-after': '3600' },
    provoke: [() => callsSpent.get('/me'), () => callsSpent.post('/surveys', valid)],
  },
  {
    clause: '[S7-rate-limit, S7-no-retry-after-slugs]',
    status: 429,
    body: { error: 'rate limit exceeded' },
    provoke: [() => slugsSpent.post('/surveys', { ...valid, slug: 'my-own-slug' })],
  },
]
for (const { clause, status, body, headers = {}, provoke } of pins) {
  test(`${clause} [D1-request-id, S2.12-error-body] ${status} ${JSON.stringify(body)}`, async () => {
    for (const send of provoke) {
      const answer = await send()
      assert.deepEqual({ status: answer.status, body: answer.body }, { status, body })
      for (const name of ['www-authenticate', 'retry-after', 'allow']) {
        assert.equal(answer.headers.get(name), headers[name] ?? null, name)
      }
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/)
      assert.match(answer.headers.get('x-request-id') ?? '', /^[\w-]{8,}$/)
    }
  })
}

/** Refusals whose code is given and whose text is left open. */
const codes: [clause: string, status: number, code: string, send: () => Promise<Answer>][] = [
  ['[D11-invalid-answers]', 400, 'invalid_answers', () => submit(service, answered.id, ['Maybe'])],
  ['[D16-answers-no-array]', 400, 'invalid_answers', () => submit(service, answered.id, 'x')],
  ['[D11-survey-closed]', 409, 'survey_closed', () => submit(service, closed.id, [5])],
  ['[D11-survey-expired]', 409, 'survey_expired', () => submit(service, expired.id, [5])],
]
for (const [clause, status, code, send] of codes) {
  test(`${clause} ${status} ${code}`, async () => {
    const body = bodyOf<{ error: string; code: string }>(await send(), status)
    assert.match(body.error, /\S/)
    assert.equal(body.code, code)
  })
}

test('[D16-reorder-text] a reorder that cannot be followed says so and why', async () => {
  const questions = [{ ...choice(), index: 1 }]
  assertInvalid(await caller.patch(survey, { questions }), /^cannot follow this reorder: ./)
})
