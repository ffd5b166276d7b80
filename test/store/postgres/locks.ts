import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import type { DraftText } from '../../../src/domain/surveys/draft.ts'
import type { Engine } from '../../../src/store/engine.ts'
import type { StoredResponse } from '../../../src/store/responses/stored-response.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Survey } from '../../../src/store/surveys/surveys.ts'
import { newPostgres, type PostgresDatabase } from '../../database.ts'
import { connect } from '../../postgres/query.ts'
import { until } from '../../until.ts'
import { addAccount, addSurvey, storeOn, submit, TIME } from '../rows.ts'

export const DRAFT = { title: 'Draft', questionCount: 0, updatedAt: TIME, content: '{}' as DraftText }

export async function open(t: TestContext): Promise<{ database: PostgresDatabase; engine: Engine; store: Store }> {
  const database = await newPostgres()
  const engine = await database.open()
  const store = storeOn(engine)
  t.after(async () => {
    await store.close()
    await until(async () => (await connections(database)).length === 0)
    await database.drop()
  })
  return { database, engine, store }
}

/** Runs a statement in a transaction that stays open. @returns a function that commits it */
export async function lock({ url }: PostgresDatabase, statement: string): Promise<() => Promise<void>> {
  const client = await connect(url)
  await client.query('begin')
  await client.query(statement)
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

/** Runs an action after another transaction has run a statement, and commits that once the action waits for it. */
export async function whileLocked<T>(database: PostgresDatabase, statement: string, act: () => Promise<T>): Promise<T> {
  const commit = await lock(database, statement)
  const acting = act()
  // The caller handles a refusal, which may come before the commit is confirmed.
  acting.catch(() => undefined)
  await until(async () => (await waitingForLock(database)) === 1)
  await commit()
  return acting
}

/** A draft, and another transaction that adds one to the same account. */
export async function addDraft(store: Store): Promise<{ accountId: string; id: string; addAnother: string }> {
  const [accountId, id] = [(await addAccount(store)).id, randomUUID()]
  assert.equal(await store.drafts.add(accountId, { id, ...DRAFT }, 2), 'added')
  const addAnother = `with locked as (select id from account where id = '${accountId}' for no key update)
    insert into draft select 'another', account_id, revision, title, question_count, created_at, updated_at, stored_bytes, content
    from draft, locked where account_id = '${accountId}'`
  return { accountId, id, addAnother }
}

/** A survey with two equal responses, and another transaction that swaps the options of its first question. */
export async function addAnswered(
  store: Store,
): Promise<{ survey: Survey; first: StoredResponse; swapOptions: string }> {
  const { slug } = await addSurvey(store)
  const [first] = [await submit(store, slug, ['Yes']), await submit(store, slug, ['Yes'])]
  const survey = await store.surveys.findPublic(slug)
  assert.ok(survey)
  const swapped = survey.questions.replace('"Yes","No"', '"No","Yes"')
  const swapOptions = `with moved as (update tally set slot = 1 where question = 0 and slot = 0)
    update survey set revision = revision + 1, questions = '${swapped}' where slug = '${slug}'`
  return { survey, first, swapOptions }
}

/** How many connections to the database wait for a lock. */
export async function waitingForLock({ query }: PostgresDatabase): Promise<number> {
  const waiting = "datname = current_database() and wait_event_type = 'Lock'"
  return (await query(`select pid from pg_stat_activity where ${waiting}`)).length
}

/** Connections of our processes. */
export function connections({ query }: PostgresDatabase): Promise<unknown[]> {
  return query(
    "select pid from pg_stat_activity where datname = current_database() and application_name like 'soundings%'",
  )
}
