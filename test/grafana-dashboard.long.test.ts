import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { newPostgres } from './database.ts'
import { temporaryFolder } from './faults/server.ts'
import { SECRET, startWithSurvey, Writers } from './faults/writers.ts'
import { freePort } from './free-port.ts'
import { reportMissing } from './missing-program.ts'
import { until } from './until.ts'

interface Panel {
  readonly title: string
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
}

interface Series {
  readonly metric: Readonly<Record<string, string>>
  readonly value: readonly [time: number, value: string]
}

/** Asks the API of Prometheus for the data at a path. */
type Prometheus = <Data>(path: string) => Promise<Data>

const JOB = 'soundings'
/** Only a curve that will never be there takes so long, in milliseconds. */
const WAIT_MS = 60_000
const POLL_MS = 200
const FILE = join(import.meta.dirname, '../deploy/grafana-dashboard.json')
const { panels, templating } = JSON.parse(readFileSync(FILE, 'utf8'))

if (spawnSync('prometheus', ['--version']).status === 0)
  test('every panel of the dashboard has a curve, with its name, of a server that is in use', async t => {
    const { metricsPort, stop } = await startInUse(t)
    const prometheus = await startPrometheus(t, metricsPort)
    const [, job] = templating.list
    assert.equal(job.query, 'label_values(soundings_build_info, job)')
    await until(async () => (await prometheus<string[]>('label/job/values?match[]=soundings_build_info')).includes(JOB))
    for (const { title, targets } of panels as readonly Panel[])
      for (const { expr, legendFormat } of targets) {
        const query = expr.replaceAll('$__rate_interval', '10s').replaceAll('$job', JOB)
        const series = await curves(query, prometheus)
        const labels = Array.from(legendFormat.matchAll(/\{\{(\w+)\}\}/g), ([, label = '']) => label)
        for (const { metric } of series)
          assert.ok(
            labels.every(label => label in metric),
            `${title}: ${legendFormat}`,
          )
      }
    await stop()
  })
else reportMissing('the dashboard in Prometheus', 'Install prometheus.')

/** Resolves when a query gives numbers: a rate needs two readings of its metric. */
async function curves(query: string, prometheus: Prometheus): Promise<readonly Series[]> {
  for (const end = Date.now() + WAIT_MS; ; await delay(POLL_MS)) {
    const { result } = await prometheus<{ result: readonly Series[] }>(`query?query=${encodeURIComponent(query)}`)
    if (result.some(({ value: [, value] }) => Number.isFinite(Number(value)))) return result
    assert.ok(Date.now() < end, `${query} gives ${JSON.stringify(result)}`)
  }
}

/** A server on PostgreSQL that somebody watches, and that answers are sent to all the time. */
async function startInUse(t: TestContext) {
  const database = await newPostgres()
  const metricsPort = await freePort()
  const { server, survey } = await startWithSurvey({
    DATABASE_URL: database.url,
    DATABASE_REPLICA_URL: database.url,
    SECRET,
    METRICS_PORT: String(metricsPort),
  })
  const watcher = new AbortController()
  t.after(async () => {
    watcher.abort()
    await server.stop('SIGTERM')
    await database.drop()
  })
  await fetch(`${server.baseUrl}/s/${survey.slug}/events`, { signal: watcher.signal })
  const writers = new Writers(() => server.baseUrl, survey.slug)
  await writers.writeFor(0)
  return { metricsPort, stop: () => writers.finish() }
}

async function startPrometheus(t: TestContext, metricsPort: number): Promise<Prometheus> {
  const folder = temporaryFolder()
  const config = join(folder, 'prometheus.yaml')
  const scrape = { job_name: JOB, static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }
  writeFileSync(config, JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: [scrape] }))
  const address = `127.0.0.1:${await freePort()}`
  const words = [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`]
  const child = spawn('prometheus', words, { stdio: 'ignore' })
  t.after(() => child.kill('SIGKILL'))
  await until(async () => (await fetch(`http://${address}/-/ready`).catch(() => undefined))?.ok === true)
  return async <Data>(path: string): Promise<Data> => {
    const reply = await fetch(`http://${address}/api/v1/${path}`)
    assert.equal(reply.status, 200, path)
    return ((await reply.json()) as { data: Data }).data
  }
}
