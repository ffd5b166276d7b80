import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newPostgres } from '../database.ts'
import { startServer, temporaryFolder } from '../faults/server.ts'
import { SECRET, startWithSurvey, Writers } from '../faults/writers.ts'
import { freePort } from '../free-port.ts'
import { reportMissing } from '../missing-program.ts'
import { run } from '../program.ts'
import { until } from '../until.ts'

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
const FILE = join(import.meta.dirname, '../../deploy/grafana-dashboard.json')
const { panels, templating } = JSON.parse(readFileSync(FILE, 'utf8'))

if (spawnSync('prometheus', ['--version']).status === 0) {
  const prometheus = await startPrometheus([await startInUse(), await startEmbedded()])

  test('the dashboard offers the job to choose', async () => {
    const [, job] = templating.list
    assert.equal(job.query, 'label_values(soundings_build_info, job)')
    await until(async () => (await prometheus<string[]>('label/job/values?match[]=soundings_build_info')).includes(JOB))
  })

  for (const { title, targets } of panels as readonly Panel[])
    test(`the panel "${title}" shows values of a server in use, with the labels of its legend`, async () => {
      for (const { expr, legendFormat } of targets) {
        const labels = Array.from(legendFormat.matchAll(/\{\{(\w+)\}\}/g), ([, label = '']) => label)
        for (const { metric } of await valuesOf(expr, prometheus))
          for (const label of labels) assert.ok(label in metric, `${expr} has no ${label}`)
      }
    })
} else reportMissing('the dashboard in Prometheus', 'Install prometheus.')

/** Waits for values: a rate needs two scrapes of its metric. */
async function valuesOf(expr: string, prometheus: Prometheus): Promise<readonly Series[]> {
  const query = expr.replaceAll('$__rate_interval', '10s').replaceAll('$job', JOB)
  let series: readonly Series[] = []
  await until(async () => {
    const path = `query?query=${encodeURIComponent(query)}`
    series = (await prometheus<{ result: readonly Series[] }>(path)).result
    return series.some(({ value: [, value] }) => Number.isFinite(Number(value)))
  })
  return series
}

/** A server on the embedded database. @returns the port of its metrics */
async function startEmbedded(): Promise<number> {
  const metricsPort = await freePort()
  const server = await startServer({ dataDir: temporaryFolder(), env: { METRICS_PORT: String(metricsPort) } })
  after(async () => void (await server.stop('SIGTERM')))
  return metricsPort
}

/**
 * A server on PostgreSQL that somebody watches, of which a backup was recorded, and that responses are sent to all the time.
 * @returns the port of its metrics
 */
async function startInUse(): Promise<number> {
  const database = await newPostgres()
  const metricsPort = await freePort()
  const { server, survey } = await startWithSurvey({
    DATABASE_URL: database.url,
    DATABASE_REPLICA_URL: database.url,
    SECRET,
    METRICS_PORT: String(metricsPort),
  })
  assert.equal((await run(['backup', '--record'], survey)).status, 0)
  const watcher = new AbortController()
  const writers = new Writers(() => server.baseUrl, survey.slug)
  after(async () => {
    await writers.finish()
    watcher.abort()
    await server.stop('SIGTERM')
    await database.drop()
  })
  await fetch(`${server.baseUrl}/s/${survey.slug}/events`, { signal: watcher.signal })
  await writers.writeFor(0)
  return metricsPort
}

async function startPrometheus(metricsPorts: readonly number[]): Promise<Prometheus> {
  const folder = temporaryFolder()
  const config = join(folder, 'prometheus.yaml')
  const targets = metricsPorts.map(port => `127.0.0.1:${port}`)
  const scrape = { job_name: JOB, static_configs: [{ targets }] }
  writeFileSync(config, JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: [scrape] }))
  const address = `127.0.0.1:${await freePort()}`
  const words = [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`]
  const child = spawn('prometheus', words, { stdio: 'ignore' })
  after(() => void child.kill('SIGKILL'))
  await until(async () => (await fetch(`http://${address}/-/ready`).catch(() => undefined))?.ok === true)
  return async <Data>(path: string): Promise<Data> => {
    const reply = await fetch(`http://${address}/api/v1/${path}`)
    assert.equal(reply.status, 200, path)
    return ((await reply.json()) as { data: Data }).data
  }
}
