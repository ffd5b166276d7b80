import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../program.ts'

const root = join(import.meta.dirname, '../..')

/** The part of the output of `depcruise --output-type json` that we read. */
interface Report {
  readonly summary: {
    readonly violations: readonly {
      readonly from: string
      readonly to: string
      readonly rule: { readonly name: string }
    }[]
  }
}

/** By path, the imports of a file, and the rules that it breaks. What is imported and not listed is an empty file. */
const files: readonly [path: string, imports: string, ...rules: string[]][] = [
  ['src/domain/slug.ts', "import 'node:crypto'", 'domain-has-no-packages'],
  ['src/domain/title.ts', "import fc from 'fast-check'", 'domain-has-no-packages'],
  ['src/domain/edit.ts', "import type { Store } from '../store/store.ts'", 'domain-imports'],
  ['src/domain/edit.test.ts', "import 'node:fs'", 'domain-tests-have-few-packages'],
  ['src/domain/slug.test.ts', "import 'node:test'\nimport fc from 'fast-check'\nimport './slug.ts'"],
  ['src/store/surveys.ts', "import type { Access } from '../service/access.ts'", 'store-imports'],
  ['src/store/tables.ts', "export { survey } from '../api/serialize.ts'", 'store-imports'],
  ['src/store/boards.ts', "import 'kysely'\nimport 'node:sqlite'\nimport '../domain/board.ts'"],
  [
    'src/store/group.ts',
    "import { Counter } from 'prom-client'",
    'loaded-on-first-use',
    'prom-client-stays-in-its-folders',
  ],
  ['src/service/surveys.ts', "import type { Kysely } from 'kysely'", 'kysely-stays-in-its-folders'],
  ['src/service/boards.ts', "const { Client } = await import('pg')", 'pg-stays-in-its-folders'],
  ['src/service/change-feed.ts', "import { DatabaseSync } from 'node:sqlite'", 'sqlite-stays-in-its-folders'],
  ['src/service/keys.ts', "type Request = import('fastify').FastifyRequest", 'fastify-stays-in-its-folders'],
  ['src/service/words.ts', "import { config } from '../config.ts'", 'service-imports'],
  ['src/transport/errors.ts', "import { Keys } from '../service/secrets.ts'", 'transport-imports'],
  ['src/transport/bodies/body.ts', "import { frame } from '../../html/frame.ts'", 'transport-imports'],
  ['src/html/page.ts', "import proxy from '@fastify/proxy-addr'", 'fastify-stays-in-its-folders'],
  ['src/api/routes.ts', "import { Store } from '../store/store.ts'", 'api-imports'],
  ['src/api/me.ts', "import { form } from '../pages/form.ts'", 'api-imports'],
  [
    'src/docs/guide.ts',
    "import { EXAMPLES } from '../api/examples.ts'\nimport { survey } from '../api/serialize.ts'",
    'docs-imports',
  ],
  ['src/pages/surveys/survey.ts', "import { Question } from '../../api/contract.ts'", 'pages-imports'],
  ['src/pages/export.ts', "import { stringify } from 'csv-stringify/sync'", 'csv-stringify-stays-in-its-folders'],
  ['src/dashboard/events.ts', "import { authenticate } from '../api/authenticate.ts'", 'dashboard-imports'],
  ['src/dashboard/exports/csv.ts', "import { survey } from '../../api/serialize.ts'\nimport 'csv-stringify'"],
  ['src/metrics/metrics.ts', "import { Store } from '../store/store.ts'", 'metrics-imports'],
  ['src/app.ts', "import { startService } from '../test/harness.ts'", 'assembly-imports'],
  ['src/cli.ts', "import fastify from 'fastify'", 'fastify-stays-in-its-folders'],
  ['src/cli/remote.ts', "await import('../../clients/typescript/src/client.ts')\nawait import('yaml')"],
  ['src/cli/file.ts', "import { parse } from 'yaml'", 'loaded-on-first-use'],
  ['src/oauth/consent.ts', "import './client-metadata.ts'", 'loaded-on-first-use'],
  ['src/outbound/smtp.ts', "import { createTransport } from 'nodemailer'", 'loaded-on-first-use'],
  ['src/outbound/stripe.ts', "import type { Stripe } from 'stripe'\nawait import('stripe')"],
  ['src/installation.ts', "await import('../clients/typescript/src/client.ts')", 'commands-import-the-client'],
  ['clients/typescript/src/client.ts', "import 'openapi-fetch'\nimport './errors.ts'"],
  ['clients/typescript/src/clock.ts', "import 'node:timers'", 'clients-stand-alone'],
  ['clients/typescript/src/rules.ts', "import '../../../src/domain/slug.ts'", 'clients-stand-alone'],
  ['src/cli/list.ts', "import { serve } from '../main.ts'", 'commands-load-no-server'],
  ['src/cli/serve.ts', "const { serve } = await import('../main.ts')"],
  ['src/lib/words.ts', "import '../domain/word.ts'", 'no-unknown-folder'],
  ['src/main.ts', "import { gone } from './gone.ts'", 'no-missing-file'],
  ['web/ui/form.tsx', "import { body } from '../../src/transport/form.ts'", 'web-imports'],
  ['web/ui/list.tsx', "import { Me } from '../../src/api/contract.ts'", 'web-imports-types-only'],
  ['web/ui/page.tsx', "import type { Me } from '../../src/api/contract.ts'\nimport '../../src/domain/rule.ts'"],
  ['src/theme/a.ts', "import { b } from './b.ts'", 'no-cycles'],
  ['src/theme/b.ts', "import type { A } from './c.ts'"],
  ['src/theme/c.ts', "import { a } from './a.ts'"],
]

test('the import table is enforced and cycles are refused, even of types', t => {
  const folder = temporaryFolder(t)
  for (const [path, imports] of files) {
    for (const [, imported = ''] of imports.matchAll(/'([^']*)'/g)) {
      if (imported.startsWith('.')) write(folder, join(dirname(path), imported), '')
      else if (!imported.startsWith('node:')) write(folder, join('node_modules', imported, 'index.js'), '')
    }
  }
  for (const [path, imports] of files) write(folder, path, imports)
  const found = violations(folder).map(({ from, rule }) => `${from}: ${rule.name}`)
  const expected = files.flatMap(([path, , ...rules]) => rules.map(rule => `${path}: ${rule}`))
  assert.deepEqual(found.sort(), expected.sort())
})

function write(folder: string, path: string, text: string): void {
  if (path.endsWith('gone.ts')) return
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function violations(folder: string): Report['summary']['violations'] {
  const program = join(root, 'node_modules/.bin/depcruise')
  const words = ['--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json', 'src', 'web', 'clients']
  const { stdout } = spawnSync(process.execPath, [program, ...words], { cwd: folder, encoding: 'utf8' })
  return (JSON.parse(stdout) as Report).summary.violations
}
