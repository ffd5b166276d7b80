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

test('no points without responses, nor after all were removed [dashboard-arrivals]', async () => {
  const admin = await newAdminClient(service, [choice()])
  assert.deepEqual(await admin.get('/arrivals'), { arrivals: [] })
  const [row] = await keepMany(admin, 1)
  assert.deepEqual(await admin.get('/arrivals'), { arrivals: [{ at: minuteOf(row), count: 1 }] })
  await remove(admin, row)
  assert.deepEqual(await admin.get('/arrivals'), { arrivals: [] })
})

test('every one of a few responses, with removed ones counted [dashboard-arrivals]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const rows = await keepMany(admin, 6)
  for (const at of [0, 2, 5]) await remove(admin, rows[at])
  const points = [1, 3, 4].map(at => ({ at: minuteOf(rows[at]), count: at + 1 }))
  assert.deepEqual(await admin.get('/arrivals'), { arrivals: points })
})

test('61 of many, including the first and the last remaining ones [dashboard-arrivals]', async () => {
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
    assert.equal(at, minuteOf(rows[count - 1]))
    assert.ok(!gone.includes(count - 1), `${count} is removed`)
  }
})

test('the responses of one minute are one point, with their count at its end [dashboard-arrivals, dashboard-times-minute]', async () => {
  const admin = await newAdminClient(service, [choice()])
  service.clock.advance(60_000 - (service.clock.now() % 60_000))
  const rows = await keepMany(admin, 7, 13_400)
  assert.deepEqual(await admin.get('/arrivals'), {
    arrivals: [
      { at: minuteOf(rows[0]), count: 4 },
      { at: minuteOf(rows[4]), count: 7 },
    ],
  })
})

test('a clock set back changes times but not the order [dashboard-arrivals]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const before = await keepMany(admin, 2)
  service.clock.advance(-3_600_000)
  const rows = [...before, ...(await keepMany(admin, 2))]
  const { arrivals } = await admin.get<Arrivals>('/arrivals')
  assert.deepEqual(
    arrivals,
    rows.map((row, at) => ({ at: minuteOf(row), count: at + 1 })),
  )
  assert.ok((arrivals[2]?.at ?? '') < (arrivals[1]?.at ?? ''))
})

/** Stored in sequence, about a minute apart. */
async function keepMany({ id }: AdminClient, count: number, apart = 60_017): Promise<Row[]> {
  const rows: Row[] = []
  while (rows.length < count) {
    service.clock.advance(apart)
    rows.push(await kept(service, id, ['Yes']))
  }
  return rows
}

/** The minute of a response’s arrival, as shown on a dashboard. */
function minuteOf(row: Row | undefined): string {
  return `${row?.submitted_at.slice(0, 16)}:00.000Z`
}

async function remove(admin: AdminClient, row: Row | undefined): Promise<void> {
  assert.equal((await admin.send('DELETE', `/responses/${row?.id}`)).status, 204)
}
