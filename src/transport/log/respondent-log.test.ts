import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RESPONDENT_LOG_MS } from '../limits.ts'
import { RespondentLog } from './respondent-log.ts'

test('requests are logged once a minute as numbers, ordered by name', t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const lines: object[] = []
  const log = new RespondentLog({ info: (line: object) => void lines.push(line) })
  const vote = { method: 'PUT', route: '/s/:slug/board/:index/:item/vote', status: 200 }
  const response = { method: 'POST', route: '/s/:slug/responses', status: 201 }
  const page = { method: 'GET', route: '/s/:slug', status: 200 }
  for (const request of [response, vote, page, response]) log.count(request)
  assert.deepEqual(lines, [])
  t.mock.timers.tick(RESPONDENT_LOG_MS)
  const first = [
    { ...page, requests: 1 },
    { ...vote, requests: 1 },
    { ...response, requests: 2 },
  ]
  assert.deepEqual(lines, first)
  log.count(vote)
  log.close()
  t.mock.timers.tick(2 * RESPONDENT_LOG_MS)
  assert.deepEqual(lines, [...first, { ...vote, requests: 1 }])
})
