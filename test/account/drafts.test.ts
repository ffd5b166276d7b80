import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { assertRefused, bodyOf, choice, freeText, rating } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { type Browser, newBrowser } from './browser.ts'

interface Draft {
  readonly id: string
  readonly revision: number
  readonly updated_at: string
  readonly title: string
  readonly questions: readonly object[]
  readonly theme: unknown
}

const CONTENT = { title: 'Lunch', questions: [choice()], theme: null, language: null }
const STORAGE_LIMIT =
  'this account has reached its storage limit; delete surveys or responses, or ask the operator of this service'
/** Content that a draft may have but that cannot be published. */
const INCOMPLETE = {
  title: '',
  questions: [{ type: 'multiple_choice', text: '', options: [''] }, 7, null],
  theme: null,
  language: null,
}

let service: Service
let browser: Browser
before(async () => {
  service = await startService()
  browser = await newBrowser(service)
})
after(() => service.close())

const addDraft = async (content: object = CONTENT, by = browser) =>
  bodyOf<Draft>(await by.send('POST', '/drafts', content), 201)
const readDraft = async (id: string) => bodyOf<Draft>(await browser.send('GET', `/drafts/${id}`))
const listDrafts = async (by: Browser) => bodyOf<{ drafts: Draft[] }>(await by.send('GET', '/drafts')).drafts

test('a draft may be incomplete, and is read as it was sent [draft-kept]', async () => {
  for (const content of [
    CONTENT,
    INCOMPLETE,
    { title: '\0\ud800', questions: [], theme: 'rose', language: 'he', paced: true, revealed_at_once: true },
  ]) {
    const { id, ...made } = await addDraft(content)
    assert.deepEqual(made, {
      paced: false,
      revealed_at_once: false,
      question_settings: [],
      texts: {},
      groups: [],
      ...content,
      revision: 1,
      updated_at: new Date(service.clock.now()).toISOString(),
    })
    assert.deepEqual(await readDraft(id), { id, ...made })
  }
})

test('titles of a draft’s groups may be empty until it is published [groups-copied]', async () => {
  const groups = [{ kind: 'section', from: 0, to: 0, title: '', text: '' }]
  const { id } = await addDraft({ ...CONTENT, groups })
  assert.deepEqual((await browser.send('GET', `/drafts/${id}`)).body.groups, groups)
  const reason = 'group 1: its title must be a text of 1 to 500 characters'
  assertRefused(await browser.send('POST', `/drafts/${id}/publish`, {}), 400, reason)
  const long = [{ ...groups[0], title: 'ü'.repeat(501) }]
  assert.equal((await browser.send('POST', '/drafts', { ...CONTENT, groups: long })).status, 400)
})

test('no number is rounded and no member is lost [draft-kept]', async () => {
  const questions = '[{"n":12345678901234567890,"constructor":[1.10,-0,null],"text":{"deep":true}}]'
  const { text } = await browser.send('POST', '/drafts', `{"title":"","questions":${questions},"theme":null}`)
  const { text: read } = await browser.send('GET', `/drafts/${JSON.parse(text).id}`)
  for (const one of [text, read]) assert.ok(one.includes(`"questions":${questions}`), one)
})

test('the list has the most recently changed drafts first, without their content [draft-list]', async () => {
  const own = await newBrowser(service)
  const first = await addDraft(CONTENT, own)
  service.clock.advance(1_000)
  const second = await addDraft({ ...CONTENT, title: 'ω'.repeat(300) }, own)
  service.clock.advance(1_000)
  const { updated_at } = bodyOf<Draft>(await own.send('PUT', `/drafts/${first.id}`, { ...CONTENT, revision: 1 }))
  assert.deepEqual(await listDrafts(own), [
    { id: first.id, title: 'Lunch', language: null, question_count: 1, updated_at },
    { id: second.id, title: 'ω'.repeat(200), language: 'el', question_count: 1, updated_at: second.updated_at },
  ])
})

test('invalid and too large drafts are refused [draft-content]', async () => {
  const invalid = 'a draft has a title, a list of questions, and a theme or null'
  for (const body of [{}, { ...CONTENT, title: 7 }, { ...CONTENT, questions: {} }, { title: 'x', questions: [] }])
    assertRefused(await browser.send('POST', '/drafts', body), 400, invalid)
  assertRefused(await browser.send('POST', '/drafts', { ...CONTENT, theme: 'pink' }), 400, 'invalid theme')
  const many = { ...CONTENT, questions: Array.from({ length: 1_001 }, () => 1) }
  assertRefused(await browser.send('POST', '/drafts', many), 400, 'a survey can have at most 1,000 questions')
  // Two bytes for one character, and many numbers that become 17 characters longer when written out.
  const numbers = Array(25_000).fill('1e20')
  const sized = (bytes: number) => {
    const content = (fill: string) => `{"title":"ü","questions":[[${numbers}],"${fill}"],"theme":null}`
    return content('x'.repeat(bytes - 17 * numbers.length - Buffer.byteLength(content(''))))
  }
  assert.equal((await browser.send('POST', '/drafts', sized(1_048_576))).status, 201)
  const large = await browser.send('POST', '/drafts', sized(1_048_577))
  assertRefused(large, 400, 'a draft has at most 1 MB; remove some questions', 'draft_too_large')
  const deep = `${'['.repeat(201)}${']'.repeat(201)}`
  const nested = await browser.send('POST', '/drafts', `{"title":"","questions":${deep},"theme":null}`)
  assertRefused(nested, 400, 'invalid JSON')
})

test('if two tabs save the same draft, the second learns what the first saved [draft-revision]', async () => {
  const { id } = await addDraft()
  const replace = (title: string, revision: unknown = 1) =>
    browser.send('PUT', `/drafts/${id}`, { ...CONTENT, title, revision })
  const [one, two] = await Promise.all([replace('One'), replace('Two')])
  assert.deepEqual([one.status, two.status].sort(), [200, 409])
  const [kept, refused] = one.status === 200 ? [one, two] : [two, one]
  const { error, code, draft } = refused.body
  assert.deepEqual([error, code], ['this draft has changed since it was read', 'draft_changed'])
  assert.deepEqual(draft, kept.body)
  assert.deepEqual(await readDraft(id), kept.body)
  assert.equal(bodyOf<Draft>(await replace('Three', 2)).revision, 3)
  for (const revision of [undefined, null, '3', 0, 1.5])
    assertRefused(await replace('Four', revision ?? null), 400, 'revision must be the one that was read')
})

test('a deleted draft is gone [draft-delete]', async () => {
  const { id } = await addDraft()
  assert.equal((await browser.send('DELETE', `/drafts/${id}`)).status, 204)
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['DELETE', '', undefined],
    ['PUT', '', { ...CONTENT, revision: 1 }],
    ['POST', '/publish', {}],
  ] as const)
    assertRefused(await browser.send(method, `/drafts/${id}${path}`, body), 404, 'not found')
})

test('an account has at most 100 drafts, even under parallel calls [limit-drafts-100]', async () => {
  const own = await newBrowser(service)
  const answers = await Promise.all(Array.from({ length: 104 }, () => own.send('POST', '/drafts', CONTENT)))
  const refused = answers.filter(({ status }) => status !== 201)
  assert.equal(refused.length, 4)
  for (const answer of refused)
    assertRefused(answer, 409, 'an account has at most 100 drafts; publish or delete one first', 'draft_limit_reached')
  assert.equal((await listDrafts(own)).length, 100)
})

test('drafts count toward the stored bytes of their account [draft-quota]', async t => {
  const small = await startService({ accountStorage: 20_000 })
  t.after(() => small.close())
  const own = await newBrowser(small)
  const long = { ...CONTENT, title: 'x'.repeat(15_000) }
  const { id } = await addDraft(long, own)
  await addDraft(long, own)
  const full = /^this account has reached its storage limit/
  for (const answer of [
    await own.send('POST', '/drafts', CONTENT),
    await own.send('PUT', `/drafts/${id}`, { ...long, title: `${long.title}!`, revision: 1 }),
    await own.send('POST', '/templates', { name: 'x', questions: [choice()] }),
  ]) {
    assert.deepEqual([answer.status, String(answer.body.code)], [409, 'storage_limit_reached'])
    assert.match(String(answer.body.error), full)
  }
  assert.equal((await own.send('DELETE', `/drafts/${id}`)).status, 204)
  assert.equal((await own.send('POST', '/drafts', CONTENT)).status, 201)
})

test('a published draft is a survey that takes answers, and the draft is gone [publish-draft]', async () => {
  const { id } = await addDraft({
    title: 'Lunch',
    questions: [choice(), rating(), freeText()],
    theme: 'forest',
    language: 'ar',
  })
  const slug = `lunch-${randomUUID().slice(0, 8)}`
  const settings = { slug, share_results: 'after_answering', shared_device: true, revision: 1 }
  const answer = await browser.send('POST', `/drafts/${id}/publish`, settings)
  const made = bodyOf<object>(answer, 201)
  assert.deepEqual(made, { id: slug, public_url: `${service.baseUrl}/s/${slug}` })
  const { status } = await call(service, 'POST', `/s/${slug}/responses`, { body: { answers: ['Yes', 7, 'Why not?'] } })
  assert.equal(status, 201)
  const { text } = await call(service, 'GET', `/s/${slug}`, { headers: { accept: 'application/json' } })
  assert.deepEqual([JSON.parse(text).title, JSON.parse(text).theme], ['Lunch', 'forest'])
  assert.equal((await browser.send('GET', `/drafts/${id}`)).status, 404)
  const { body } = await call(service, 'GET', `/admin/api/${slug}`, { headers: { cookie: browser.cookie } })
  assert.deepEqual([body.share_results, body.shared_device, body.language], ['after_answering', true, 'ar'])
})

test('a draft keeps who sets the pace, unless publishing says otherwise [survey-pace]', async () => {
  const publish = async (paced: boolean, body: object) => {
    const draft = await addDraft({ ...CONTENT, paced })
    const { id } = bodyOf<{ id: string }>(await browser.send('POST', `/drafts/${draft.id}/publish`, body), 201)
    return (await call(service, 'GET', `/admin/api/${id}`, { headers: { cookie: browser.cookie } })).body.paced
  }
  assert.equal(await publish(true, {}), true)
  assert.equal(await publish(true, { paced: false }), false)
  assert.equal(await publish(false, { paced: true }), true)
})

test('sent twice at once, and again, a draft becomes one survey [publish-once]', async () => {
  const own = await newBrowser(service)
  const { id } = await addDraft(CONTENT, own)
  const publish = () => own.send('POST', `/drafts/${id}/publish`, {})
  const answers = [...(await Promise.all([publish(), publish(), publish()])), await publish()]
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  for (const { status } of answers) assert.equal(status, 201)
  const { surveys } = bodyOf<{ surveys: object[] }>(await own.send('GET', '/surveys'))
  assert.equal(surveys.length, 1)
})

test('a refused publication leaves the draft unchanged [publish-refused]', async () => {
  const taken = `taken-${randomUUID().slice(0, 8)}`
  const publish = (draft: Draft, body: object) => browser.send('POST', `/drafts/${draft.id}/publish`, body)
  assert.equal((await publish(await addDraft(), { slug: taken })).status, 201)
  const draft = await addDraft()
  assertRefused(await publish(draft, { slug: taken }), 409, 'slug taken', 'slug_taken')
  assertRefused(await publish(draft, { slug: 'No' }), 400, 'invalid slug')
  assertRefused(
    await publish(draft, { share_results: 'always' }),
    400,
    'share_results must be "never", "after_answering" or "when_revealed"',
  )
  assertRefused(await publish(draft, { shared_device: 1 }), 400, 'shared_device must be true or false')
  assertRefused(await publish(draft, { paced: 1 }), 400, 'paced must be true or false')
  assertRefused(
    await publish(draft, { language: 'latin' }),
    400,
    'language must be null or a language tag that we know, such as "en" or "ar"',
  )
  assertRefused(await publish(draft, { revision: 2 }), 409, 'this draft has changed since it was read', 'draft_changed')
  assertRefused(await publish(await addDraft({ ...CONTENT, title: ' ' }), {}), 400, 'title is required')
  const incomplete = await addDraft({ ...INCOMPLETE, title: 'x' })
  assertRefused(await publish(incomplete, {}), 400, 'question 1: text is required')
  assert.deepEqual(await readDraft(draft.id), draft)
})

test('a custom slug counts as one of 30 attempts an hour, shared with the API [publish-slug-limit]', async () => {
  const own = await newBrowser(service)
  const draft = await addDraft({ ...CONTENT, title: '' }, own)
  const publish = () => own.send('POST', `/drafts/${draft.id}/publish`, { slug: 'lunch' })
  for (let attempt = 0; attempt < 30; attempt++) assertRefused(await publish(), 400, 'title is required')
  assertRefused(await publish(), 429, 'rate limit exceeded')
})

test('the limit of 500 surveys also applies to publishing drafts [publish-draft]', async () => {
  const own = await newBrowser(service, { subscribed: true })
  await service.fillSurveys(own.accountId, 499)
  const drafts = await Promise.all([1, 2, 3].map(() => addDraft(CONTENT, own)))
  const answers = await Promise.all(drafts.map(({ id }) => own.send('POST', `/drafts/${id}/publish`, {})))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
  assert.equal((await listDrafts(own)).length, 2)
})

test('an account over its quota can replace a draft or a template with one that is not larger [storage-quota]', async t => {
  const own = await startService({ accountStorage: 2_000 })
  t.after(() => own.close())
  const holder = await newBrowser(own, { subscribed: true })
  const questions = [choice('What would you like to eat on Friday?')]
  const [long, short] = [{ questions: [...questions, freeText('x'.repeat(2_000))] }, { questions }]
  const kinds = [
    { path: '/drafts', rest: { title: 'Lunch', theme: null } },
    { path: '/templates', rest: { name: 'Lunch', theme: null } },
  ]
  for (const { path, rest } of kinds) {
    const { id } = bodyOf<Draft>(await holder.send('POST', path, { ...rest, ...long }), 201)
    const replace = (content: object, revision: number) =>
      holder.send('PUT', `${path}/${id}`, { ...rest, ...content, revision })
    const longer = { questions: [...long.questions, freeText()] }
    assertRefused(await replace(longer, 1), 409, STORAGE_LIMIT, 'storage_limit_reached')
    assert.equal((await replace(long, 1)).status, 200, 'as long as before')
    assert.equal((await replace(short, 2)).status, 200, 'shorter')
  }
})
