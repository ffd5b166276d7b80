import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { themeColours } from '../../src/domain/surveys/survey-settings/theme.ts'
import { board, bodyOf, choice, freeText } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { type Browser, newBrowser } from './browser.ts'

let service: Service
let browser: Browser
before(async () => {
  service = await startService()
  browser = await newBrowser(service)
})
after(() => service.close())

const read = (id: string, { cookie }: Browser, headers: Record<string, string> = {}) =>
  call(service, 'GET', `/app/drafts/${id}/preview`, { headers: { cookie, accept: 'text/html', ...headers } })

async function preview(draft: object, headers?: Record<string, string>) {
  const { id } = bodyOf<{ id: string }>(await browser.send('POST', '/drafts', draft), 201)
  const answer = await read(id, browser, headers)
  assert.equal(answer.status, 200)
  return answer
}

test('shows a draft as respondents would see it, with placeholders for what is missing [draft-preview]', async () => {
  const questions = [choice(), board('Ask us', { moderated: true }), {}]
  const { text, headers } = await preview({ title: 'Lunch <b>', questions, theme: 'rose' })
  for (const part of [
    '<h1 dir="auto">Lunch &lt;b&gt;</h1>',
    'Coming?',
    'Ask us',
    'Untitled question',
    'No questions yet.',
  ])
    assert.ok(text.includes(part), part)
  assert.ok(text.includes(themeColours('rose').background))
  assert.equal(headers.get('cache-control'), 'no-store')
  const empty = await preview({ title: '', questions: [], theme: null })
  assert.ok(empty.text.includes('Untitled survey'))
  assert.ok(!empty.text.includes('<form'))
  const german = await preview({ title: '', questions: [freeText()], theme: null }, { 'accept-language': 'de' })
  assert.ok(german.text.includes('<html lang="de"'))
})

test('groups are shown as one while they are being written [draft-preview] [groups-copied]', async () => {
  const blank = (options: string[]) => ({ type: 'multiple_choice', text: '', options })
  const option = { ...blank(['']), requirement: { mode: 'optional' } }
  const questions = [option, option, blank(['', '']), blank(['', ''])]
  const groups = [
    { kind: 'check_list', from: 0, to: 1 },
    { kind: 'section', from: 2, to: 3, title: '', text: '' },
    { kind: 'grid', from: 2, to: 3, title: '' },
  ]
  const { text } = await preview({ title: '', questions, groups, theme: null })
  const legends = [...text.matchAll(/<legend[^>]*>(.*?)<\/legend>/gs)].map(([, legend]) => legend)
  assert.deepEqual(legends, ['Untitled question', 'Untitled question'])
  for (const name of ['Option 1', 'Option 2', 'Untitled section']) assert.ok(text.includes(`>${name}<`), name)
})

test('without a theme it uses the account’s palette [draft-preview]', async () => {
  await service.savePalette(browser.accountId, 'forest')
  const { text } = await preview({ title: '', questions: [], theme: null })
  assert.ok(text.includes(themeColours('forest').background))
})

test('only our own pages frame it, and it runs no script and sends nothing [draft-preview]', async () => {
  const { headers, text } = await preview({ title: '', questions: [choice()], theme: null })
  const policy = headers.get('content-security-policy')?.split('; ') ?? []
  for (const rule of ["frame-ancestors 'self'", "form-action 'none'", 'sandbox allow-same-origin'])
    assert.ok(policy.includes(rule), rule)
  assert.ok(!text.includes('<script'))
  assert.ok(!/href="\/(?!\/)/.test(text))
})

test('nobody else can open it [draft-preview]', async () => {
  const { id } = bodyOf<{ id: string }>(
    await browser.send('POST', '/drafts', { title: '', questions: [], theme: null }),
    201,
  )
  const stranger = await newBrowser(service)
  const answers = [await read(id, stranger), await read(randomUUID(), stranger), await read('no%00id', stranger)]
  for (const { status, text } of answers) assert.deepEqual([status, text], [404, answers[0]?.text])
  assert.equal((await read(id, { ...browser, cookie: 'x=y' })).status, 401)
  assert.equal((await read(id, browser, { 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal((await read(id, browser, { 'sec-fetch-site': 'same-origin' })).status, 200)
})

test('without a session the page says that you are signed out [draft-preview]', async () => {
  const { status, text } = await read(randomUUID(), { ...browser, cookie: '' })
  assert.deepEqual([status, /<h1>You’re signed out<\/h1>/.test(text)], [401, true])
})
