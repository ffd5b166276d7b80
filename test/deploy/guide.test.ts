import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { run, temporaryFolder } from '../program.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const GUIDES = ['deploy/README.md', ...globSync('docs/operating/*.md', { cwd: root }).sort()]
const BLOCKS = GUIDES.flatMap(path =>
  [...read(path).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => ({ path, commands })),
)

/** Where each block of commands is run, by a text in it. */
const TESTED: readonly [text: string, test: string][] = [
  ['useradd', 'test/deploy/systemd.long.test.ts'],
  ['BACKUP_COPY', 'test/deploy/systemd.long.test.ts'],
  ['version=0.2.0', 'test/deploy/systemd.long.test.ts'],
  ['soundings restore', 'test/deploy/systemd.long.test.ts'],
  ['helm install', 'test/deploy/chart.long.test.ts'],
  ['pg_basebackup', 'test/postgres/restore-drill.long.test.ts'],
  ['pg_restore', 'test/postgres/restore-drill.long.test.ts'],
]
/** Why others are not run. */
const NOT_RUN: readonly [text: RegExp, reason: string][] = [
  [/^docker build/, 'Docker does not run here. A linter reads the Dockerfile in test/deploy/chart.long.test.ts.'],
  [
    /docker compose/,
    'Docker does not run here. The files are validated in test/deploy/deploy.test.ts, the commands below.',
  ],
  [/^systemctl restart soundings@3001/, 'The same command for other units.'],
  [/^systemctl enable --now soundings@|\/etc\/soundings\/secret/, 'The same commands for other units.'],
  [/^PGHOST|PGPASSWORD/, 'Settings. test/postgres/restore-drill.long.test.ts runs the script with them.'],
  [/^(SMTP_URL|OIDC_ISSUER|BILLING)=/, 'Settings, not commands. The test of settings reads them below.'],
  [
    /^npm ci|^mkdir|^cd release/,
    'test/packaging/artifacts.long.test.ts makes the files of a release and starts them on an empty machine.',
  ],
]

describe('the guides for operators', () => {
  test('every block of commands is run by a test, or has a reason why not', () => {
    const unknown = BLOCKS.filter(
      ({ commands }) =>
        !TESTED.some(([text]) => commands.includes(text)) && !NOT_RUN.some(([text]) => text.test(commands.trim())),
    )
    assert.deepEqual(unknown, [])
    for (const [text, file] of TESTED) {
      assert.ok(
        BLOCKS.some(({ commands }) => commands.includes(text)),
        text,
      )
      assert.ok(read(file).includes(text), `${file} runs ${text}`)
    }
    for (const [text] of NOT_RUN)
      assert.ok(
        BLOCKS.some(({ commands }) => text.test(commands.trim())),
        String(text),
      )
  })

  test('name commands that exist', async t => {
    const { stdout } = await run(['--help'], { dataDir: temporaryFolder(t) })
    const known = [...stdout.matchAll(/^ {2}([a-z]+(?:-[a-z]+)*(?: [a-z|-]+)?)/gm)].map(([, words = '']) => words)
    const named = GUIDES.flatMap(path => [
      ...read(path).matchAll(
        /(?:`|^ *|server-1 )soundings ((?:account|jobs|token|survey|secret|subscription) [a-z-]+|[a-z]+)/gm,
      ),
    ])
    assert.ok(named.length > 20)
    for (const [, words = ''] of named)
      assert.ok(
        known.some(one => one === words || one.startsWith(`${words} `)),
        words,
      )
  })

  test('contain only settings that the program accepts', async t => {
    const blocks = BLOCKS.map(({ commands }) => commands).filter(commands =>
      /^(SMTP_URL|OIDC_ISSUER|BILLING)=/.test(commands),
    )
    assert.equal(blocks.length, 3)
    const example = read('deploy/settings.example').replace(/^#(?=[A-Z])/gm, '')
    assert.match(example, /^SIGNUP=invite$/m)
    for (const text of [example, ...blocks]) {
      const folder = temporaryFolder(t)
      const file = join(folder, 'settings')
      writeFileSync(file, text.replaceAll('…', 'x').replace('/var/lib/soundings', folder))
      const outcome = await run(['account', 'list'], { dataDir: folder, env: { SETTINGS_FILE: file } })
      assert.deepEqual([outcome.status, outcome.stderr], [0, ''], text)
    }
  })

  test('name only services in the Compose files', () => {
    const commands = BLOCKS.flatMap(({ commands }) => commands.match(/docker compose .*/g) ?? [])
    assert.ok(commands.length > 5)
    for (const command of commands) {
      const [, file = ''] = /--file (deploy\/[\w.]+)/.exec(command) ?? []
      const services = Object.keys(parse(read(file)).services)
      const named = /(?:exec|run|up)(?: --[\w-]+)*(?: ([a-z][\w-]*))?/.exec(command)?.[1]
      if (named !== undefined) assert.ok(services.includes(named), command)
    }
  })
})
