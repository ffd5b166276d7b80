import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ChangedError, etagOf, isSoundingsError, OptionsError, Soundings } from '../../clients/typescript/src/client.ts'
import { kept } from '../api/fixtures.ts'
import { startService } from '../harness.ts'
import { startProxy } from './failing-proxy.ts'

const service = await startService()
after(() => service.close())
const { token } = await service.newCaller()
const client = new Soundings({ server: service.baseUrl, token })
const questions = [{ type: 'rating' as const, text: 'How good?' }]
const added = (text: string) => ({ type: 'free_text' as const, text })

test('a change is made if the survey is as it was read, and otherwise says what to do next', async () => {
  const { id } = await client.createSurvey({ title: 'Retro', questions })
  const [full, results] = [await client.readSurvey(id), await client.readResults(id)]
  await kept(service, id, [9])
  const changed = await client.changeSurvey(id, { theme: 'ocean' }, { ifMatch: full })
  const again = await client.changeSurvey(id, { theme: 'rose' }, { ifMatch: changed })
  await client.changeSurvey(id, { theme: 'slate' }, { ifMatch: etagOf(again) })
  for (const ifMatch of [full, results, changed, again, etagOf(full)]) {
    const error = await client.changeSurvey(id, { theme: 'forest' }, { ifMatch }).catch(error => error)
    assert.ok(error instanceof ChangedError && isSoundingsError(error) && error.kind === 'refusal')
    assert.deepEqual([error.status, error.code, error.name], [412, 'survey_changed', 'ChangedError'])
    const advice = 'read it again, decide again what to change, and send that'
    assert.equal(error.message, `this survey has changed since it was read; ${advice}`)
  }
  assert.equal((await client.readResults(id)).theme, 'slate')
})

test('copies and the deletion have the same condition', async () => {
  const { id, admin_token: adminToken } = await client.createSurvey({ title: 'Retro', questions })
  const dashboard = client.dashboard(id, adminToken)
  const [survey, templates] = [await client.readResults(id), (await client.listTemplates()).length]
  await dashboard.changeLanguage('fr', { ifMatch: survey })
  for (const act of [
    () => client.cloneSurvey(id, {}, { ifMatch: survey }),
    () => client.saveAsTemplate(id, {}, { ifMatch: survey }),
    () => dashboard.changeLanguage('de', { ifMatch: survey }),
    () => dashboard.delete({ ifMatch: survey }),
  ])
    await assert.rejects(act, ChangedError)
  assert.deepEqual([(await client.listTemplates()).length, await dashboard.readLanguage()], [templates, 'fr'])
  const now = await client.readSurvey(id)
  await client.cloneSurvey(id, {}, { ifMatch: now })
  await client.saveAsTemplate(id, {}, { ifMatch: now })
  await dashboard.delete({ ifMatch: now })
})

test('of five programs that each add a question at once, none undoes another', async () => {
  const { id } = await client.createSurvey({ title: 'Retro', questions })
  const texts = ['A?', 'B?', 'C?', 'D?', 'E?']
  await Promise.all(
    texts.map(text => client.updateSurvey(id, ({ questions }) => ({ questions: [...questions, added(text)] }))),
  )
  const { questions: stored } = await client.readResults(id)
  assert.deepEqual(
    stored
      .slice(1)
      .map(({ text }) => text)
      .sort(),
    texts,
  )
})

test('an update that finds nothing to change changes nothing, and one that never has its turn says so', async () => {
  const { id } = await client.createSurvey({ title: 'Retro', questions })
  const before = etagOf(await client.readResults(id))
  assert.equal(await client.updateSurvey(id, () => undefined), undefined)
  assert.equal(etagOf(await client.readResults(id)), before)
  let times = 0
  const update = client.updateSurvey(id, async () => {
    times++
    await client.changeSurvey(id, { theme: times % 2 === 0 ? 'ocean' : 'rose' })
    return { status: 'closed' }
  })
  await assert.rejects(update, ChangedError)
  assert.deepEqual([times, (await client.readResults(id)).status], [5, 'open'])
})

test('a change with a condition is not sent again after an unclear failure, as it would be refused because of itself', async t => {
  const proxy = await startProxy(t, service.baseUrl)
  const behind = new Soundings({ server: proxy.server, token, random: () => 0 })
  const { id } = await client.createSurvey({ title: 'Retro', questions })
  const survey = await client.readResults(id)
  proxy.fail('lost answer')
  const error = await behind.changeSurvey(id, { theme: 'ocean' }, { ifMatch: survey }).catch(error => error)
  assert.deepEqual([error.kind, proxy.seen.length], ['network', 1])
  assert.equal((await client.readResults(id)).theme, 'ocean')
})

test('a tag that a proxy has marked as weak still counts, and a copy of a survey has none', async () => {
  const weakened = new Soundings({
    server: service.baseUrl,
    token,
    fetch: async (request, init) => {
      const response = await fetch(request, init)
      const headers = new Headers(response.headers)
      if (headers.has('etag')) headers.set('etag', `W/${headers.get('etag')}`)
      return new Response(response.body, { status: response.status, headers })
    },
  })
  const { id } = await client.createSurvey({ title: 'Retro', questions })
  const survey = await weakened.readResults(id)
  await assert.rejects(
    async () => client.changeSurvey(id, { theme: 'ocean' }, { ifMatch: { ...survey } }),
    OptionsError,
  )
  assert.throws(() => etagOf({ ...survey }), OptionsError)
  await weakened.changeSurvey(id, { theme: 'ocean' }, { ifMatch: survey })
})
