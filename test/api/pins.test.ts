import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Answer, call, startService } from '../harness.ts'
import { assertInvalid, bodyOf, choice, freeText, HOUR, kept, newApi, rating, repeat, submit } from './fixtures.ts'

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
  /** Of the headers that only some refusals have, those of this one. */
  readonly headers?: Readonly<Record<string, string>>
  readonly provoke: readonly (() => Promise<Answer>)[]
}

const pins: readonly Pin[] = [
  {
    clause: '[error-title-required]',
    status: 400,
    body: { error: 'title is required' },
    provoke: [
      () => caller.post('/surveys', { ...valid, title: '' }),
      () => caller.post('/surveys', { questions: valid.questions }),
      () => caller.post(`${survey}/clone`, { title: ' ' }),
    ],
  },
  {
    clause: '[error-title-too-long]',
    status: 400,
    body: { error: 'title is too long' },
    provoke: [
      () => caller.post('/surveys', { ...valid, title: 'x'.repeat(201) }),
      () => caller.post(`${survey}/clone`, { title: 'x'.repeat(201) }),
      () => caller.post(`${survey}/save-as-template`, { name: 'x'.repeat(201) }),
    ],
  },
  {
    clause: '[error-name-required]',
    status: 400,
    body: { error: 'name is required' },
    provoke: [
      () => caller.post('/templates', { ...valid, name: '' }),
      () => caller.post('/templates', { questions: valid.questions }),
      () => caller.post(`${survey}/save-as-template`, { name: null }),
    ],
  },
  {
    clause: '[error-name-too-long]',
    status: 400,
    body: { error: 'name is too long' },
    provoke: [() => caller.post('/templates', { ...valid, name: 'x'.repeat(201) })],
  },
  {
    clause: '[error-invalid-json]',
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
    clause: '[body-non-object-optional]',
    status: 400,
    body: { error: 'body must be a JSON object' },
    provoke: [
      () => caller.post(`${survey}/clone`, '[]'),
      () => caller.post(`${survey}/save-as-template`, 'null'),
      () => caller.post(`${template}/launch`, '"x"'),
    ],
  },
  {
    clause: '[error-options-required]',
    status: 400,
    body: { error: 'multiple_choice questions must have at least one option' },
    provoke: [
      () => caller.post('/surveys', { ...valid, questions: [choice('Which?', [])] }),
      () => caller.post('/templates', { ...valid, questions: [{ type: 'multiple_choice', text: 'Which?' }] }),
      () => caller.patch(survey, { questions: [choice('Which?', [])] }),
    ],
  },
  {
    clause: '[error-invalid-slug]',
    status: 400,
    body: { error: 'invalid slug' },
    provoke: [
      () => caller.post('/surveys', { ...valid, slug: 'No' }),
      () => caller.post(`${survey}/clone`, { slug: null }),
      () => caller.post(`${template}/launch`, { slug: 'api' }),
    ],
  },
  {
    clause: '[error-invalid-theme]',
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
    clause: '[patch-nothing-to-change]',
    status: 400,
    body: { error: 'nothing to change: send status, theme, questions or archived' },
    provoke: [() => caller.patch(survey, {}), () => caller.patch(survey, { title: 'Other' })],
  },
  {
    clause: '[patch-status-value]',
    status: 400,
    body: { error: 'status must be "open" or "closed"' },
    provoke: [() => caller.patch(survey, { status: 'expired' })],
  },
  {
    clause: '[edit-answered-remove]',
    status: 400,
    body: { error: 'cannot remove a question from a survey that already has responses' },
    provoke: [() => edited(choice(), rating())],
  },
  {
    clause: '[edit-answered-reorder]',
    status: 400,
    body: { error: 'cannot reorder the questions of a survey that already has responses' },
    provoke: [() => edited({ ...rating(), index: 1 }, { ...choice(), index: 0 }, { ...freeText(), index: 2 })],
  },
  {
    clause: '[edit-answered-retype]',
    status: 400,
    body: { error: 'cannot change the type of a question in a survey that already has responses' },
    provoke: [() => edited(choice(), rating(), rating('Why?'))],
  },
  {
    clause: '[edit-answered-options]',
    status: 400,
    body: { error: 'cannot rename or drop an option in a survey that already has responses' },
    provoke: [() => edited(choice('Coming?', ['Yes']), rating(), freeText())],
  },
  {
    clause: '[error-authentication-required]',
    status: 401,
    body: { error: 'authentication required' },
    headers: { 'www-authenticate': 'Bearer' },
    provoke: [
      () => call(service, 'GET', '/api/v1/me'),
      () => call(service, 'POST', '/api/v1/surveys', { token: `${caller.caller.token}x`, body: valid }),
    ],
  },
  {
    clause: '[error-upgrade-required]',
    status: 403,
    body: { error: 'upgrade required', code: 'entitlement_required' },
    provoke: [() => lapsed.get('/me'), () => lapsed.post('/surveys', valid)],
  },
  {
    clause: '[error-insufficient-scope, scope-challenge]',
    status: 403,
    body: { error: 'insufficient scope', code: 'insufficient_scope' },
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="surveys:write"' },
    provoke: [() => reader.post('/surveys', valid), () => reader.patch(survey, { status: 'closed' })],
  },
  {
    clause: '[error-insufficient-scope, scope-challenge]',
    status: 403,
    body: { error: 'insufficient scope', code: 'insufficient_scope' },
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="surveys:read"' },
    provoke: [() => writer.get('/surveys'), () => writer.get('/templates')],
  },
  {
    clause: '[error-not-found, unknown-path, submission-missing]',
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
    clause: '[wrong-method]',
    status: 405,
    body: { error: 'method not allowed' },
    headers: { allow: 'GET, HEAD, OPTIONS' },
    provoke: [() => caller.post('/me')],
  },
  {
    clause: '[error-survey-limit]',
    status: 409,
    body: { error: 'survey limit reached', code: 'survey_limit_reached' },
    provoke: [() => atSurveyLimit.post('/surveys', valid)],
  },
  {
    clause: '[error-slug-taken]',
    status: 409,
    body: { error: 'slug taken', code: 'slug_taken' },
    provoke: [
      () => caller.post('/surveys', { ...valid, slug: 'taken-slug' }),
      () => caller.post(`${survey}/clone`, { slug: 'taken-slug' }),
      () => caller.post(`${template}/launch`, { slug: 'taken-slug' }),
    ],
  },
  {
    clause: '[error-template-limit]',
    status: 409,
    body: { error: 'template limit reached', code: 'template_limit_reached' },
    provoke: [() => atTemplateLimit.post('/templates', valid)],
  },
  {
    clause: '[error-reopen-expired]',
    status: 409,
    body: {
      error:
        'this survey has expired, so reopening it would not accept responses; change its expiry from the admin dashboard first',
      code: 'survey_expired',
    },
    provoke: [() => caller.patch(`/surveys/${expired.id}`, { status: 'open' })],
  },
  {
    clause: '[body-size-limit, submission-too-large]',
    status: 413,
    body: { error: 'request body too large' },
    provoke: [
      () => caller.post('/surveys', JSON.stringify(valid).padEnd(1_048_577)),
      () => call(service, 'POST', `/s/${answered.id}/responses`, { body: '{"answers":[]}'.padEnd(1_048_577) }),
    ],
  },
  {
    clause: '[error-rate-limit, call-limit-retry-after]',
    status: 429,
    body: { error: 'rate limit exceeded' },
    headers: { 'retry-after': '3600' },
    provoke: [() => callsSpent.get('/me'), () => callsSpent.post('/surveys', valid)],
  },
  {
    clause: '[error-rate-limit, slug-limit-no-retry-after]',
    status: 429,
    body: { error: 'rate limit exceeded' },
    provoke: [() => slugsSpent.post('/surveys', { ...valid, slug: 'my-own-slug' })],
  },
]
for (const { clause, status, body, headers = {}, provoke } of pins) {
  test(`${status} ${JSON.stringify(body)} ${clause} [request-id, error-body]`, async () => {
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

/** Refusals whose code is fixed but whose text is not. */
const codes: [clause: string, status: number, code: string, send: () => Promise<Answer>][] = [
  ['[submission-invalid-answers]', 400, 'invalid_answers', () => submit(service, answered.id, ['Maybe'])],
  ['[submission-answers-not-array]', 400, 'invalid_answers', () => submit(service, answered.id, 'x')],
  ['[submission-closed]', 409, 'survey_closed', () => submit(service, closed.id, [5])],
  ['[submission-expired]', 409, 'survey_expired', () => submit(service, expired.id, [5])],
]
for (const [clause, status, code, send] of codes) {
  test(`${status} ${code} ${clause}`, async () => {
    const body = bodyOf<{ error: string; code: string }>(await send(), status)
    assert.match(body.error, /\S/)
    assert.equal(body.code, code)
  })
}

test('an ambiguous reorder is refused with the reason [edit-reorder-message]', async () => {
  const questions = [{ ...choice(), index: 1 }]
  assertInvalid(await caller.patch(survey, { questions }), /^cannot follow this reorder: ./)
})
