import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { Requests } from './requests.ts'

test('durations are counted in their buckets, and all paths without a route count as one [metrics-anonymous]', async () => {
  const registry = new Registry()
  const requests = new Requests(registry)
  for (const milliseconds of [1, 1.5, 30, 60_000]) requests.answered('GET', '/s/:slug', 200, milliseconds)
  requests.answered('POST', undefined, 404, 2)
  const lines = (await registry.metrics()).split('\n')
  const bucketsOf = (route: string) =>
    lines.flatMap(
      line => new RegExp(`_bucket\\{le="(.*)",route="${route}"\\} (\\d+)$`).exec(line)?.slice(1).join(' ') ?? [],
    )
  assert.deepEqual(
    bucketsOf('/s/:slug'),
    '0.001 1,0.0025 2,0.005 2,0.01 2,0.025 2,0.05 3,0.1 3,0.25 3,0.5 3,1 3,2.5 3,5 3,10 3,+Inf 4'.split(','),
  )
  assert.equal(bucketsOf('unknown').length, 14)
  assert.ok(lines.includes('soundings_http_request_duration_seconds_sum{route="/s/:slug"} 60.0325'))
  assert.ok(lines.includes('soundings_http_requests_total{method="POST",route="unknown",status="404"} 1'))
})
