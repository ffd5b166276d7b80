import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiOf, assertInvalid, assertRefused, bodyOf, choice, freeText, indexed, rating } from '../api/fixtures.ts'
import { type Service, startService } from '../harness.ts'
import { type Browser, newBrowser } from './browser.ts'

interface Template {
  readonly id: string
  readonly name: string
  readonly questions: readonly object[]
  readonly theme: unknown
  readonly language: string | null
  readonly revision: number
}

const QUESTIONS = [choice(), rating('How hungry?', { 'x-note': 1.5 })]
const CONTENT = { name: 'Lunch', questions: QUESTIONS, theme: null, language: null }

let service: Service
let browser: Browser
before(async () => {
  service = await startService()
  browser = await newBrowser(service, { subscribed: true })
})
after(() => service.close())

const addTemplate = async (content: object = CONTENT, by = browser) =>
  bodyOf<Template>(await by.send('POST', '/templates', content), 201)
const readTemplate = async (id: string) => bodyOf<Template>(await browser.send('GET', `/templates/${id}`))
const themeOf = async ({ status, body }: Awaited<ReturnType<Browser['send']>>) => {
  assert.equal(status, 201)
  const { accountId } = browser
  return (await apiOf(service, await service.newCaller({ accountId })).read(String(body.id))).theme
}

test('a template is read as it was saved, and listed without its questions [template-app]', async () => {
  const own = await newBrowser(service)
  const plain = await addTemplate(CONTENT, own)
  const rose = await addTemplate({ ...CONTENT, name: 'Rose', theme: 'rose', language: 'he' }, own)
  const { id, ...rest } = rose
  assert.deepEqual(rest, {
    name: 'Rose',
    questions: indexed(QUESTIONS),
    theme: 'rose',
    language: 'he',
    paced: false,
    revealed_at_once: false,
    question_settings: [],
    texts: {},
    groups: [],
    revision: 1,
  })
  assert.deepEqual(bodyOf(await own.send('GET', `/templates/${id}`)), rose)
  const created_at = new Date(service.clock.now()).toISOString()
  assert.deepEqual(bodyOf(await own.send('GET', '/templates')), {
    templates: [
      { id, name: 'Rose', language: 'he', question_count: 2, created_at },
      { id: plain.id, name: 'Lunch', language: null, question_count: 2, created_at },
    ],
  })
})

test('what the API refuses is refused here too [template-app]', async () => {
  assertRefused(await browser.send('POST', '/templates', { ...CONTENT, name: ' ' }), 400, 'name is required')
  assertRefused(
    await browser.send('POST', '/templates', { ...CONTENT, name: 'x'.repeat(201) }),
    400,
    'name is too long',
  )
  assertRefused(await browser.send('POST', '/templates', { ...CONTENT, theme: 'pink' }), 400, 'invalid theme')
  assertRefused(
    await browser.send('POST', '/templates', { ...CONTENT, language: 'pink' }),
    400,
    'language must be null or a language tag that we know, such as "en" or "ar"',
  )
  assertInvalid(await browser.send('POST', '/templates', { ...CONTENT, questions: [] }))
})

test('a replacement gets a new revision, and leaves already launched surveys unchanged [template-replace]', async () => {
  const { id } = await addTemplate()
  const launched = await browser.send('POST', `/templates/${id}/launch`, {})
  const next = {
    name: 'Dinner',
    questions: [freeText()],
    theme: 'slate',
    language: 'ar',
    paced: true,
    revealed_at_once: true,
  }
  const replaced = bodyOf<Template>(await browser.send('PUT', `/templates/${id}`, { ...next, revision: 1 }))
  assert.deepEqual(replaced, {
    id,
    ...next,
    question_settings: [],
    texts: {},
    groups: [],
    questions: indexed(next.questions),
    revision: 2,
  })
  assert.deepEqual(await readTemplate(id), replaced)
  const api = apiOf(service, await service.newCaller({ accountId: browser.accountId }))
  assert.deepEqual((await api.read(String(launched.body.id))).questions, indexed(QUESTIONS))
  assert.equal((await api.templates())[0]?.id, id)
})

test('if two changes start from one revision, the second learns what the first saved [template-replace]', async () => {
  const { id } = await addTemplate()
  const replace = (name: string) => browser.send('PUT', `/templates/${id}`, { ...CONTENT, name, revision: 1 })
  const answers = await Promise.all([replace('One'), replace('Two')])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const refused = answers.find(({ status }) => status === 409) ?? assert.fail()
  const { error, code, template } = refused.body
  assert.deepEqual([error, code], ['this template has changed since it was read', 'template_changed'])
  assert.deepEqual(template, await readTemplate(id))
  assertRefused(await browser.send('PUT', `/templates/${id}`, CONTENT), 400, 'revision must be the one that was read')
})

test('a deleted template is gone [template-delete]', async () => {
  const { id } = await addTemplate()
  assert.equal((await browser.send('DELETE', `/templates/${id}`)).status, 204)
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['DELETE', '', undefined],
    ['PUT', '', { ...CONTENT, revision: 1 }],
    ['POST', '/launch', {}],
    ['POST', '/duplicate', {}],
    ['POST', '/draft', {}],
  ] as const)
    assertRefused(await browser.send(method, `/templates/${id}${path}`, body), 404, 'not found')
})

test('a duplicate is named as one, and a draft gets the template’s content [template-copies]', async () => {
  const long = 'ü'.repeat(200)
  const { id } = await addTemplate({
    ...CONTENT,
    name: long,
    theme: 'ocean',
    language: 'fa',
    paced: true,
    revealed_at_once: true,
  })
  const copy = bodyOf<Template>(await browser.send('POST', `/templates/${id}/duplicate`), 201)
  assert.deepEqual(copy, { ...(await readTemplate(id)), id: copy.id, name: `${'ü'.repeat(193)} (copy)` })
  const draft = bodyOf<{ id: string; updated_at: string }>(await browser.send('POST', `/templates/${id}/draft`), 201)
  const { id: _, updated_at, ...content } = draft
  assert.deepEqual(content, {
    title: long,
    questions: indexed(QUESTIONS),
    theme: 'ocean',
    language: 'fa',
    paced: true,
    revealed_at_once: true,
    question_settings: [],
    texts: {},
    groups: [],
    revision: 1,
  })
  assert.deepEqual(bodyOf(await browser.send('GET', `/drafts/${draft.id}`)), draft)
  const published = await browser.send('POST', `/drafts/${draft.id}/publish`, {})
  assert.equal(published.status, 201)
  // And so on, from the survey back to a template.
  const kept = await browser.send('POST', `/surveys/${published.body.id}/template`, {})
  assert.equal((await readTemplate(String(kept.body.id))).language, 'fa')
})

test('a launch uses the template’s theme, or else the saved palette [template-launch]', async () => {
  const plain = await addTemplate()
  const rose = await addTemplate({ ...CONTENT, theme: 'rose' })
  await service.savePalette(browser.accountId, 'forest')
  assert.equal(await themeOf(await browser.send('POST', `/templates/${plain.id}/launch`)), 'forest')
  assert.equal(await themeOf(await browser.send('POST', `/templates/${rose.id}/launch`)), 'rose')
  assert.equal(await themeOf(await browser.send('POST', `/templates/${rose.id}/launch`, { theme: 'slate' })), 'slate')
  const api = apiOf(service, await service.newCaller({ accountId: browser.accountId }))
  const { body } = await api.post(`/templates/${rose.id}/launch`)
  assert.equal(String(body.theme), 'forest')
})

test('a survey can be saved as a template [survey-to-template]', async () => {
  const { id } = (await browser.send('POST', `/templates/${(await addTemplate()).id}/launch`)).body
  const saved = bodyOf<{ id: string }>(await browser.send('POST', `/surveys/${id}/template`, { name: 'Again' }), 201)
  assert.deepEqual(Object.keys(saved), ['id'])
  const { id: _, ...template } = await readTemplate(saved.id)
  assert.deepEqual(template, {
    name: 'Again',
    questions: indexed(QUESTIONS),
    theme: null,
    language: null,
    paced: false,
    revealed_at_once: false,
    question_settings: [],
    texts: {},
    groups: [],
    revision: 1,
  })
  const unnamed = bodyOf<{ id: string }>(await browser.send('POST', `/surveys/${id}/template`, {}), 201)
  assert.equal((await readTemplate(unnamed.id)).name, 'Lunch')
})
