import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { newPostgres } from '../database.ts'
import { freePort } from '../free-port.ts'
import { call } from '../harness.ts'
import { serve, temporaryFolder } from '../program.ts'
import { ALERT_TESTS, queries, rules } from './monitored.ts'

const METRIC = /\b(?:soundings|nodejs|process)_\w+/g

test('each alert says what happened and what to do, and has a test', () => {
  const tests = readFileSync(ALERT_TESTS, 'utf8')
  for (const { alert, annotations } of rules) {
    assert.ok(annotations.summary.length > 10 && annotations.description.length > 50, alert)
    assert.ok(tests.includes(`ALERTS{alertname="${alert}"`), alert)
  }
})

test('every metric that alerts and dashboard name exists, with its labels', async t => {
  const database = await newPostgres()
  t.after(() => database.drop())
  const urls = { DATABASE_URL: database.url, DATABASE_REPLICA_URL: database.url }
  const onPostgres = await scrape(t, { ...urls, SECRET: 'a secret of this test, of no use' })
  const text = onPostgres + (await scrape(t, {}))
  const expressions = [...rules.map(({ expr }) => expr), ...queries]
  const names = new Set(expressions.flatMap(expr => expr.match(METRIC) ?? []))
  assert.ok(names.size > 10)
  assert.deepEqual(
    [...names].filter(name => !isExported(text, name)),
    [],
  )
  const labelled = expressions.flatMap(labelledIn)
  assert.ok(labelled.length > 10)
  assert.deepEqual(
    labelled.filter(({ name, label }) => !new RegExp(`^${name}\\{(?:.+,)?${label}="`, 'm').test(text)),
    [],
  )
})

/** @returns the metrics of a new server that has answered a request */
async function scrape(t: TestContext, env: Readonly<Record<string, string>>): Promise<string> {
  const port = await freePort()
  const dataDir = temporaryFolder(t)
  const server = await serve(t, [], { dataDir, env: { ...env, METRICS_PORT: String(port) } })
  await call(server, 'GET', '/healthz')
  return (await call({ baseUrl: `http://127.0.0.1:${port}` }, 'GET', '/metrics')).text
}

/** Each metric of an expression with each label that it selects or groups by. Prometheus adds the instance and the job. */
function labelledIn(expr: string): { name: string; label: string }[] {
  const groups = [...expr.matchAll(/ by \(([^)]+)\)/g)].flatMap(([, labels = '']) => labels.split(', '))
  const selected = [...expr.matchAll(/[{,]\s*(\w+)=/g)].map(([, label = '']) => label)
  const labels = new Set([...groups, ...selected]).difference(new Set(['instance', 'job']))
  return (expr.match(METRIC) ?? []).flatMap(name => [...labels].map(label => ({ name, label })))
}

/** Whether a scrape has a metric, or the histogram that a series belongs to. */
function isExported(scrape: string, name: string): boolean {
  const [histogram] = name.split(/_(?:bucket|sum|count)$/)
  return scrape.includes(`# TYPE ${name} `) || scrape.includes(`# TYPE ${histogram} histogram\n`)
}
