import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { board, choice, freeText, kept, optional, rating } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { call, startService } from '../harness.ts'
import { listen, stepOf } from './event-stream.ts'

const service = await startService()
after(() => service.close())

const QUESTIONS = [
  choice('Coming?', ['Yes', 'No']),
  rating('How was it?', optional),
  freeText('Why?', optional),
  board('Ask us'),
]

const share = ({ send }: AdminClient, share_record: boolean) => send('PATCH', '', { share_record })
const read = ({ id }: AdminClient, query = '') => call(service, 'GET', `/s/${id}/record${query}`)

/** The text of a page without tags. */
async function textOf(admin: AdminClient, query = ''): Promise<string> {
  const { status, text } = await read(admin, query)
  assert.equal(status, 200)
  return text
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

async function answer({ id }: AdminClient, times: number, answers: readonly unknown[]): Promise<void> {
  for (let at = 0; at < times; at++) await kept(service, id, answers)
}

test('a record is shared as long as its creator says so [share-record, shared-record]', async () => {
  const admin = await newAdminClient(service, QUESTIONS, { title: 'Party' })
  const missing = await call(service, 'GET', '/s/no-such-survey/record')
  const { status, text } = await read(admin)
  assert.deepEqual([status, text], [404, missing.text.replaceAll('no-such-survey', admin.id)])
  assert.equal((await share(admin, true)).status, 200)
  const page = await read(admin)
  assert.equal(page.status, 200)
  assert.ok(!page.text.includes('<script'))
  assert.match(page.headers.get('x-robots-tag') ?? '', /noindex/)
  await admin.send('PATCH', '', { status: 'closed' })
  assert.equal((await read(admin)).status, 200)
  await share(admin, false)
  assert.equal((await read(admin)).status, 404)
})

test('it says nothing of a question that fewer than five have answered [shared-record-counts]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await share(admin, true)
  await answer(admin, 4, ['Yes', 9, 'Secret wish'])
  await answer(admin, 1, ['No'])
  const text = await textOf(admin)
  assert.ok(text.includes('Yes was chosen most: 4 of 5, 80%.'), text)
  assert.equal(text.split('Fewer than five answers, so nothing is shown.').length, 3)
  assert.ok(!text.includes('Secret wish'))
})

test('its counts go on in steps of five [shared-record-counts]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await share(admin, true)
  await answer(admin, 5, ['Yes'])
  assert.match(await textOf(admin), /5 of 5, 100%/)
  await answer(admin, 4, ['No'])
  assert.match(await textOf(admin, '?lang=de'), /5 von 5, 100/)
  await answer(admin, 1, ['No'])
  assert.match(await textOf(admin, '?lang=es'), /5 de 10 cada una/)
})

test('a second round has the first in the same chart [shared-record-counts]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await admin.send('PATCH', '', { paced: true })
  await share(admin, true)
  for (const index of [0, 1]) await admin.send('POST', '/presentation/rounds', { index })
  await admin.send('PATCH', '', { paced: false })
  await answer(admin, 5, ['Yes', 10, null, null, 'No', 2])
  await answer(admin, 5, ['Yes', 10, null, null, 'Yes', 3])
  const { text } = await read(admin)
  const outlined = [...text.matchAll(/<rect ([^>]*)\/><rect class="before" ([^>]*)\/>/g)]
  const pairs = outlined.map(([, now, before]) => [now, before].join(', '))
  assert.deepEqual(pairs.slice(0, 2), ['width="50%", width="100%"', 'width="50%", width="0%"'])
  // Points have the scale of the higher round.
  assert.deepEqual(pairs[3], 'y="50%" height="50%", y="100%" height="0%"')
  assert.deepEqual(pairs[11], 'y="100%" height="0%", y="0%" height="100%"')
  assert.match(await textOf(admin), /Yes 5 50% −50 points; first round 100% No 5 50% \+50 points; first round 0% /)
  assert.match(await textOf(admin, '?lang=de'), /Yes 5 50 % −50 Punkte; erste Runde 100 % No/)
})

test('a first round that fewer than five have answered is not compared [shared-record-counts]', async () => {
  const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'], optional)])
  await share(admin, true)
  await admin.send('PATCH', '', { paced: true })
  await admin.send('POST', '/presentation/rounds', { index: 0 })
  await admin.send('PATCH', '', { paced: false })
  await answer(admin, 4, ['Yes', 'No'])
  await answer(admin, 1, [null, 'No'])
  const { text } = await read(admin)
  assert.doesNotMatch(text, /<rect class="before"|points; first round|data-rounds aria/)
})

test('of texts it has those that were picked, of boards what respondents see [shared-record-counts]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await share(admin, true)
  await answer(admin, 5, ['Yes', null, 'Good music'])
  await answer(admin, 1, ['Yes', null, 'Free food'])
  const [first] = (await admin.get<{ responses: { id: string }[] }>('/responses?order=newest')).responses
  await admin.send('PUT', `/projected-texts/2/${first?.id}`)
  const ask = async (text: string) =>
    (await call(service, 'POST', `/s/${admin.id}/board/3`, { body: { text } })).body.id
  await ask('When?')
  await admin.send('PATCH', `/board/3/${await ask('Who are you?')}`, { state: 'hidden' })
  const text = await textOf(admin)
  assert.ok(text.includes('Free food') && text.includes('When?'))
  assert.ok(!text.includes('Good music') && !text.includes('Who are you?'))
})

test('after the session, phones also have a link to results that are shared, and so has a closed survey to both [shared-record-phones]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await admin.send('PATCH', '', { paced: true, share_results: 'when_revealed' })
  await admin.send('PATCH', '/presentation', { screen: '1' })
  const linksOf = async () => {
    const { text } = await call(service, 'GET', `/s/${admin.id}?lang=en`)
    const line = text.split('\n').find(one => one.includes('id="record"')) ?? text
    if (line.includes(' hidden>')) return []
    return [...line.matchAll(/quiet" href="[^"]*\/(record|thanks)\?[^"]*"/g)].map(([, name]) => name)
  }
  const stream = await listen(service, admin.id)
  assert.deepEqual(await stepOf(stream), { state: 'live', index: 0, ends_in: null })
  assert.deepEqual(await linksOf(), [])
  await admin.send('DELETE', '/presentation')
  assert.deepEqual(await stepOf(stream), { state: 'over', index: null, ends_in: null })
  assert.deepEqual(await linksOf(), ['thanks'])
  await share(admin, true)
  assert.deepEqual(await linksOf(), ['record', 'thanks'])
  await stream.end()
  await admin.send('PATCH', '', { status: 'closed' })
  assert.deepEqual((await linksOf()).toSorted(), ['record', 'thanks'])
  await share(admin, false)
  assert.deepEqual(await linksOf(), ['thanks'])
})

test('phones have a link to it once their session is over and it is shared [shared-record-phones]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await admin.send('PATCH', '', { paced: true })
  await admin.send('PATCH', '/presentation', { screen: '1' })
  await share(admin, true)
  const link = `href="/s/${admin.id}/record?lang=en"`
  const section = async () => {
    const { text } = await call(service, 'GET', `/s/${admin.id}?lang=en`)
    return text.split('\n').find(line => line.includes(link))
  }
  assert.match((await section()) ?? '', /hidden/)
  const stream = await listen(service, admin.id)
  assert.deepEqual(await stepOf(stream), { state: 'live', index: 0, ends_in: null })
  await admin.send('DELETE', '/presentation')
  assert.equal((await stepOf(stream)).record, true)
  assert.doesNotMatch((await section()) ?? 'hidden', /hidden/)
  await share(admin, false)
  assert.deepEqual(await stepOf(stream), { state: 'over', index: null, ends_in: null })
  assert.match((await section()) ?? '', /hidden/)
  await stream.end()
})
