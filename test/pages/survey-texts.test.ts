import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newBrowser } from '../account/browser.ts'
import { choice } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { call, type Service, startService } from '../harness.ts'
import { elements, get } from './page.ts'

const TEXTS = {
  introduction: 'Why we ask:\nhttps://example.org/why?a=1&b=2.',
  thanks: '<b>Thank you.</b> See https://example.org/next',
}
const WHY =
  '<a href="https://example.org/why?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">https://example.org/why?a=1&amp;b=2</a>'
const NEXT =
  '<a href="https://example.org/next" target="_blank" rel="noopener noreferrer nofollow">https://example.org/next</a>'
const INTRODUCTION = `<p class="about introduction" dir="auto">Why we ask:\n${WHY}.</p>`
const THANKS = `<p class="about thanks" dir="auto">&lt;b>Thank you.&lt;/b> See ${NEXT}</p>`

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const versionOf = (text: string) => elements(text, 'form').map(({ attributes }) => attributes['data-version'])[0]

async function withTexts(more: object = {}): Promise<AdminClient> {
  const admin = await newAdminClient(service, [choice('Which?', ['Tea', 'Coffee'])])
  assert.equal((await admin.send('PATCH', '', { texts: TEXTS, language: 'en', ...more })).status, 200)
  return admin
}

test('the introduction is below the title, with its first address as a link [survey-texts]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const before = (await get(service, `/s/${admin.id}`)).text
  await admin.send('PATCH', '', { texts: TEXTS })
  const { text } = await get(service, `/s/${admin.id}`)
  assert.ok(text.includes(`</h1>\n${INTRODUCTION}\n<p class="muted"`), text)
  assert.notEqual(versionOf(text), versionOf(before))
  await admin.send('PATCH', '', { texts: { ...TEXTS, thanks: 'Bye' } })
  assert.equal(versionOf((await get(service, `/s/${admin.id}`)).text), versionOf(text))
})

test('the thanks are on the receipt, and on the page without a script [survey-texts]', async () => {
  const admin = await withTexts()
  const { text } = await get(service, `/s/${admin.id}?lang=de`)
  const receipt = text.slice(text.indexOf('<template id="receipt">'), text.indexOf('</template>'))
  assert.ok(receipt.includes(`</svg>\n${THANKS.replace('"auto">', '"auto" lang="en">')}`), receipt)
  const thanks = (await get(service, `/s/${admin.id}/thanks`)).text
  assert.ok(thanks.includes(THANKS), thanks)
  await admin.send('PATCH', '', { share_results: 'after_answering' })
  assert.doesNotMatch((await get(service, `/s/${admin.id}/thanks?results`)).text, /class="about thanks"/)
})

test('a device that is handed around shows the thanks, too [survey-texts]', async () => {
  const admin = await withTexts({ shared_device: true })
  assert.ok((await get(service, `/s/${admin.id}`)).text.includes(INTRODUCTION))
  assert.ok((await get(service, `/s/${admin.id}/thanks`)).text.includes(THANKS))
})

test('at the pace of a presenter the introduction is before the first question, and the thanks are after the end [survey-texts]', async () => {
  const admin = await withTexts({ paced: true })
  const states = async () => {
    const { text } = await get(service, `/s/${admin.id}`)
    assert.ok(text.includes(INTRODUCTION) && text.includes(THANKS), text)
    assert.ok(
      text.includes(
        ', .pace:not([data-state=before]) ~ .introduction, .pace:not([data-state=over]) ~ .thanks { display: none }',
      ),
    )
    return /id="pace"[^>]* data-state="(\w+)"/.exec(text)?.[1]
  }
  assert.equal(await states(), 'before')
  await admin.send('PATCH', '/presentation', { screen: '1' })
  assert.equal(await states(), 'live')
  await admin.send('DELETE', '/presentation')
  assert.equal(await states(), 'over')
  assert.doesNotMatch((await get(service, `/s/${admin.id}/thanks`)).text, /class="about thanks"/)
})

test('the preview of a draft has the introduction [survey-texts]', async () => {
  const { cookie, send } = await newBrowser(service)
  const { body } = await send('POST', '/drafts', { title: 'Tea', theme: null, questions: [choice()], texts: TEXTS })
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const { text } = await call(service, 'GET', `/app/drafts/${body.id}/preview`, { headers })
  assert.ok(text.includes(INTRODUCTION), text)
})
