import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { unzipSync } from 'fflate'
import { board, choice } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { setStoredBytes } from '../setup/surveys.ts'
import { newBrowser } from './browser.ts'
import { addPasskey } from './passkey-steps.ts'

let service: Service
before(async () => {
  service = await startService({ hostname: 'localhost' })
})
after(() => service.close())

test('the export has everything in the account and nothing from another [account-export]', async () => {
  const { send, cookie, email, accountId } = await newBrowser(service)
  await service.setEntitledUntil(accountId, Date.parse('2026-07-01'))
  const { token } = (await send('POST', '/tokens', { name: 'Laptop' })).body as never as { token: string }
  const post = async (path: string, body: object) =>
    String((await call(service, 'POST', `/api/v1${path}`, { token, body })).body.id)
  const slug = await post('/surveys', { title: 'Lunch', questions: [choice('Coming?', ['Yes', 'No']), board('Ask')] })
  await service.fillResponses(slug, 250, ['Yes', null])
  await call(service, 'POST', `/s/${slug}/board/1`, { body: { text: 'Why?' } })
  const groups = [{ kind: 'section', from: 0, to: 0, title: 'Plans' }]
  const template = await post('/templates', { name: 'Retro', questions: [choice()] })
  const grouped = { name: 'Plans', questions: [choice()], groups, theme: null }
  const own = (await send('POST', '/templates', grouped)).body.id
  await addPasskey(service, { send }, { name: 'Phone' })
  const draft = (await send('POST', '/drafts', { title: 'Soon', questions: [], groups, theme: null })).body.id
  const other = await newBrowser(service)
  await other.send('POST', '/drafts', { title: 'Secret', questions: [], theme: null })

  const exportOf = async (cookie: string) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const response = await fetch(`${service.baseUrl}/app/api/export.zip`, { headers })
    assert.equal(response.headers.get('content-disposition'), 'attachment; filename="soundings-2026-06-01.zip"')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    return { files, json: (name: string) => JSON.parse(new TextDecoder().decode(files[name])) }
  }
  const { files, json } = await exportOf(cookie)
  assert.deepEqual(Object.keys(files), [
    'account.json',
    `surveys/${slug}.json`,
    `templates/${own}.json`,
    `templates/${template}.json`,
    `drafts/${draft}.json`,
  ])
  const profile = json('account.json')
  assert.deepEqual([profile.email, profile.tokens[0].last_four], [email, token.slice(-4)])
  assert.equal(profile.subscribed_until, '2026-07-01T00:00:00.000Z')
  assert.equal((await exportOf(other.cookie)).json('account.json').subscribed_until, null)
  assert.deepEqual([profile.passkeys.length, profile.passkeys[0].name], [1, 'Phone'])
  const survey = json(`surveys/${slug}.json`)
  assert.deepEqual([survey.title, survey.responses.length, survey.boards[0].items[0].text], ['Lunch', 250, 'Why?'])
  assert.deepEqual([json(`templates/${template}.json`).name, json(`drafts/${draft}.json`).title], ['Retro', 'Soon'])
  assert.deepEqual([json(`templates/${own}.json`).groups, json(`drafts/${draft}.json`).groups], [groups, groups])
  assert.equal('groups' in json(`templates/${template}.json`), false)
  const all = Object.values(files)
    .map(bytes => new TextDecoder().decode(bytes))
    .join()
  for (const secret of [token, cookie.split('=')[1] ?? '', accountId]) assert.equal(all.includes(secret), false)
})

test('an account too large for one file is told so before anything is sent [account-export]', async () => {
  const { send, accountId } = await newBrowser(service)
  await service.fillSurveys(accountId, 1)
  await setStoredBytes(service, accountId, 3_000_000_001)
  const { status, body } = await send('GET', '/export.zip')
  assert.deepEqual([status, body.code], [409, 'export_too_large'])
})
