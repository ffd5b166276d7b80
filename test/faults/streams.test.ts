import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import type pg from 'pg'
import { board, choice } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { listenTo } from '../dashboard/stream.ts'
import { newPostgres } from '../database.ts'
import { startService } from '../harness.ts'
import { connect } from '../postgres/query.ts'
import { until } from '../until.ts'

/** A connection of the service that waits for a table. */
const WAITS = "datname = current_database() and application_name = 'soundings' and wait_event_type = 'Lock'"

const database = await newPostgres()
const service = await startService({ database })
after(async () => {
  await service.close()
  await database.drop()
})

test('state that could not be read is sent as soon as it can be [dashboard-events-recover, respondent-events-recover]', async t => {
  const admin = await newAdminClient(service, [choice(), board()])
  const dashboard = await listenAt(admin)
  const page = await listenToPage(admin.id)
  await dashboard.next()
  assert.equal(await page.status(), 'open')
  const holder = await hold(t, 'survey')
  await notifyOf(`${admin.id} survey`)
  for (const _ of ['the dashboard’s reading', 'the page’s']) await until(async () => (await cut(WAITS, 1)) > 0)
  await holder.query(`update survey set status = 'closed', revision = revision + 1; commit`)
  assert.equal((await dashboard.next()).status, 'closed')
  assert.equal(await page.status(), 'closed')
  for (const stream of [dashboard, page]) await stream.end()
})

test('after possibly missed changes the survey and every board are announced [dashboard-events-board]', async () => {
  const admin = await newAdminClient(service, [board(), choice(), board()])
  const path = await newProjectorPath(admin)
  const streams = [await listenAt(admin), await listenTo(service, path)]
  const boards = async () => {
    for (const stream of streams) for (const index of [0, 2]) assert.deepEqual(await stream.event(), { board: index })
  }
  for (const stream of streams) await stream.next()
  await boards()
  assert.equal(await cut("application_name = 'soundings listening'"), 1)
  await boards()
  for (const stream of streams) await stream.changed()
  for (const stream of streams) await stream.end()
})

test('a read that began before a link was made does not end its stream [projector-events]', async t => {
  const admin = await newAdminClient(service, [choice()])
  const dashboard = await listenAt(admin)
  await dashboard.next()
  const holder = await hold(t, 'tally')
  await notifyOf(`${admin.id} responses`)
  await until(async () => (await database.query(`select pid from pg_stat_activity where ${WAITS}`)).length > 0)
  const projector = await listenTo(service, await newProjectorPath(admin))
  await holder.query('commit')
  assert.equal((await projector.next()).status, 'open')
  for (const stream of [dashboard, projector]) await stream.end()
})

function listenAt({ id, adminToken }: AdminClient) {
  return listenTo(service, `/admin/api/${id}/events`, { authorization: `Bearer ${adminToken}` })
}

/** The path of a new projector link's stream. */
async function newProjectorPath(admin: AdminClient): Promise<string> {
  const { url } = (await admin.send('POST', '/projector')).body
  return `/p/api/${`${url}`.slice(-64)}/events`
}

/** Locks a table against everybody else until it commits. */
async function hold(t: TestContext, table: string): Promise<pg.Client> {
  const holder = await connect(database.url)
  t.after(() => holder.end())
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  return holder
}

async function notifyOf(change: string): Promise<void> {
  await database.query("select pg_notify('soundings', $1)", [change])
}

/** @returns how many connections were ended */
async function cut(which: string, most = 100): Promise<number> {
  const others = `datname = current_database() and pid <> pg_backend_pid() and ${which} limit ${most}`
  const ended = await database.query(
    `select pg_terminate_backend(pid, 5000) from (select pid from pg_stat_activity where ${others}) as found`,
  )
  return ended.length
}

/** What respondents are told about a survey’s status. */
async function listenToPage(id: string) {
  const { body } = await fetch(`${service.baseUrl}/s/${id}/events`)
  const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async status(): Promise<string | undefined> {
      for (;;) {
        const [all, status] = /event: survey\n.*\ndata: {"status":"(\w+)"/.exec(text) ?? []
        text = all === undefined ? text : text.slice(text.indexOf(all) + all.length)
        if (status !== undefined) return status
        const { done, value = '' } = await reader.read()
        assert.ok(!done, 'the stream has ended')
        text += value
      }
    },
    end: () => reader.cancel(),
  }
}
