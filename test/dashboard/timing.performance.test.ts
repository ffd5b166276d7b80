import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { median } from '../../bench/rounds.ts'
import { choice } from '../api/fixtures.ts'
import { expectFigure } from '../figure.ts'
import { call, type Service, startService } from '../harness.ts'
import { scaled } from '../scale.ts'
import { newAdminClient } from './admin-client.ts'
import { everyRoute } from './routes.ts'

/** Calls of each kind and route. */
const CALLS = scaled({ long: 200, release: 2_000 })
const WARMING = 50
/** The largest accepted difference between medians, in milliseconds. */
const MAX_DIFFERENCE_MS = 0.2
/** A difference counts if it shows in most of three rounds; other load on the machine may cause one. */
const MOST = 2

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

for (const { method, path } of await everyRoute()) {
  test(`the time of ${method} ${path} reveals neither an existing survey nor a nearly right token [dashboard-foreign-same-time]`, async t => {
    const admin = await newAdminClient(service, [choice()])
    const other = await newAdminClient(service, [choice()])
    const missing = `${admin.id.slice(0, -1)}${admin.id.endsWith('x') ? 'y' : 'x'}`
    const kinds: readonly Kind[] = [
      [admin.id, randomUUID()],
      [admin.id, other.adminToken],
      [missing, admin.adminToken],
    ]
    const rounds: Round[] = []
    const even = () => rounds.filter(round => difference(round) <= MAX_DIFFERENCE_MS).length
    do rounds.push(await measure(method, path, kinds))
    while (Math.max(even(), rounds.length - even()) < MOST)
    const shown = rounds.map(({ medians }) => medians.map(time => time.toFixed(3)).join(' / '))
    expectFigure(t, {
      subject: `${method} ${path} of a foreign and of a missing survey, difference in time`,
      measured: `medians ${shown.join(', ')} ms`,
      // On the side of the bound where most rounds are.
      value: median(rounds.map(difference)),
      gate: { sign: '≤', limit: MAX_DIFFERENCE_MS, unit: 'ms' },
    })
  })
}

type Kind = readonly [slug: string, token: string]

interface Round {
  /** Of each kind, in milliseconds. */
  readonly medians: readonly number[]
}

async function measure(method: string, path: string, kinds: readonly Kind[]): Promise<Round> {
  const times: number[][] = kinds.map(() => [])
  for (let n = -WARMING; n < CALLS; n++) {
    // In turn, each equally often first, so that other load on the machine affects all of them.
    for (const at of kinds.keys()) {
      const kind = (at + n + WARMING) % kinds.length
      const [slug, token] = kinds[kind] ?? ['', '']
      const time = await timeOf(method, `/admin/api/${slug}${path}`, token)
      if (n >= 0) times[kind]?.push(time)
    }
  }
  return { medians: times.map(median) }
}

function difference({ medians }: Round): number {
  return Math.max(...medians) - Math.min(...medians)
}

async function timeOf(method: string, path: string, token: string): Promise<number> {
  const startedAt = performance.now()
  const { status } = await call(service, method, path, { token })
  const time = performance.now() - startedAt
  assert.equal(status, 404)
  return time
}
