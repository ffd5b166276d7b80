import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf, choice } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { newAdminClient } from './admin-client.ts'
import { listenToText } from './stream.ts'
import { startTwoProcesses } from './two-processes.ts'

const { service, other, close } = await startTwoProcesses()
after(close)

const audienceOf = (text: string) =>
  [...text.matchAll(/event: audience\ndata: (.*)\n/g)].map(([, data = '']) => JSON.parse(data).here)

test('presenters and projectors are told how many have the page open, on every process, and nobody else is [presentation-audience]', async () => {
  const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])])
  const token = `${(await admin.send('POST', '/projector')).body.url}`.slice(-64)
  const headers = { authorization: `Bearer ${admin.adminToken}` }
  const screens = [
    await listenToText(service, `/admin/api/${admin.id}/events`, headers),
    await listenToText(other, `/p/api/${token}/events`),
  ]
  const allHear = async (here: number) => {
    for (const screen of screens) await screen.until(all => audienceOf(all).at(-1) === here)
  }
  await allHear(0)
  const page = `/s/${admin.id}/events`
  const phones = [await listenToText(service, page), await listenToText(other, page), await listenToText(other, page)]
  await allHear(3)
  await phones[1]?.end()
  await allHear(2)
  await phones[0]?.end()
  await phones[2]?.end()
  await allHear(0)
  const phone = await listenToText(service, page)
  await allHear(1)
  await admin.send('PATCH', '', { status: 'closed' })
  assert.doesNotMatch(await phone.until(all => all.includes('"closed"')), /audience|here/)
  for (const stream of [phone, ...screens]) await stream.end()
})

test('a projector link says whether its survey is paced, and so of how many an answer is [projector-paced]', async () => {
  const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'])])
  const token = `${(await admin.send('POST', '/projector')).body.url}`.slice(-64)
  for (const paced of [false, true]) {
    assert.equal((await admin.send('PATCH', '', { paced })).status, 200)
    assert.equal(bodyOf<{ paced: boolean }>(await call(other, 'GET', `/p/api/${token}`)).paced, paced)
  }
})
