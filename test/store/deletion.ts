import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { countAnswers } from '../../src/domain/results/tally.ts'
import type { DraftText } from '../../src/domain/surveys/draft.ts'
import { readQuestions } from '../../src/domain/surveys/question.ts'
import { customSlugsKey } from '../../src/store/access/rate-limit-keys.ts'
import type { SurveyAccess } from '../../src/store/access/survey-credentials.ts'
import { ACCOUNT_TABLES, SURVEY_TABLES } from '../../src/store/deletion.ts'
import type { Engine } from '../../src/store/engine.ts'
import type { Store } from '../../src/store/store.ts'
import {
  addBoardRows,
  addPasskey,
  addSurvey,
  allOf,
  isNotified,
  NOW,
  newSurvey,
  newTemplate,
  newToken,
  plain,
  submit,
  TIME,
  times,
} from './rows.ts'
import { everyRow } from './stored-columns.ts'
import type { Open } from './subject.ts'

const ANSWERS = [
  ['Yes', 3, 'because'],
  ['No', null, null],
  ['Yes', 10, null],
]

export function deletion(open: Open): void {
  test('every table that has an account’s or a survey’s rows is deleted from', async t => {
    const { database, engine } = await open(t)
    const tables = await engine.reader.introspection.getTables()
    const having = (column: string) =>
      tables.filter(({ columns }) => columns.some(({ name }) => name === column)).map(({ name }) => name)
    assert.deepEqual(having('account_id').sort(), [...ACCOUNT_TABLES].sort())
    assert.deepEqual(having('survey_id').sort(), [...SURVEY_TABLES, ...database.derivedTables].sort())
  })

  test('an account is deleted with everything in it, and nothing of another’s; slugs stay taken', async t => {
    const { store, engine } = await open(t)
    const { accountId, slug } = await filled(store, engine)
    const other = await filled(store, engine)
    const received: (string | undefined)[] = []
    store.listen(change => received.push(change?.slug))
    await store.deletion.account(accountId, NOW)
    for (const table of ACCOUNT_TABLES)
      assert.deepEqual(owners(await engine.reader.selectFrom(table).select('account_id').execute()), [other.accountId])
    for (const table of SURVEY_TABLES) {
      const rows = await engine.reader.selectFrom(table).select('survey_id').execute()
      assert.deepEqual(new Set(rows.map(row => row.survey_id)), new Set([other.id]), table)
    }
    assert.deepEqual(
      (await store.accounts.list()).map(({ id }) => id),
      [other.accountId],
    )
    assert.equal(await store.surveys.add(newSurvey(other.accountId, { slug }), 9), 'slug_taken')
    await assert.rejects(store.surveys.add(newSurvey(accountId), 9), { refusal: 'authentication_required' })
    assert.equal(await isNotified(received, slug), true)
  })

  test('no row of any table has a trace of a deleted account or survey', async t => {
    const { store, engine } = await open(t)
    const { accountId, slug, id } = await filled(store, engine)
    await engine.consumeRateLimit(customSlugsKey(accountId), 9, NOW)
    const traces = async (words: readonly string[]) => {
      const rows = [...(await everyRow(engine))]
      return rows.filter(row => words.some(word => row.includes(word)))
    }
    assert.notDeepEqual(await traces([slug]), [])
    await store.deletion.survey({ surveyId: id, accountId, slug } as SurveyAccess)
    assert.deepEqual(await traces([slug, 'because']), [])
    const email = `${accountId}@example.org`
    assert.equal((await traces([email])).length, 2)
    await store.deletion.account(accountId, NOW)
    assert.deepEqual(await traces([slug, accountId, email]), [])
  })

  test('responses are deleted in steps, oldest first, and the maintained counts are those of the rest', async t => {
    const { store, engine } = await open(t)
    const { accountId, slug, id } = await filled(store, engine)
    const survey = await store.surveys.findAny(slug)
    const all = await allOf(store, survey)
    const steps = [
      { responses: 2, isLast: false, left: 1 },
      { responses: 1, isLast: false, left: 0 },
      { responses: 0, isLast: true, left: 0 },
    ]
    for (const { left, ...step } of steps) {
      assert.deepEqual(await store.deletion.step(id, 2), step)
      const found = await store.surveyCounts.find(accountId, slug)
      assert.equal(found?.survey.responseCount, left)
      const rest = await allOf(store, survey)
      assert.deepEqual(rest, left === 0 ? [] : all.slice(-left))
      const answers = rest.map(row => JSON.parse(row.answers))
      const kept = plain(found.counts).filter(({ count }) => count > 0)
      assert.deepEqual(kept, countAnswers({ questions: readQuestions(found.survey.questions), paced: false }, answers))
    }
  })

  test('votes and items of boards are deleted in steps, items once they have no votes', async t => {
    const { store, engine } = await open(t)
    const { id } = await addedSurvey(store)
    await addBoardRows(engine, id, { items: 3, votes: 2 })
    const left = async () => {
      const count = async (table: 'board_vote' | 'board_item') =>
        (await engine.reader.selectFrom(table).select('survey_id').execute()).length
      return [await count('board_vote'), await count('board_item')]
    }
    for (const rows of [
      [2, 3],
      [0, 1],
      [0, 0],
    ] as const) {
      const { isLast } = await store.deletion.step(id, 4)
      assert.deepEqual([await left(), isLast], [rows, rows[1] === 0])
    }
  })

  test('from the first steps on the account is disabled, and submissions under way are stored or refused', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const sends = times(40, () =>
      submit(store, slug, ['Yes']).then(
        () => 1,
        () => 0,
      ),
    )
    await store.deletion.beginAccount(accountId, NOW)
    assert.equal(await store.deletion.takeDownSurveys(accountId), 1)
    const [survey] = await store.deletion.surveys(accountId)
    const kept = (await Promise.all(sends)).reduce<number>((sum, one) => sum + one, 0)
    assert.equal((await store.surveys.findAny(slug))?.responseCount, kept)
    assert.equal(survey?.responseCount, kept)
    await assert.rejects(submit(store, slug, ['Yes']), { refusal: 'not_found' })
    assert.deepEqual(
      (await store.accounts.list()).map(({ disabled }) => disabled),
      [true],
    )
  })
}

/** An account with a row in every table. */
export async function filled(store: Store, engine: Engine) {
  const { accountId, slug, id } = await addedSurvey(store)
  for (const answers of ANSWERS) await submit(store, slug, answers)
  await store.tokens.add(newToken(accountId), 1, NOW)
  await addApplication(store, accountId)
  await addPasskey(store, accountId)
  await store.templates.add(newTemplate(accountId), 1)
  await engine.write(async db => {
    const made = { key: 'key', request_hash: 'hash', resource_id: slug, used_at: NOW }
    await db
      .insertInto('idempotency_key')
      .values({ account_id: accountId, ...made })
      .execute()
    const account_id = accountId
    const signedIn = { id_hash: `session of ${accountId}`, created_at: NOW, last_used_hour: 1, verified_at: NOW }
    await db
      .insertInto('account_session')
      .values({ account_id, ...signedIn })
      .execute()
    const link = {
      hash: `link of ${accountId}`,
      kind: 'reset_password' as const,
      email: 'x',
      expires_at: NOW,
      created_at: NOW,
    }
    await db
      .insertInto('one_time_link')
      .values({ account_id, ...link })
      .execute()
    const email = db.selectFrom('account').select('email').where('id', '=', accountId)
    const { email: address } = await email.executeTakeFirstOrThrow()
    const job = { kind: 'mail', email: address, payload: '{}', created_at: NOW, run_at: NOW }
    await db.insertInto('job').values(job).execute()
    const identity = { issuer: 'https://id.example', subject: accountId, created_at: NOW }
    await db
      .insertInto('identity')
      .values({ account_id, ...identity })
      .execute()
    const customer = {
      provider: 'stripe',
      external_id: `customer ${randomUUID()}`,
      created_at: NOW,
      next_read_at: NOW,
    } as const
    await db
      .insertInto('billing_customer')
      .values({ account_id, ...customer })
      .execute()
    const draft = {
      id: `draft of ${accountId}`,
      revision: 1,
      title: 'Draft',
      question_count: 0,
      content: '{}' as DraftText,
    }
    await db
      .insertInto('draft')
      .values({ account_id, ...draft, created_at: TIME, updated_at: TIME, stored_bytes: 1 })
      .execute()
    const session = {
      id_hash: `session of ${slug}`,
      survey_id: id,
      secret_id: 'secret',
      created_at: NOW,
      last_used_hour: 1,
    }
    await db.insertInto('session').values(session).execute()
    await db.insertInto('removed_response').values({ survey_id: id, id: randomUUID() }).execute()
    await db.insertInto('vote_rewrite').values({ survey_id: id, revision: null, position: null }).execute()
  })
  await addBoardRows(engine, id, { items: 1, votes: 1 })
  return { accountId, slug, id }
}

async function addedSurvey(store: Store) {
  const { accountId, slug } = await addSurvey(store)
  const survey = await store.surveys.findAny(slug)
  assert.ok(survey)
  return { accountId, slug, id: survey.id }
}

function owners(rows: readonly { readonly account_id: string | null }[]) {
  return [...new Set(rows.map(row => row.account_id))]
}

/** An application that the account has allowed, with a refresh token and an access token. */
async function addApplication(store: Store, accountId: string): Promise<void> {
  await store.billing.grant(accountId, NOW + 1, NOW)
  const shown = { clientId: 'client', clientName: null, redirectHost: 'client.example', scope: 'surveys:read' }
  const grant = { id: randomUUID(), accountId, ...shown, createdAt: NOW, expiresAt: NOW + 1 }
  assert.equal(await store.oauthGrants.allow(grant, () => true, 1), grant.id)
  const artifact = { kind: 'refresh_token', id: randomUUID(), accountId, grantId: grant.id, payload: '{}' } as const
  assert.equal(await store.oauthArtifacts.save({ ...artifact, expiresAt: NOW + 1 }, NOW, 1), true)
  assert.equal(await store.oauthGrants.addToken(newToken(accountId, { kind: 'oauth' }), grant.id, 1), true)
}
