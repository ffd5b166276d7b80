import { test } from 'node:test'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { newPostgres } from '../database.ts'
import { log } from '../log.ts'
import { scaled } from '../scale.ts'
import { storeOn } from '../store/rows.ts'
import { until } from '../until.ts'
import { changeDespiteLosses } from './lossy-notifications.ts'
import { proxyTo } from './proxy.ts'

const ROUNDS = scaled({ long: 4, release: 40 })

test('while notifications and the connection for them are lost, phones and dashboards end up showing what is stored [respondent-events-change, dashboard-events]', {
  timeout: 600_000,
}, async t => {
  await changeDespiteLosses(t, ROUNDS)
})

test('a connection for notifications that dies silently is replaced', { timeout: 120_000 }, async t => {
  const database = await newPostgres()
  const proxy = await proxyTo(database.url)
  const store = storeOn(await openPostgres({ url: database.url, listenUrl: proxy.url, log }))
  t.after(async () => {
    await proxy.close()
    await store.close()
    await database.drop()
  })
  let isReplaced = false
  store.listen(change => {
    isReplaced = change === undefined
  })
  await store.checkReadiness()
  isReplaced = false
  proxy.freeze()
  await until(() => isReplaced)
})
