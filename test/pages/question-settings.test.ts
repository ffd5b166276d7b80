import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newBrowser } from '../account/browser.ts'
import { board, choice, freeText, rating } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { call, type Service, startService } from '../harness.ts'
import { elements, get, textOf, unescaped } from './page.ts'

const QUESTIONS = [choice('Which?', ['Tea', 'Coffee']), rating('How strong?'), rating('How warm?')]
const WORDS = { lowest: 'Not at all', middle: 'So-so', highest: '<b>Very</b> much' }

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const set = (admin: AdminClient, body: object) => admin.send('PATCH', '', body)
const endsIn = (text: string) =>
  [...text.matchAll(/<div class="ends".*?<\/div>/g)].map(([element]) => textOf(element).trim())
const versionOf = (text: string) => elements(text, 'form').map(({ attributes }) => attributes['data-version'])[0]

test('respondents read the words of a scale below its points, and ours where there are none [scale-words]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  const path = `/s/${admin.id}`
  const before = (await get(service, path)).text
  assert.deepEqual(endsIn(before), ['1 lowest 10 highest', '1 lowest 10 highest'])
  await set(admin, { question_settings: [null, { scale_words: WORDS }, { scale_words: { highest: 'Hot' } }] })
  const { text } = await get(service, path)
  assert.deepEqual(endsIn(text), ['1 Not at all So-so 10 <b>Very</b> much', '1 lowest 10 Hot'])
  assert.notEqual(versionOf(text), versionOf(before))
  const german = (await get(service, `${path}?lang=de`)).text
  assert.match(
    german,
    /<div class="ends" id="q2-ends" lang="de"><span>1 am niedrigsten<\/span> <span>10 <bdi lang="en">Hot/,
  )
})

test('a question of any type has its description below it, and is described by it [question-description]', async () => {
  const description = 'Think of\nthe <last> cup.'
  const admin = await newAdminClient(service, [...QUESTIONS, freeText('Why?'), board('Ask')])
  const version = versionOf((await get(service, `/s/${admin.id}`)).text)
  assert.equal((await set(admin, { question_settings: Array(5).fill({ description }) })).status, 200)
  const { text } = await get(service, `/s/${admin.id}?lang=de`)
  const shown = [...text.matchAll(/<p class="about" id="q(\d)-about" dir="auto">([\s\S]*?)<\/p>/g)]
  assert.deepEqual(
    shown.map(([, index, inside = '']) => [index, unescaped(inside)]),
    Array.from({ length: 5 }, (_, at) => [String(at), description]),
  )
  for (const index of [0, 1, 2, 3, 4]) assert.match(text, new RegExp(`aria-describedby="q${index}-about`))
  assert.notEqual(versionOf(text), version)
})

test('they are below the columns of shared results, and in the record [scale-words]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  const question_settings = [null, { scale_words: WORDS }]
  await set(admin, { question_settings, share_results: 'after_answering', share_record: true })
  await service.fillResponses(admin.id, 6, ['Tea', 8, 3])
  const shown = ['Not at all So-so <b>Very</b> much']
  assert.deepEqual(endsIn((await get(service, `/s/${admin.id}/thanks`)).text), shown)
  const { questions } = (await admin.get('/record')) as unknown as { questions: { scale_words?: object }[] }
  assert.deepEqual(
    questions.map(({ scale_words }) => scale_words),
    [undefined, WORDS, undefined],
  )
})

test('the preview of a draft has them, whether or not they fit its questions', async () => {
  const { cookie, send } = await newBrowser(service)
  const content = { title: 'Tea', theme: null, questions: [rating('How strong?'), rating('')] }
  const { body } = await send('POST', '/drafts', {
    ...content,
    question_settings: [{ scale_words: WORDS }, null, { scale_words: WORDS }],
  })
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const { text } = await call(service, 'GET', `/app/drafts/${body.id}/preview`, { headers })
  assert.deepEqual(endsIn(text), ['1 Not at all So-so 10 <b>Very</b> much', '1 lowest 10 highest'])
})

test('the words of all scales of a survey add at most 200 kB to its page', async t => {
  const admin = await newAdminClient(service, Array(1_000).fill(rating()))
  const size = async () => Buffer.byteLength((await get(service, `/s/${admin.id}`)).text)
  const before = await size()
  const words = { scale_words: { lowest: '<'.repeat(10), highest: '<'.repeat(10) } }
  const { status } = await set(admin, { question_settings: Array(1_000).fill(words) })
  assert.equal(status, 200)
  const added = (await size()) - before
  t.diagnostic(`${added} bytes added to ${before}`)
  assert.ok(added > 50_000 && added <= 200_000, `${added}`)
})
