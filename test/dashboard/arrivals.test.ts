import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { choice, kept, type Row } from '../api/fixtures.ts'
import { type Service, startService } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'

interface Arrivals {
  readonly arrivals: readonly { readonly at: string; readonly count: number }[]
}

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('[dashboard-arrivals] no points without responses, nor after all were removed', async () => {
  const admin = await newAdminClient(service, [choice()])
  assert.deepEqual(await admin.get('/arrivals'), { arrivals: [] })
  const [row] = await keepMany(admin, 1)
  assert.deepEqual(await admin.get('/arrivals'), { arrivals: [{ at: row?.submitted_at, count: 1 }] })
  await remove(admin, row)
  assert.deepEqual(await admin.get('/arrivals'), { arrivals: [] })
})

test('[dashboard-arrivals] every one of a few responses, with removed ones counted', async () => {
  const admin = await newAdminClient(service, [choice()])
  const rows = await keepMany(admin, 6)
  for (const at of [0, 2, 5]) await remove(admin, rows[at])
  const points = [1, 3, 4].map(at => ({ at: rows[at]?.submitted_at, count: at + 1 }))
  assert.deepEqual(await admin.get('/arrivals'), { arrivals: points })
})

test('[dashboard-arrivals] 61 of many, the first and the last remaining ones included', async () => {
  const admin = await newAdminClient(service, [choice()])
  const rows = await keepMany(admin, 200)
  const gone = [0, 1, 2, 3, 4, 50, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 199]
  for (const at of gone) await remove(admin, rows[at])
  const { arrivals } = await admin.get<Arrivals>('/arrivals')
  assert.ok(arrivals.length > 50 && arrivals.length <= 61, `${arrivals.length} points`)
  assert.deepEqual([arrivals[0]?.count, arrivals.at(-1)?.count], [6, 199])
  const counts = arrivals.map(({ count }) => count)
  assert.deepEqual(
    counts,
    [...new Set(counts)].sort((a, b) => a - b),
  )
  for (const { at, count } of arrivals) {
    assert.equal(at, rows[count - 1]?.submitted_at)
    assert.ok(!gone.includes(count - 1), `${count} is removed`)
  }
})

test('[dashboard-arrivals] a clock set back changes times but not the order', async () => {
  const admin = await newAdminClient(service, [choice()])
  const before = await keepMany(admin, 2)
  service.clock.advance(-3_600_000)
  const rows = [...before, ...(await keepMany(admin, 2))]
  const { arrivals } = await admin.get<Arrivals>('/arrivals')
  assert.deepEqual(
    arrivals,
    rows.map(({ submitted_at }, at) => ({ at: submitted_at, count: at + 1 })),
  )
  assert.ok((arrivals[2]?.at ?? '') < (arrivals[1]?.at ?? ''))
})

/** Kept one after the other, a second apart. */
async function keepMany({ id }: AdminClient, count: number): Promise<Row[]> {
  const rows: Row[] = []
  while (rows.length < count) {
    service.clock.advance(1_000)
    rows.push(await kept(service, id, ['Yes']))
  }
  return rows
}

async function remove(admin: AdminClient, row: Row | undefined): Promise<void> {
  assert.equal((await admin.send('DELETE', `/responses/${row?.id}`)).status, 204)
}
