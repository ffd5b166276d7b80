import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QuestionsText } from '../../src/domain/surveys/question.ts'
import type { Store } from '../../src/store/store.ts'
import type { Survey } from '../../src/store/surveys/surveys.ts'
import { addAccount, addSurvey, isNotified, NOW, newSurvey, newToken, submit, times } from './rows.ts'
import type { Open } from './subject.ts'

export function suspension(open: Open): void {
  test('disabling an account changes each of its surveys and its list once', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    await store.surveys.add(newSurvey(accountId, { slug: 'another' }), 2)
    const other = await addSurvey(store)
    const token = newToken(accountId)
    await store.tokens.add(token, 1, NOW)
    const before = (await store.tokens.findByHash(token.hash))?.revision ?? 0
    const received: (string | undefined)[] = []
    store.listen(change => received.push(change?.slug))
    assert.equal(await disable(store, accountId, true), 2)
    assert.equal(await store.tokens.findByHash(token.hash), undefined)
    assert.deepEqual(await heldAndRevision(store, slug, 'another', other.slug), [true, 2, true, 2, false, 1])
    assert.equal(await disable(store, accountId, false), 2)
    assert.equal((await store.tokens.findByHash(token.hash))?.revision, before + 2)
    assert.deepEqual(await heldAndRevision(store, slug, 'another', other.slug), [false, 3, false, 3, false, 1])
    for (const changed of ['another', slug]) assert.equal(await isNotified(received, changed), true)
    assert.deepEqual(
      (await store.accounts.list()).map(({ disabled }) => disabled),
      [false, false],
    )
  })

  test('a survey added to a disabled account is suspended like the others', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    await store.suspension.setDisabled(id, true)
    const { slug } = newSurvey(id)
    await store.surveys.add(newSurvey(id, { slug }), 1)
    assert.equal((await store.surveys.findPublic(slug))?.suspended, true)
  })

  test('long surveys are suspended a few at a time, which stops once the account is enabled again', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const questions = JSON.stringify('x'.repeat(900_000)) as QuestionsText
    const long = times(5, at => `long-${at}`)
    for (const slug of long) await store.surveys.add(newSurvey(accountId, { slug, questions }), 10)
    const step = (disabled: boolean) => store.suspension.suspendSurveys(accountId, disabled)
    const steps = async (disabled: boolean) => [await step(disabled), await step(disabled), await step(disabled)]
    assert.equal(await step(true), 0)
    await store.suspension.setDisabled(accountId, true)
    assert.deepEqual([await step(true), await step(true)], [3, 2])
    await store.suspension.setDisabled(accountId, false)
    assert.equal(await step(true), 0)
    assert.deepEqual(await steps(false), [3, 2, 0])
    assert.deepEqual(await heldAndRevision(store, slug, 'long-0', 'long-4'), [false, 3, false, 3, false, 1])
  })

  test('a survey that was taken down is found only by its owner and the operator', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    assert.equal(await store.suspension.setTakenDown('none-such', true), false)
    for (const takenDown of [true, false]) {
      assert.equal(await store.suspension.setTakenDown(slug, takenDown), true)
      assert.equal((await store.surveys.findPublic(slug)) === undefined, takenDown)
      const found = (await store.surveys.find(accountId, slug)) as Survey
      assert.deepEqual([found.suspended, found.revision], [takenDown, takenDown ? 2 : 3])
      assert.deepEqual(await store.surveys.findAny(slug), found)
    }
  })

  test('suspension succeeds while submissions and new surveys arrive, and none remains open', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const sends = times(30, () => submit(store, slug, ['Yes']))
    const adds = times(10, () => store.surveys.add(newSurvey(accountId), 100))
    await disable(store, accountId, true)
    await Promise.all([...sends, ...adds])
    const slugs = (await store.surveys.list(accountId, false)).map(survey => survey.slug)
    const found = await Promise.all(slugs.map(each => store.surveys.findPublic(each)))
    assert.deepEqual(
      found.map(survey => survey?.suspended),
      times(11, () => true),
    )
  })
}

/** @returns the number of surveys that were changed in one step */
async function disable(store: Store, accountId: string, disabled: boolean): Promise<number> {
  await store.suspension.setDisabled(accountId, disabled)
  const surveys = await store.suspension.suspendSurveys(accountId, disabled)
  assert.equal(await store.suspension.suspendSurveys(accountId, disabled), 0)
  return surveys
}

async function heldAndRevision(store: Store, ...slugs: string[]) {
  const found = await Promise.all(slugs.map(slug => store.surveys.findAny(slug)))
  return found.flatMap(survey => [survey?.suspended, survey?.revision])
}
