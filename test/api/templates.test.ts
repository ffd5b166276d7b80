import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../harness.ts'
import {
  assertInvalid,
  assertRefused,
  bodyOf,
  type Created,
  choice,
  freeText,
  HOUR,
  indexed,
  kept,
  newApi,
  rating,
  requiredWhen,
  type Template,
  TIME,
  UUID_V4,
} from './fixtures.ts'

const service = await startService()
after(() => service.close())

const questions = [
  choice(),
  rating('How good?', { note: { deep: [1] } }),
  freeText('Why?', requiredWhen('any', [0, 'No'])),
]
const pair = { primary: '#123456', background: '#fedcba' }
const now = () => new Date(service.clock.now()).toISOString()

interface Cloned extends Created {
  readonly cloned_from: string
}
interface Launched extends Created {
  readonly template_id: string
}
interface Saved {
  readonly id: string
  readonly name: string
}

test('a clone without a body [clone-survey, clone-body-optional, clone-returns-cloned-from, created-survey-fields, theme-reported-is-actual, new-survey-open]', async () => {
  const api = await newApi(service)
  const original = await api.create(questions, { title: 'Lunch', theme: pair })
  await kept(service, original.id, ['Yes', 5, null])
  const { id, admin_token, ...rest } = bodyOf<Cloned>(await api.post(`/surveys/${original.id}/clone`), 201)
  assert.match(id, /^[a-z]{3,8}-[a-z]{3,8}-[a-z]{3,8}$/)
  assert.match(admin_token, UUID_V4)
  assert.notEqual(admin_token, original.admin_token)
  assert.deepEqual(rest, {
    title: 'Lunch',
    url: `${service.baseUrl}/s/${id}`,
    admin_url: `${service.baseUrl}/admin/${id}#${admin_token}`,
    created_at: now(),
    theme: pair,
    cloned_from: original.id,
  })
  const clone = await api.read(id)
  assert.deepEqual(clone.questions, indexed(questions))
  assert.deepEqual([clone.status, clone.response_count, clone.responses, clone.theme], ['open', 0, [], pair])
  assert.equal((await api.read(original.id)).response_count, 1)
})

test('a clone takes the title, slug and theme that are sent [clone-title, clone-slug, clone-theme]', async () => {
  const api = await newApi(service)
  const original = await api.create(questions, { theme: pair })
  const body = { title: ' Other ', slug: 'my-own-clone', theme: 'default', questions: [rating()] }
  const clone = bodyOf<Cloned>(await api.post(`/surveys/${original.id}/clone`, body), 201)
  assert.deepEqual([clone.title, clone.id, clone.theme], [' Other ', 'my-own-clone', 'default'])
  assert.equal(clone.url, `${service.baseUrl}/s/my-own-clone`)
  const { title, theme, questions: copied } = await api.read('my-own-clone')
  assert.deepEqual({ title, theme, copied }, { title: ' Other ', theme: 'default', copied: indexed(questions) })
  assert.equal((await api.read(original.id)).title, 'Survey')
})

test('the clone of a closed, archived and expired survey is open [clone-not-archived, clone-never-expires, new-survey-open]', async () => {
  const api = await newApi(service)
  const original = await api.create(questions)
  await service.setExpiry(original.id, service.clock.now() - HOUR)
  bodyOf(await api.patch(`/surveys/${original.id}`, { status: 'closed', archived: true }))
  const { id } = bodyOf<Cloned>(await api.post(`/surveys/${original.id}/clone`), 201)
  const { status, expires_at } = await api.read(id)
  assert.deepEqual({ status, expires_at }, { status: 'open', expires_at: null })
  assert.deepEqual(
    (await api.list()).map(row => row.id),
    [id],
  )
  await kept(service, id, ['Yes', 5])
})

test('the clone of an expired survey is open and accepts answers [clone-never-expires]', async () => {
  const api = await newApi(service)
  const original = await api.create([rating()])
  await service.setExpiry(original.id, service.clock.now() - HOUR)
  const { id } = bodyOf<Cloned>(await api.post(`/surveys/${original.id}/clone`), 201)
  await kept(service, id, [5])
  assert.equal((await api.read(original.id)).status, 'expired')
})

test('a survey is saved as a template [save-template, save-template-default-name, save-template-questions]', async () => {
  const api = await newApi(service)
  const { id } = await api.create(questions, { title: 'Lunch' })
  service.clock.advance(HOUR)
  const { id: templateId, ...rest } = bodyOf<Saved>(await api.post(`/surveys/${id}/save-as-template`), 201)
  assert.deepEqual(rest, { name: 'Lunch', question_count: 3, created_at: now(), saved_from: id })
  const [template] = await api.templates()
  assert.deepEqual(template, {
    id: templateId,
    name: 'Lunch',
    questions: indexed(questions),
    created_at: now(),
    updated_at: now(),
  })
})

test('a template saved with a name has that name [save-template-name]', async () => {
  const api = await newApi(service)
  const { id } = await api.create(questions)
  const body = { name: ' Lunch? ', title: 'Ignored' }
  assert.equal(bodyOf<Saved>(await api.post(`/surveys/${id}/save-as-template`, body), 201).name, ' Lunch? ')
  assert.equal((await api.templates())[0]?.name, ' Lunch? ')
})

test('closed, archived and expired surveys can be saved, and a name can be used more than once [save-template]', async () => {
  const api = await newApi(service)
  const { id } = await api.create(questions)
  await service.setExpiry(id, service.clock.now() - HOUR)
  bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed', archived: true }))
  const saved = [await api.post(`/surveys/${id}/save-as-template`), await api.post(`/surveys/${id}/save-as-template`)]
  assert.equal(new Set(saved.map(answer => bodyOf<Saved>(answer, 201).id)).size, 2)
})

test('creating a template returns it in full, and the list has the same [create-template, template-fields, times-rfc3339]', async () => {
  const api = await newApi(service)
  const answer = await api.post('/templates', { name: 'Lunch', questions, id: 'chosen', title: 'Ignored' })
  const { id, ...rest } = bodyOf<Template>(answer, 201)
  assert.notEqual(id, 'chosen')
  assert.match(rest.created_at, TIME)
  assert.deepEqual(rest, { name: 'Lunch', questions: indexed(questions), created_at: now(), updated_at: now() })
  assert.deepEqual(bodyOf(await api.get('/templates')), { templates: [{ id, ...rest }] })
})

test('templates are listed newest first, the caller’s own only [template-list-order, foreign-equals-missing]', async () => {
  const api = await newApi(service)
  const other = await newApi(service)
  assert.deepEqual(bodyOf(await api.get('/templates')), { templates: [] })
  const expected: string[] = []
  for (const pause of [0, 0, 1, HOUR, 0]) {
    service.clock.advance(pause)
    await other.saveTemplate([rating()])
    expected.unshift((await api.saveTemplate([rating()])).id)
  }
  const { id } = await api.create([rating()])
  expected.unshift(bodyOf<Saved>(await api.post(`/surveys/${id}/save-as-template`), 201).id)
  assert.deepEqual(
    (await api.templates()).map(template => template.id),
    expected,
  )
})

test('a launch without a body [launch-template, launch-body-optional, launch-returns-template-id, created-survey-fields, new-survey-open]', async () => {
  const api = await newApi(service)
  const template = await api.saveTemplate(questions, { name: 'Lunch' })
  const { id, admin_token, ...rest } = bodyOf<Launched>(await api.post(`/templates/${template.id}/launch`), 201)
  assert.match(id, /^[a-z]{3,8}-[a-z]{3,8}-[a-z]{3,8}$/)
  assert.match(admin_token, UUID_V4)
  assert.deepEqual(rest, {
    title: 'Lunch',
    url: `${service.baseUrl}/s/${id}`,
    admin_url: `${service.baseUrl}/admin/${id}#${admin_token}`,
    created_at: now(),
    theme: 'default',
    template_id: template.id,
  })
  const { status, questions: launched, responses, expires_at } = await api.read(id)
  assert.deepEqual([status, launched, responses, expires_at], ['open', indexed(questions), [], null])
})

test('a launch takes the slug and theme that are sent, and no title [launch-slug, launch-theme]', async () => {
  const api = await newApi(service)
  const template = await api.saveTemplate(questions)
  const body = { slug: 'my-own-launch', theme: 'rose', title: 'Ignored', name: 'Ignored' }
  const launched = bodyOf<Launched>(await api.post(`/templates/${template.id}/launch`, body), 201)
  assert.deepEqual([launched.id, launched.theme, launched.title], ['my-own-launch', 'rose', 'Template'])
  assert.equal((await api.read('my-own-launch')).theme, 'rose')
})

test('changes of a survey, its template and a launched survey do not affect one another [template-is-snapshot, launch-changes-nothing-else]', async () => {
  const api = await newApi(service)
  const origin = await api.create(questions)
  const template = bodyOf<Saved>(await api.post(`/surveys/${origin.id}/save-as-template`), 201)
  const [saved] = await api.templates()
  bodyOf(await api.patch(`/surveys/${origin.id}`, { questions: [rating('Edited')] }))
  const edited = await api.read(origin.id)
  assert.deepEqual(await api.templates(), [saved])

  const launched = bodyOf<Launched>(await api.post(`/templates/${template.id}/launch`, { theme: 'ocean' }), 201)
  assert.deepEqual((await api.read(launched.id)).questions, indexed(questions))
  await kept(service, launched.id, ['Yes', 5])
  bodyOf(await api.patch(`/surveys/${launched.id}`, { status: 'closed', archived: true }))
  assert.deepEqual(await api.templates(), [saved])
  assert.deepEqual(await api.read(origin.id), edited)
})

test('changes of a clone and its original do not affect one another [clone-survey]', async () => {
  const api = await newApi(service)
  const original = await api.create(questions)
  const before = await api.read(original.id)
  const clone = bodyOf<Cloned>(await api.post(`/surveys/${original.id}/clone`), 201)
  bodyOf(await api.patch(`/surveys/${clone.id}`, { questions: [rating('Edited')], theme: 'ocean', status: 'closed' }))
  await kept(service, original.id, ['Yes', 5])
  const { responses, response_count, ...same } = await api.read(original.id)
  assert.deepEqual({ ...same, responses: [], response_count: 0 }, before)
  assert.equal(responses.length, response_count)
  assert.deepEqual((await api.read(clone.id)).questions, indexed([rating('Edited')]))
})

test('a survey’s id is not a template’s, nor the reverse [error-not-found]', async () => {
  const api = await newApi(service)
  const survey = await api.create(questions)
  const template = await api.saveTemplate(questions)
  assertRefused(await api.post(`/templates/${survey.id}/launch`), 404, 'not found')
  assertRefused(await api.get(`/surveys/${template.id}`), 404, 'not found')
  assertRefused(await api.post(`/surveys/${template.id}/clone`), 404, 'not found')
})

test('a template whose condition names a later question is refused and not stored [template-questions-validated]', async () => {
  const api = await newApi(service)
  const body = { name: 'Lunch', questions: [freeText('Why?', requiredWhen('all', [1, 'Yes'])), choice()] }
  assertInvalid(await api.post('/templates', body), /\b1\b/)
  assert.deepEqual(await api.templates(), [])
})
