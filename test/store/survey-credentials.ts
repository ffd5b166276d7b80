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

  for (const [link, column, clause] of [
    ['projector', 'view_nonce', 'projector-link'],
    ['remote', 'remote_nonce', 'remote-link'],
  ] as const)
    test(`a survey has at most one ${link} link, and its holders are notified of each change [${clause}]`, async t => {
      const { store, engine } = await open(t)
      const { slug } = await addSurvey(store)
      const access = await store.surveyCredentials.find(slug)
      assert.ok(access)
      const nonce = async () => {
        const query = engine.reader.selectFrom('survey').select(column).where('slug', '=', slug)
        return Object.values(await query.executeTakeFirstOrThrow())[0]
      }
      const received: (string | undefined)[] = []
      store.listen(change => received.push(change?.slug))
      assert.equal(await nonce(), null)
      for (const next of ['first', 'second', null]) {
        await store.surveyCredentials.setNonce(link, access, next)
        assert.equal(await nonce(), next)
        const find = (one: string) => store.surveyCredentials.findByNonce(link, one)
        const found = await Promise.all(['first', 'second', ''].map(find))
        assert.deepEqual(
          found.map(survey => survey?.slug),
          [next === 'first' ? slug : undefined, next === 'second' ? slug : undefined, undefined],
        )
        const other = link === 'projector' ? 'remote' : 'projector'
        assert.equal(await store.surveyCredentials.findByNonce(other, `${next}`), undefined)
      }
      assert.equal(await isNotified(received, slug), true)
    })
}
