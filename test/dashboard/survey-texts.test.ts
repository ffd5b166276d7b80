import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newBrowser } from '../account/browser.ts'
import { assertRefused, bodyOf, choice, newApi } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { storedBytes } from '../setup/surveys.ts'
import { newAdminClient } from './admin-client.ts'

const TEXTS = { introduction: 'Why we ask:\nhttps://example.org', thanks: 'Thank <you>' }

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('introduction and thanks are set here, and the API neither takes nor shows them [survey-texts]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([choice()])
  const before = await api.get(`/surveys/${id}`)
  const path = `/admin/api/${id}`
  assert.deepEqual((await call(service, 'GET', path, { token })).body.texts, {})
  const bytes = await storedBytes(service, id)
  const answer = await call(service, 'PATCH', path, { token, body: { texts: TEXTS } })
  assert.deepEqual(bodyOf(answer), { id, status: 'open', texts: TEXTS })
  assert.deepEqual((await call(service, 'GET', path, { token })).body.texts, TEXTS)
  assert.equal(Number(await storedBytes(service, id)) - Number(bytes), JSON.stringify(TEXTS).length)
  assert.deepEqual((await api.get(`/surveys/${id}`)).body, before.body)
  assertRefused(
    await api.patch(`/surveys/${id}`, { texts: {} }),
    400,
    'nothing to change: send status, theme, questions or archived',
  )
  await call(service, 'PATCH', path, { token, body: { texts: {} } })
  assert.deepEqual((await call(service, 'GET', path, { token })).body.texts, {})
  assert.equal(await storedBytes(service, id), bytes)
})

test('texts that are too long, blank or unknown change nothing [survey-texts]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const cases: readonly (readonly [unknown, string])[] = [
    ['Hello', 'texts must be an object of introduction and thanks'],
    [null, 'texts must be an object of introduction and thanks'],
    [{ intro: 'Hello' }, 'there is no text "intro"'],
    [{ introduction: '' }, 'introduction must be a text of 1 to 2,000 characters'],
    [{ introduction: null }, 'introduction must be a text of 1 to 2,000 characters'],
    [{ introduction: 'x'.repeat(2_001) }, 'introduction must be a text of 1 to 2,000 characters'],
    [{ thanks: ' \n ' }, 'thanks must be a text of 1 to 1,000 characters'],
    [{ thanks: 'x'.repeat(1_001) }, 'thanks must be a text of 1 to 1,000 characters'],
    [{ thanks: 'a\0' }, 'thanks must not contain a NUL character'],
  ]
  for (const [texts, reason] of cases)
    assertRefused(await admin.send('PATCH', '', { texts, status: 'closed' }), 400, reason)
  const { texts, status } = await admin.get()
  assert.deepEqual([texts, status], [{}, 'open'])
  const longest = { introduction: '😀'.repeat(2_000), thanks: '😀'.repeat(1_000) }
  assert.equal((await admin.send('PATCH', '', { texts: longest })).status, 200)
})

test('a clone, a template, a draft and what is made of them have introduction and thanks [survey-texts-copied]', async () => {
  const browser = await newBrowser(service)
  const content = { questions: [choice()], texts: TEXTS, theme: null }
  const texts = async (id: unknown) =>
    (await call(service, 'GET', `/admin/api/${id}`, { headers: { cookie: browser.cookie } })).body.texts
  const draft = bodyOf<{ id: string }>(await browser.send('POST', '/drafts', { title: 'Lunch', ...content }), 201)
  assert.deepEqual((await browser.send('GET', `/drafts/${draft.id}`)).body.texts, TEXTS)
  const { id } = (await browser.send('POST', `/drafts/${draft.id}/publish`, {})).body
  assert.deepEqual(await texts(id), TEXTS)
  const { body: clone } = await browser.send('POST', `/surveys/${id}/clone`)
  assert.deepEqual(await texts(clone.id), TEXTS)
  const { body: saved } = await browser.send('POST', `/surveys/${id}/template`, { name: 'Saved' })
  const { body: made } = await browser.send('POST', '/templates', { name: 'Made', ...content })
  const { body: copy } = await browser.send('POST', `/templates/${made.id}/duplicate`)
  for (const template of [saved, made, copy]) {
    const read = await browser.send('GET', `/templates/${template.id}`)
    assert.deepEqual(read.body.texts, TEXTS)
    const launched = await browser.send('POST', `/templates/${template.id}/launch`, {})
    assert.deepEqual(await texts(launched.body.id), TEXTS)
    const drafted = await browser.send('POST', `/templates/${template.id}/draft`)
    assert.deepEqual(drafted.body.texts, TEXTS)
  }
  const wrong = { ...content, texts: { thanks: '' } }
  for (const [path, more] of [
    ['/templates', { name: 'Wrong' }],
    ['/drafts', { title: 'Wrong' }],
  ] as const)
    assertRefused(
      await browser.send('POST', path, { ...wrong, ...more }),
      400,
      'thanks must be a text of 1 to 1,000 characters',
    )
})

test('an exported survey has its introduction and thanks, and is restored with them [survey-texts-copied]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const exported = async () => bodyOf<{ settings: Record<string, unknown> }>(await admin.send('GET', '/export.json'))
  assert.equal(Object.hasOwn((await exported()).settings, 'texts'), false)
  await admin.send('PATCH', '', { texts: TEXTS })
  const file = await exported()
  assert.deepEqual(file.settings.texts, TEXTS)
  const browser = await newBrowser(service)
  const { body: begun } = await browser.send('POST', '/restorations')
  const path = `/restorations/${begun.id}`
  await browser.send('POST', `${path}/surveys`, file)
  await browser.send('POST', `${path}/surveys/${admin.id}/settings`, file)
  const { surveys } = bodyOf<{ surveys: { slug: string }[] }>(await browser.send('POST', `${path}/finish`))
  const { body } = await call(service, 'GET', `/admin/api/${surveys[0]?.slug}`, { headers: { cookie: browser.cookie } })
  assert.deepEqual(body.texts, TEXTS)
})
