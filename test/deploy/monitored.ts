import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string; readonly description: string }
}

const root = join(import.meta.dirname, '../..')
export const ALERTS = join(root, 'deploy/alerts.yaml')
export const ALERT_TESTS = join(root, 'test/deploy/alert-rules.yaml')
/** The alerts of deploy/alerts.yaml. */
export const rules: readonly Rule[] = parse(readFileSync(ALERTS, 'utf8')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)
const dashboard = JSON.parse(readFileSync(join(root, 'deploy/grafana-dashboard.json'), 'utf8'))
/** The queries of deploy/grafana-dashboard.json. */
export const queries: readonly string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
  targets.map(({ expr }) => expr),
)
