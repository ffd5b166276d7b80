import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { DraftText } from '../../src/domain/surveys/draft.ts'
import { Refusal } from '../../src/domain/values/refusal.ts'
import type { Engine } from '../../src/store/engine.ts'
import type { Store } from '../../src/store/store.ts'
import { filled } from './deletion.ts'
import { addPasskey, NOW, newTemplate, operatorFor, submit, TIME } from './rows.ts'
import { everyRow } from './stored-columns.ts'
import type { Open } from './subject.ts'

type Owned = Awaited<ReturnType<typeof filled>>

export function otherAccounts(open: Open): void {
  test('operations on an account and its surveys never change another account’s rows', async t => {
    const { store, engine } = await open(t)
    // Accounts on both sides, because a statement that finds too much may take the first or the last.
    const first = await filled(store, engine)
    const own = await filled(store, engine)
    const others = [first, await filled(store, engine)]
    // One of them has been read as often as the own one when that is removed, the other as often as when it is read.
    const [customer] = await store.billing.customersOf(first.accountId, 'stripe')
    assert.ok(customer)
    await store.billing.storeReading(customer, { subscriptions: [], readAt: NOW, nextReadAt: NOW })
    const changes = [...(await changesOfAccount(store, own)), ...(await changesOfSurvey(store, own))]
    const theirs = await rowsOf(engine, others)
    let ours = await rowsOf(engine, [own])
    for (const change of changes) {
      await change()
      const changed = await rowsOf(engine, [own])
      assert.notDeepEqual(changed, ours, `nothing was changed by ${change}`)
      assert.deepEqual(await rowsOf(engine, others), theirs, `${change}`)
      ours = changed
    }
  })

  test('another account’s items cannot be found or changed by id', async t => {
    const { store, engine } = await open(t)
    const [own, other] = [await filled(store, engine), await filled(store, engine)]
    const before = await everyRow(engine)
    for (const [find, nothing] of await foreignCalls(store, own, other)) {
      assert.equal(await find().catch(nameOfRefusal), nothing, `${find}`)
      assert.deepEqual(await everyRow(engine), before, `${find}`)
    }
  })
}

/** What the account tries with the other account’s ids, and the result. */
async function foreignCalls(store: Store, own: Owned, other: Owned): Promise<[() => Promise<unknown>, unknown][]> {
  const { accountId, slug } = own
  const { accountChanges, boards, drafts, passkeys, responses, surveys, templates, tokens } = store
  const survey = await surveys.findAny(other.slug)
  assert.ok(survey)
  const [response] = await responses.newest(survey, survey.lastSequence + 1, 1)
  const [item] = await boards.all({ surveyId: other.id, question: 0 })
  const [grant] = await store.oauthGrants.list(other.accountId, NOW)
  const [passkey] = await passkeys.list(other.accountId)
  const [template] = await templates.summaries(other.accountId)
  const [token] = await tokens.list(other.accountId)
  assert.ok(response && item && grant && passkey && template && token)
  const draftId = `draft of ${other.accountId}`
  const session = { accountId, sessionHash: `session of ${other.accountId}` }
  const methods = { issuer: undefined, isProviderOnly: true }
  const onBoard = { slug, question: 0, itemId: item.id }
  const shown: unknown[] = []
  const decide = (_: unknown, found: unknown) => {
    shown.push(found)
    return 'hidden' as const
  }
  return [
    [() => drafts.find(accountId, draftId), undefined],
    [() => drafts.remove(accountId, draftId), false],
    [() => templates.find(accountId, template.id), undefined],
    [() => templates.remove(accountId, template.id), false],
    [() => tokens.remove(token.id, accountId), false],
    [() => store.oauthGrants.end(grant.id, accountId), false],
    [() => passkeys.rename(accountId, passkey.id, 'Mine'), false],
    [() => passkeys.remove(operatorFor(accountId), passkey.id, methods), 'missing'],
    [() => store.accountSessions.remove(accountId, session.sessionHash), false],
    [() => accountChanges.setPassword(session, 'b'), 'authentication_required'],
    [() => surveys.find(accountId, other.slug), undefined],
    [() => surveys.change(accountId, other.slug, () => assert.fail('nothing to decide on')), undefined],
    [() => responses.remove(accountId, slug, response.id), false],
    [() => responses.remove(accountId, other.slug, response.id), false],
    [
      () => store.projectedTexts.change(accountId, other.slug, response.id, () => assert.fail('nothing to decide on')),
      false,
    ],
    [() => boards.vote({ ...onBoard, withdrawn: false, decide: () => 'a voter', admit: () => undefined }), 'not_found'],
    [() => boards.moderate({ accountId, ...onBoard, decide }, 9), undefined],
    [async () => shown[0], undefined],
  ]
}

function nameOfRefusal(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  return error.refusal
}

async function rowsOf(engine: Engine, owned: readonly Owned[]): Promise<string[]> {
  const rows = [...(await everyRow(engine))]
  const isOf = ({ accountId, id }: Owned, row: string) =>
    row.includes(accountId) || Number(JSON.parse(row).survey_id ?? Number.NaN) === Number(id)
  return rows.filter(row => owned.some(one => isOf(one, row)))
}

async function changesOfAccount(store: Store, { accountId }: Owned): Promise<(() => Promise<unknown>)[]> {
  const holder = operatorFor(accountId)
  const {
    accountChanges,
    accountSessions,
    billing,
    drafts,
    identities,
    oauthGrants,
    oneTimeLinks,
    passkeys,
    templates,
  } = store
  const [grant] = await oauthGrants.list(accountId, NOW)
  const [summary] = await templates.summaries(accountId)
  const template = await templates.find(accountId, summary?.id ?? '')
  const [token] = await store.tokens.list(accountId)
  const [customer] = await billing.customersOf(accountId, 'stripe')
  const passkey = await addPasskey(store, accountId)
  assert.ok(grant && template && token && customer)
  const session = { idHash: 'new', createdAt: NOW, lastUsedHour: 1, verifiedAt: NOW, replaced: undefined, max: 1 }
  const use = { passkey, signCount: 1, backedUp: true, hour: 2 }
  const challenge = () => ({ hash: randomUUID(), expiresAt: NOW + 9 })
  const linkTo = async (kind: 'reset_password' | 'confirm_email') => {
    const link = { kind, hash: kind, accountId, email: `${kind}@example.org`, expiresAt: NOW + 9 }
    await oneTimeLinks.add(link, NOW, 1)
    return kind
  }
  const notice = (email: string) => ({ kind: 'any', email, payload: '{}', createdAt: NOW })
  const key = { issuer: 'https://id.example', subject: 'new' }
  const connection = { max: 2, now: NOW, session: { ...session, idHash: 'connected' }, notice: undefined }
  const draftId = `draft of ${accountId}`
  const draft = { title: 'New', questionCount: 0, content: '{}' as DraftText, updatedAt: TIME }
  const bought = { provider: 'stripe', id: 'sub', status: 'active', periodEnd: NOW + 9, isEnding: false } as const
  return [
    () => accountChanges.setName(accountId, 'Ada'),
    () => accountChanges.setEmail(holder, 'ada@example.org'),
    () => accountChanges.setPassword(holder, 'b'),
    () => passkeys.signIn({ ...use, challenge: challenge() }, session),
    () => passkeys.verify({ ...use, signCount: 2, challenge: challenge() }, 'new', NOW + 1),
    () => accountSessions.recordUse('new', 3),
    () => accountSessions.add({ id: accountId, passwordHash: 'b' }, { ...session, idHash: 'newer', replaced: 'new' }),
    () => accountSessions.remove(accountId, 'newer'),
    () => passkeys.signIn({ ...use, signCount: 3, challenge: challenge() }, { ...session, idHash: 'newest' }),
    () => accountSessions.removeOthers(accountId, 'none'),
    () => passkeys.rename(accountId, passkey.id, 'Mine'),
    () => identities.connect(key, { accountId, passwordHash: 'b', email: 'ada@example.org' }, connection),
    () => drafts.replace(accountId, { id: draftId, revision: 1 }, draft),
    () => drafts.remove(accountId, draftId),
    () => templates.replace(accountId, template, { ...newTemplate(accountId), name: 'New' }),
    () => templates.remove(accountId, template.id),
    () => store.tokens.remove(token.id, accountId),
    () => oauthGrants.end(grant.id, accountId),
    async () => accountChanges.resetPassword(await linkTo('reset_password'), 'c', NOW),
    async () => accountChanges.setEmailByLink(holder, await linkTo('confirm_email'), NOW, notice),
    () => billing.readAgain(customer, NOW + 1),
    () => billing.failReading(customer, 'failed', NOW + 2),
    () => billing.storeReading(customer, { subscriptions: [bought], readAt: NOW, nextReadAt: NOW + 3 }),
    () => billing.removeCustomer({ ...customer, revision: customer.revision + 1 }, NOW),
    () => billing.grant(accountId, NOW + 7, NOW),
    () => store.suspension.setDisabled(accountId, true),
    () => store.suspension.setDisabled(accountId, false),
  ]
}

async function changesOfSurvey(store: Store, { accountId, slug, id }: Owned): Promise<(() => Promise<unknown>)[]> {
  const { boards, sessions, surveyCredentials, surveys } = store
  const survey = await surveys.findAny(slug)
  assert.ok(survey)
  const [response] = await store.responses.newest(survey, survey.lastSequence + 1, 1)
  const [item] = await boards.all({ surveyId: id, question: 0 })
  assert.ok(response && item)
  const access = async () => (await surveyCredentials.find(slug)) ?? assert.fail()
  const onBoard = { slug, question: 0, itemId: item.id }
  const vote = { ...onBoard, decide: () => 'a voter', admit: () => undefined }
  const newItem = { id: randomUUID(), text: 'Why?', state: 'shown' as const }
  const asked = { decide: () => ({ item: newItem, repeats: [] }), admit: () => undefined }
  const session = { idHash: 'of survey', surveyId: id, secretId: 'secret', createdAt: NOW, lastUsedHour: 1 }
  return [
    () => submit(store, slug, ['No']),
    () => surveys.change(accountId, slug, async () => ({ title: 'New', theme: 'default' })),
    () =>
      store.projectedTexts.change(accountId, slug, response.id, ({ projectedTexts }) => ({
        ...projectedTexts,
        picks: [{ id: response.id, question: 2 }],
      })),
    () => boards.vote({ ...vote, withdrawn: false }),
    // Each board has a voter of this name.
    () => boards.vote({ ...vote, decide: () => 'hash 0', withdrawn: true }),
    () => boards.add({ ...onBoard, ...asked }, 2),
    () => boards.moderate({ accountId, ...onBoard, decide: () => 'hidden' }, 9),
    () => store.responses.remove(accountId, slug, response.id),
    async () => surveyCredentials.setNonce('projector', await access(), 'view'),
    async () => surveyCredentials.setNonce('remote', await access(), 'conduct'),
    async () =>
      sessions.add(session, { adminNonce: (await access()).adminNonce, replaced: `session of ${slug}`, max: 1 }),
    () => sessions.recordUse('of survey', 2),
    () => sessions.remove('of survey', slug),
    async () => surveyCredentials.replace(await access(), 'next'),
    () => store.suspension.setTakenDown(slug, true),
  ]
}
