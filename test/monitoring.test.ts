import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parse, stringify } from 'yaml'
import { newPostgres } from './database.ts'
import { freePort } from './free-port.ts'
import { call } from './harness.ts'
import { reportMissing } from './missing-program.ts'
import { serve, temporaryFolder } from './program.ts'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string; readonly description: string }
}

const root = join(import.meta.dirname, '..')
const ALERTS = join(root, 'deploy/alerts.yaml')
const ALERT_TESTS = join(root, 'test/alert-rules.yaml')
const rules: readonly Rule[] = parse(readFileSync(ALERTS, 'utf8')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)
const dashboard = JSON.parse(readFileSync(join(root, 'deploy/grafana-dashboard.json'), 'utf8'))
const queries: readonly string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
  targets.map(({ expr }) => expr),
)
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

if (spawnSync('promtool', ['--version']).status === 0) {
  test('each alert fires when it should, and not otherwise', () => {
    execFileSync('promtool', ['test', 'rules', ALERT_TESTS], { stdio: 'pipe' })
  })

  test('Prometheus accepts the alerts and the queries of the dashboard', t => {
    const file = join(temporaryFolder(t), 'queries.yaml')
    const recorded = queries.map((expr, index) => ({
      record: `query:${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }))
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: recorded }] }))
    execFileSync('promtool', ['check', 'rules', ALERTS, file], { stdio: 'pipe' })
  })
} else reportMissing('alerts and dashboard in Prometheus', 'Install prometheus, which has promtool.')

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
