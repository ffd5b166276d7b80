import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SESSION_IDLE_HOURS, SESSION_LIFETIME_MS } from '../../src/domain/accounts/limits.ts'
import { hourOf } from '../../src/domain/accounts/session.ts'
import { IDEMPOTENCY_KEY_LIFETIME_MS } from '../../src/domain/values/idempotency.ts'
import { WINDOW_MS } from '../../src/store/engine.ts'
import { addAccount, addSurvey, NOW, plain } from './rows.ts'
import type { Open } from './subject.ts'

export function purge(open: Open): void {
  test('sessions that are too old or idle for too long are purged, all others stay', async t => {
    const { store, engine } = await open(t)
    const { slug, accountId } = await addSurvey(store)
    const id = (await store.surveyCredentials.find(slug))?.surveyId ?? 0
    const hour = hourOf(NOW)
    const sessions = {
      young: { created_at: NOW - SESSION_LIFETIME_MS + 1, last_used_hour: hour - SESSION_IDLE_HOURS },
      old: { created_at: NOW - SESSION_LIFETIME_MS, last_used_hour: hour },
      idle: { created_at: NOW, last_used_hour: hour - SESSION_IDLE_HOURS - 1 },
    }
    await engine.write(async db => {
      for (const [id_hash, times] of Object.entries(sessions))
        await Promise.all([
          db
            .insertInto('session')
            .values({ id_hash, survey_id: id, secret_id: 'secret', ...times })
            .execute(),
          db
            .insertInto('account_session')
            .values({ id_hash, account_id: accountId, verified_at: NOW, ...times })
            .execute(),
        ])
    })
    await store.purge(NOW)
    for (const table of ['session', 'account_session'] as const) {
      const left = await engine.reader.selectFrom(table).select('id_hash').execute()
      assert.deepEqual(plain(left), [{ id_hash: 'young' }], table)
    }
  })

  test('keys older than a day and windows closed for an hour are purged, all others stay', async t => {
    const { store, engine } = await open(t)
    const { id } = await addAccount(store)
    const keys = { old: NOW - IDEMPOTENCY_KEY_LIFETIME_MS - 1, young: NOW - IDEMPOTENCY_KEY_LIFETIME_MS + 1 }
    const windows = { closed: NOW - 2 * WINDOW_MS, lately: NOW - 2 * WINDOW_MS + 1, open: NOW }
    await engine.write(async db => {
      for (const [key, used_at] of Object.entries(keys))
        await db
          .insertInto('idempotency_key')
          .values({ account_id: id, key, request_hash: '', resource_id: '', used_at })
          .execute()
      for (const [key, window_start] of Object.entries(windows))
        await db.insertInto('rate_limit').values({ key, window_start, count: 1 }).execute()
    })
    await store.purge(NOW)
    assert.deepEqual(plain(await engine.reader.selectFrom('idempotency_key').select('key').execute()), [
      { key: 'young' },
    ])
    const left = await engine.reader.selectFrom('rate_limit').select('key').orderBy('key').execute()
    assert.deepEqual(plain(left), [{ key: 'lately' }, { key: 'open' }])
  })
}
