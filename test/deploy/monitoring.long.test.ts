import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { stringify } from 'yaml'
import { reportMissing } from '../missing-program.ts'
import { temporaryFolder } from '../program.ts'
import { ALERT_TESTS, ALERTS, queries } from './monitored.ts'

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
