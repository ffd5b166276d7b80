import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { call, startService } from '../harness.ts'

interface Limited {
  readonly path: string
  readonly perPerson: number
  readonly body: string
  /** The response to each request within the limit. */
  readonly status: number
}

const PEOPLE = 5

/** Tests how many requests to a path each person behind an IP address may make in 15 minutes. */
export function limitTest({ path, perPerson, body, status }: Limited) {
  return async (t: TestContext): Promise<void> => {
    const own = await startService({ peoplePerAddress: PEOPLE })
    t.after(() => own.close())
    const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
    const send = () => call(own, 'POST', path, { body, headers: { 'content-type': type } })
    for (let sent = 0; sent < perPerson; sent++) {
      const statuses = await Promise.all(Array.from({ length: PEOPLE }, async () => (await send()).status))
      assert.deepEqual(new Set(statuses), new Set([status]))
    }
    const refused = await send()
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '900'])
    const error_description = 'too many attempts; wait a few minutes'
    assert.deepEqual({ ...refused.body }, { error: 'temporarily_unavailable', error_description })
    own.clock.advance(900_000)
    assert.equal((await send()).status, status)
  }
}
