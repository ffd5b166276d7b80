import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { parseFileSettings } from '../../src/domain/moving/survey-file.ts'
import { encodeQuestions, parseQuestions } from '../../src/domain/surveys/question.ts'
import { DELETE_ACCOUNT } from '../../src/store/jobs.ts'
import type { Store } from '../../src/store/store.ts'
import { addAccount, NOW, newTemplate, TIME } from './rows.ts'
import type { Open } from './subject.ts'

const LEASE_MS = 1_000

const QUESTIONS = encodeQuestions(
  parseQuestions([
    { type: 'rating', text: 'How good?' },
    { type: 'upvoted_question', text: 'Ask' },
  ]),
)
const FILE = { title: 'Lunch', status: 'open', expiresAt: null, createdAt: TIME, questions: QUESTIONS } as const

export function restorations(open: Open): void {
  test('a restoration continues while it is extended, until its deletion begins', async t => {
    const { store } = await open(t)
    const { id, email, key, extend } = await begun(store)
    assert.equal(await extend(NOW + LEASE_MS - 1), true)
    const later = NOW + 3 * LEASE_MS
    assert.equal(await store.jobs.begin(NOW + LEASE_MS, later), undefined)
    assert.equal(await store.restorations.findExpired(key, later), id)
    assert.equal((await store.jobs.begin(later, later + LEASE_MS))?.email, email)
    assert.equal(await store.restorations.findExpired(key, later), undefined)
    assert.equal(await extend(later), false)
  })

  test('a restoration is extended by those who began it; an account has one from its holder and one from the operator', async t => {
    const { store } = await open(t)
    const { id, staging, key } = await begun(store)
    const lease = { now: NOW, until: NOW + 1 }
    assert.equal(await store.restorations.extend(id, { ...key, restoresTo: randomUUID() }, lease), false)
    assert.equal(await store.restorations.extend(id, { ...key, restoredBy: 'operator' }, lease), false)
    assert.equal(await store.restorations.extend(id, key, lease), true)
    const second = () => ({ ...staging, id: randomUUID(), email: `${randomUUID()}@restoring.invalid` })
    assert.equal(await store.restorations.begin(second()), false)
    const { email, ...other } = second()
    const deletion = { ...staging.deletion, email }
    assert.equal(await store.restorations.begin({ ...other, email, deletion, restoredBy: 'operator' }), true)
  })

  test('nobody finds the account that holds what is being restored', async t => {
    const { store } = await open(t)
    const { email } = await addAccount(store)
    const { email: temporary } = await begun(store)
    assert.deepEqual(
      (await store.accounts.list()).map(account => account.email),
      [email],
    )
    assert.equal(await store.accounts.findByEmail(temporary), undefined)
  })

  test('nothing is added to a survey once it is handed over, and what comes too late is deleted', async t => {
    const { store } = await open(t)
    const { id: accountId } = await addAccount(store)
    const { id: stagingId, staging } = await begun(store, accountId)
    const { restorations: all, handovers } = store
    const row = { ...FILE, accountId: stagingId, slug: `lunch@${stagingId}`, adminNonce: 'nonce' }
    assert.equal(await all.addSurvey(row, 2), 'added')
    assert.equal(await all.addSurvey(row, 2), 'slug_occurs_twice')
    assert.equal(await all.addSurvey({ ...row, slug: 'other' }, 1), 'limit_reached')
    await store.templates.add(newTemplate(stagingId, { name: 'First' }), 10)
    await store.templates.add(newTemplate(stagingId, { name: 'Second' }), 10)
    await store.templates.add(newTemplate(accountId, { name: 'Old' }), 10)
    const survey = await store.surveys.find(stagingId, row.slug)
    assert.ok(survey)
    const handover = { stagingId, accountId }
    const decision = { ...handover, mayReuseSlugs: false, payload: '{}', now: NOW, until: NOW + LEASE_MS }
    assert.equal(await handovers.decide({ ...decision, slugs: new Map() }), 'surveys_added')
    const slugs = new Map([[survey.id, { slug: 'lunch', slugHash: 'hash' }]])
    assert.equal(await handovers.decide({ ...decision, slugs }), 'decided')
    assert.deepEqual(await handovers.decide({ ...decision, slugs }), { takenSlugs: ['lunch'] })
    assert.equal(await all.extend(stagingId, { restoresTo: accountId, restoredBy: 'holder' }, decision), false)
    assert.equal(await store.jobs.begin(NOW + LEASE_MS - 1, NOW), undefined)
    const late = { ...row, slug: 'late' }
    assert.equal(await all.addSurvey(late, 2), 'added')

    const moved = { id: survey.id, slug: 'lunch', expiryOf: () => ({ expiresAt: NOW, expiryAutomatic: true }) }
    await handovers.moveSurvey(handover, moved)
    await handovers.moveSurvey(handover, { ...moved, slug: 'again' })
    const steps = [await handovers.moveText(handover), await handovers.moveText(handover)]
    assert.deepEqual([...steps, await handovers.moveText(handover)], [true, true, false])
    const templates = await store.templates.summaries(accountId)
    assert.deepEqual(
      templates.map(({ name }) => name),
      ['Second', 'First', 'Old'],
    )
    const board = { stagingId, surveyId: survey.id, question: 1 }
    const item = { id: randomUUID(), text: 'Why?', votes: 3, state: 'shown' } as const
    assert.equal(await all.addItems(board, [item], { capacity: 10, newId: randomUUID, isLast: true }), 'ended')
    assert.equal(
      await all.setSettings(board, { ...parseFileSettings([], {}, { by: 'holder', responses: 0 }), archived: true }),
      false,
    )
    const response = { id: randomUUID(), submittedAt: TIME, answers: '[3,null]' }
    const batch = { survey, responses: [response], counts: [], refusedIds: [] }
    assert.equal(await all.addResponses(batch), 'survey_changed')
    const live = await store.surveys.find(accountId, 'lunch')
    assert.deepEqual([live?.id, live?.archived, live?.responseCount, live?.expiresAt], [survey.id, false, 0, NOW])
    assert.deepEqual(await store.boards.all({ surveyId: survey.id, question: 1 }), [])

    await handovers.end(handover, staging.deletion)
    assert.equal((await store.jobs.begin(NOW, NOW + LEASE_MS))?.kind, DELETE_ACCOUNT)
    await assert.rejects(handovers.moveText({ stagingId, accountId: randomUUID() }), {
      refusal: 'authentication_required',
    })
  })
}

async function begun(store: Store, restoresTo: string = randomUUID()) {
  const [id, email] = [randomUUID(), `${randomUUID()}@restoring.invalid`]
  const key = { restoresTo, restoredBy: 'holder' } as const
  const deletion = { kind: DELETE_ACCOUNT, email, payload: JSON.stringify({ account_id: id }), createdAt: NOW }
  const staging = { id, email, ...key, createdAt: new Date(NOW).toISOString(), deletion, until: NOW + LEASE_MS }
  assert.equal(await store.restorations.begin(staging), true)
  const extend = (now: number) => store.restorations.extend(id, key, { now, until: now + LEASE_MS })
  return { id, email, key, staging, extend }
}
