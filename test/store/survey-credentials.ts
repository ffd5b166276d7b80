import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addSurvey, isNotified } from './rows.ts'
import type { Open } from './subject.ts'

export function surveyCredentials(open: Open): void {
  test('credentials are found by slug, and can be replaced once from a given state', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    assert.equal(await store.surveyCredentials.find('no-such-slug'), undefined)
    const link = await store.surveyCredentials.find(slug)
    assert.deepEqual(
      [link?.accountId, link?.slug, link?.adminNonce, link?.entitledUntil],
      [accountId, slug, 'nonce', null],
    )
    assert.ok(link)
    const outcomes = await Promise.all(['a', 'b', 'c'].map(nonce => store.surveyCredentials.replace(link, nonce)))
    assert.deepEqual(outcomes.sort(), [false, false, true])
    assert.notEqual((await store.surveyCredentials.find(slug))?.adminNonce, 'nonce')
  })

  test('a survey has at most one projector link, and its viewers are notified of each change [projector-link]', async t => {
    const { store, engine } = await open(t)
    const { slug } = await addSurvey(store)
    const link = await store.surveyCredentials.find(slug)
    assert.ok(link)
    const nonce = async () => {
      const query = engine.reader.selectFrom('survey').select('view_nonce').where('slug', '=', slug)
      return (await query.executeTakeFirstOrThrow()).view_nonce
    }
    const received: (string | undefined)[] = []
    store.listen(change => received.push(change?.slug))
    assert.equal(await nonce(), null)
    for (const next of ['first', 'second', null]) {
      await store.surveyCredentials.setViewNonce(link, next)
      assert.equal(await nonce(), next)
      const found = await Promise.all(['first', 'second', ''].map(one => store.surveyCredentials.findByViewNonce(one)))
      assert.deepEqual(
        found.map(survey => survey?.slug),
        [next === 'first' ? slug : undefined, next === 'second' ? slug : undefined, undefined],
      )
    }
    assert.equal(await isNotified(received, slug), true)
  })
}
