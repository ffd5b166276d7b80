import assert from 'node:assert/strict'
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { call } from './harness.ts'
import { damage, installation, withDatabase } from './installation.ts'
import { run, serve } from './program.ts'

interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  readonly remedy: string | null
}

const CHECKS = [
  'node',
  'settings',
  'folder',
  'private',
  'space',
  'server',
  'database',
  'schema',
  'wal',
  'secret',
  'counts',
]

describe('doctor', { concurrency: 4 }, () => {
  test('[cli-doctor] all is well, beside a server that goes on answering, which is said', async t => {
    const { dataDir, json } = installation(t)
    const { token } = await json('account', 'create', 'ada@example.org', '--subscribed', '--token')
    const server = await serve(t, [], { dataDir })
    const body = { title: 'Lunch', questions: [{ type: 'rating', text: 'How good?' }] }
    const { id } = (await call(server, 'POST', '/api/v1/surveys', { token: String(token), body })).body
    const examined = examine(dataDir)
    let [sent, going] = [0, true]
    examined.finally(() => {
      going = false
    })
    for (; going; sent++) {
      const answer = await call(server, 'POST', `/s/${id}/responses`, { body: { answers: [(sent % 10) + 1] } })
      assert.equal(answer.status, 201)
    }
    const { findings, status } = await examined
    assert.deepEqual(
      findings.map(({ check }) => check),
      CHECKS,
    )
    assert.deepEqual([status, findings.filter(({ ok }) => !ok)], [0, []])
    assert.equal(foundBy('server', findings), 'one is running')
    await server.stop()
    const after = await examine(dataDir)
    assert.equal(foundBy('server', after.findings), 'none is running')
    assert.match(foundBy('counts', after.findings), new RegExp(`: 1 of 1 surveys looked at, with ${sent} responses$`))
  })

  test('for people it is one line for each check', async t => {
    const { dataDir, json } = installation(t)
    await json('account', 'list')
    chmodSync(dataDir, 0o755)
    const { status, stdout, stderr } = await run(['doctor'], { dataDir })
    assert.deepEqual([status, stderr], [1, ''])
    const lines = stdout.trimEnd().split('\n')
    assert.equal(lines.length, CHECKS.length)
    assert.ok(lines.includes(`wrong  private     others may read ${dataDir}; chmod go= ${dataDir}`), stdout)
    assert.match(stdout, /^ok {5}node {8}24\./)
  })

  const faults: [what: string, check: string, found: RegExp, make: (dataDir: string) => void][] = [
    ['a folder that others can enter', 'private', /^others may read \S+$/, dataDir => chmodSync(dataDir, 0o750)],
    [
      'a secret that others can read',
      'private',
      /^others may read \S+\/secret$/,
      dataDir => chmodSync(join(dataDir, 'secret'), 0o644),
    ],
    [
      'a file that is no database',
      'database',
      /not a database/,
      dataDir => writeFileSync(join(dataDir, 'soundings.db'), 'none'),
    ],
    ['no database', 'database', /^there is no database in /, dataDir => rmSync(join(dataDir, 'soundings.db'))],
    [
      'a later schema',
      'schema',
      /^9999, this program knows \d+$/,
      dataDir => execute(dataDir, 'insert into migration values (9999)'),
    ],
    ['no secret', 'secret', /^there is none$/, dataDir => rmSync(join(dataDir, 'secret'))],
    [
      'another secret',
      'secret',
      /^it is not the one /,
      dataDir => writeFileSync(join(dataDir, 'secret'), 'x'.repeat(40), { mode: 0o600 }),
    ],
    [
      'one response more than rows',
      'counts',
      /: lunch /,
      dataDir => execute(dataDir, "update survey set response_count = 2 where slug = 'lunch'"),
    ],
    ['a tally too low', 'counts', /: lunch /, dataDir => execute(dataDir, 'update tally set count = 0')],
    [
      'a tally too many',
      'counts',
      /: lunch /,
      dataDir => execute(dataDir, 'insert into tally select survey_id, 0, 7, 1 from tally'),
    ],
    ['a damaged page', 'database', /page/i, dataDir => damage(join(dataDir, 'soundings.db'))],
  ]
  for (const [what, check, found, make] of faults) {
    test(`[cli-doctor] ${what} is wrong, with a remedy, and nothing is made or mended`, async t => {
      const { dataDir } = await surveyed(t)
      make(dataDir)
      const files = readdirSync(dataDir).sort()
      const { findings, status } = await examine(dataDir)
      const wrong = findings.filter(({ ok }) => !ok)
      assert.deepEqual([status, wrong.map(finding => finding.check)], [1, [check]])
      assert.match(wrong[0]?.found ?? '', found)
      assert.match(wrong[0]?.remedy ?? '', /\w{3}/)
      assert.deepEqual(readdirSync(dataDir).sort(), files)
      const again = await examine(dataDir)
      assert.deepEqual(
        again.findings.filter(({ ok }) => !ok),
        wrong,
      )
    })
  }

  test('[cli-doctor] a folder that is not there stays so', async t => {
    const { dataDir } = installation(t)
    const { findings, status } = await examine(dataDir)
    assert.equal(status, 1)
    assert.equal(foundBy('folder', findings), `${dataDir} is not there`)
    assert.equal(existsSync(dataDir), false)
  })

  test('[cli-doctor] mistakes in the settings are all named', async t => {
    const { dataDir } = installation(t)
    const { findings, status } = await examine(dataDir, { PORT: 'x', LOG_LEVEL: 'loud' })
    assert.equal(status, 1)
    const named = findings.filter(({ check }) => check === 'settings').map(({ ok, found }) => [ok, found.split(' ')[0]])
    assert.deepEqual(named, [
      [false, 'PORT'],
      [false, 'LOG_LEVEL'],
    ])
  })

  test('a shared database that cannot be reached is wrong', async t => {
    const { dataDir } = installation(t)
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none', SECRET: 'x'.repeat(40) }
    const { findings, status } = await examine(dataDir, env)
    assert.deepEqual([status, findings.find(({ check }) => check === 'database')?.ok], [1, false])
  })
})

/** An installation with a survey of one response. */
async function surveyed(t: TestContext) {
  const place = installation(t)
  await place.json('account', 'create', 'ada@example.org')
  const questions = `[{"type":"rating","text":"How good?","index":0}]`
  execute(
    place.dataDir,
    `insert into slug values ('lunch');
     insert into survey (account_id, slug, title, status, archived, revision, response_count, last_place, filed_place,
       created_at, admin_nonce, questions)
       select id, 'lunch', 'Lunch', 'open', 0, 1, 1, 1, 0, created_at, '', '${questions}' from account;
     insert into response select id, 1, 'an id', created_at, '[5]' from survey;
     insert into tally select id, 0, 5, 1 from survey`,
  )
  return place
}

async function examine(dataDir: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = await run(['doctor', '--json'], { dataDir, env })
  assert.equal(stderr, '')
  assert.match(stdout, /^[^\n]+\n$/, 'one line')
  return { status, findings: JSON.parse(stdout) as Finding[] }
}

function foundBy(check: string, findings: readonly Finding[]): string {
  return findings.find(finding => finding.check === check)?.found ?? ''
}

function execute(dataDir: string, sql: string): void {
  withDatabase(dataDir, database => database.exec(sql))
}
