import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { ChangePublisher } from '../../src/store/postgres/change-publisher.ts'
import { board, bodyOf, choice, submit } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { listenTo } from '../dashboard/stream.ts'
import { newPostgres, type PostgresDatabase } from '../database.ts'
import { call, type Service, startService } from '../harness.ts'
import { type ChangedItem, listen } from '../pages/event-stream.ts'
import { randomNumbers } from '../random.ts'
import { until } from '../until.ts'

const CHANGES = 25
const BOARDS = [0, 1]
const random = randomNumbers(11)

/**
 * Changes surveys while notifications and the connection for them are lost, until phones and dashboards show what is stored.
 * @returns of each round, the milliseconds from the last loss until all of them showed it
 */
export async function changeDespiteLosses(t: TestContext, rounds: number): Promise<number[]> {
  const { service, other, database } = await startTwo(t)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const admin = await newAdminClient(service, [...BOARDS.map(() => board()), choice()])
    const phones = [await newPhone(service, admin.id), await newPhone(service, admin.id)]
    const dashboard = await newDashboard(service, admin)
    const losing = loseNotifications(t)
    const asked: (readonly [board: number, item: string])[] = []
    for (let change = 0; change < CHANGES; change++) {
      const added = await makeChange(random() < 0.3 ? service : other, admin, asked)
      if (added !== undefined) asked.push(added)
      if (random() < 0.1) phones.push(await newPhone(service, admin.id))
      if (random() < 0.1) await cutListening(database)
      await delay(120 * random())
    }
    losing.restore()
    const since = performance.now()
    const boards = await Promise.all(
      BOARDS.map(async index => [index, shownOf((await readBoard(service, admin.id, index)).items)] as const),
    )
    const { results } = await admin.get()
    await until(
      () =>
        phones.every(phone => boards.every(([index, stored]) => isDeepStrictEqual(phone.shown(index), stored))) &&
        isDeepStrictEqual(dashboard.results(), results),
    )
    times.push(performance.now() - since)
    await Promise.all([...phones, dashboard].map(one => one.end()))
  }
  return times
}

async function startTwo(t: TestContext) {
  const database = await newPostgres()
  const service = await startService({ database, respondentLimit: 0 })
  const other = await startService({ beside: service, respondentLimit: 0 })
  t.after(async () => {
    await other.close()
    await service.close()
    await database.drop()
  })
  return { service, other, database }
}

/** Every third notification is lost, as if its process had ended right after the commit. */
function loseNotifications(t: TestContext) {
  const publish = ChangePublisher.prototype.publish
  return t.mock.method(ChangePublisher.prototype, 'publish', function (this: ChangePublisher, ...changes) {
    if (random() >= 1 / 3) publish.apply(this, changes)
  } satisfies typeof publish).mock
}

async function cutListening({ query }: PostgresDatabase): Promise<void> {
  const listening = "datname = current_database() and application_name = 'soundings listening'"
  await query(`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`)
}

/** @returns the question that was asked, if one was */
async function makeChange(
  service: Service,
  { id, adminToken: token }: AdminClient,
  asked: readonly (readonly [board: number, item: string])[],
) {
  const [index, item] = asked[Math.floor(random() * asked.length)] ?? [0, undefined]
  const kind = random()
  if (item === undefined || kind < 0.35) {
    const onBoard = random() < 0.5 ? 0 : 1
    const sent = await call(service, 'POST', `/s/${id}/board/${onBoard}`, { body: { text: 'Why?' } })
    return [onBoard, bodyOf<{ id: string }>(sent, 201).id] as const
  }
  const vote = () => call(service, 'PUT', `/s/${id}/board/${index}/${item}/vote`, { body: { voter: randomUUID() } })
  const moderate = (state: string) =>
    call(service, 'PATCH', `/admin/api/${id}/board/${index}/${item}`, { token, body: { state } })
  const paint = (theme: string) => call(service, 'PATCH', `/admin/api/${id}`, { token, body: { theme } })
  if (kind < 0.65) await vote()
  else if (kind < 0.75) await moderate(random() < 0.5 ? 'hidden' : 'shown')
  else if (kind < 0.9) await submit(service, id, [null, null, 'Yes'])
  else await paint(random() < 0.5 ? 'ocean' : 'rose')
  return undefined
}

/** A phone’s view of the boards. It reads a board when an event names it, and applies the changes in events. */
async function newPhone(service: Service, id: string) {
  const stream = await listen(service, id)
  const boards = new Map<number, Map<string, string>>()
  const apply = async ({ index, items, removed = [] }: Awaited<ReturnType<typeof stream.next>>) => {
    if (index === undefined) return
    if (items === undefined) boards.set(index, shownOf((await readBoard(service, id, index)).items))
    const shown = boards.get(index)
    for (const [item, text] of shownOf(items ?? [])) shown?.set(item, text)
    for (const item of removed) shown?.delete(item)
  }
  const reading = (async () => {
    for (;;) await apply(await stream.next())
  })().catch(() => undefined)
  return {
    shown: (index: number) => boards.get(index),
    end: () => stream.end().then(() => reading),
  }
}

async function newDashboard(service: Service, { id, adminToken }: AdminClient) {
  const stream = await listenTo(service, `/admin/api/${id}/events`, { authorization: `Bearer ${adminToken}` })
  let latest: unknown
  const reading = (async () => {
    for (;;) latest = (await stream.next()).results
  })().catch(() => undefined)
  return { results: () => latest, end: () => stream.end().then(() => reading) }
}

async function readBoard(service: Service, id: string, index: number) {
  return bodyOf<{ items: ChangedItem[] }>(await call(service, 'GET', `/s/${id}/board/${index}`))
}

function shownOf(items: readonly ChangedItem[]): Map<string, string> {
  return new Map(items.map(({ id, votes, answered }) => [id, `${votes} ${answered}`]))
}
