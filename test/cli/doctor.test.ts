import assert from 'node:assert/strict'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { startIssuer } from '../account/issuer.ts'
import { call } from '../harness.ts'
import { damage, installation, withDatabase } from '../installation.ts'
import { run, serve } from '../program.ts'

interface CheckResult {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  readonly remedy: string | null
}

const CHECKS = [
  'node',
  'settings',
  'pages',
  'port',
  'folder',
  'private',
  'space',
  'server',
  'database',
  'schema',
  'wal',
  'secret',
  'counts',
  'storage',
  'clock',
  'jobs',
  'backup',
  'billing',
]

describe('doctor', { concurrency: 4 }, () => {
  test('every check passes beside a running server, which keeps answering [cli-doctor]', async t => {
    const { dataDir, json } = installation(t)
    const { token } = await json('account', 'create', 'ada@example.org', '--subscribed', '--token')
    const server = await serve(t, [], { dataDir })
    const body = { title: 'Lunch', questions: [{ type: 'rating', text: 'How good?' }] }
    const { id } = (await call(server, 'POST', '/api/v1/surveys', { token: String(token), body })).body
    const running = runDoctor(dataDir)
    let [sent, going] = [0, true]
    running.finally(() => {
      going = false
    })
    for (; going; sent++) {
      const answer = await call(server, 'POST', `/s/${id}/responses`, { body: { answers: [(sent % 10) + 1] } })
      assert.equal(answer.status, 201)
    }
    const { results, status } = await running
    assert.deepEqual(
      results.map(({ check }) => check),
      CHECKS,
    )
    assert.deepEqual([status, results.filter(({ ok }) => !ok)], [0, []])
    assert.equal(resultOf('server', results), 'running')
    await server.stop()
    const after = await runDoctor(dataDir)
    assert.equal(resultOf('server', after.results), 'not running')
    assert.match(
      resultOf('counts', after.results),
      new RegExp(`^match the responses; checked 1 of 1 surveys, ${sent} responses$`),
    )
  })

  test('without --json it prints one line per check', async t => {
    const { dataDir, json } = installation(t)
    await json('account', 'list')
    chmodSync(dataDir, 0o755)
    const { status, stdout, stderr } = await run(['doctor'], { dataDir })
    assert.deepEqual([status, stderr], [1, ''])
    const lines = stdout.trimEnd().split('\n')
    assert.equal(lines.length, CHECKS.length)
    assert.ok(lines.includes(`failed  private     other users can read ${dataDir}; run chmod go= ${dataDir}`), stdout)
    assert.match(stdout, /^ok {6}node {8}24\./)
  })

  const faults: [what: string, check: string, found: RegExp, make: (dataDir: string) => void, remedy?: RegExp][] = [
    [
      'a survey that is nearly full',
      'storage',
      /^nearly full: lunch \(858\.3 MB\)$/,
      dataDir => execute(dataDir, "update survey set stored_bytes = 900000000 where slug = 'lunch'"),
      /^raise SURVEY_STORAGE, or ask the creator to delete responses$/,
    ],
    [
      'an account that is nearly full of small surveys and drafts',
      'storage',
      /^nearly full: ada@example\.org \(8583\.1 MB\)$/,
      dataDir =>
        execute(
          dataDir,
          `update survey set stored_bytes = 500000000;
           insert into draft (id, account_id, revision, title, question_count, created_at, updated_at, stored_bytes, content)
             select 'a', id, 1, 'Lunch', 0, 1, 1, 8500000000, '{}' from account`,
        ),
      /^raise ACCOUNT_STORAGE, or ask the holder to delete surveys$/,
    ],
    ['a folder that others can enter', 'private', /^other users can read \S+$/, dataDir => chmodSync(dataDir, 0o750)],
    [
      'a secret that others can read',
      'private',
      /^other users can read \S+\/secret$/,
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
      /^the database was upgraded by a newer version of Soundings, to 9999-later; this version knows up to /,
      dataDir => execute(dataDir, "insert into migration select max(number) + 1, '9999-later', '' from migration"),
      /^run the newest version of Soundings that was installed, or restore a backup from before the upgrade$/,
    ],
    ['no secret', 'secret', /^missing$/, dataDir => rmSync(join(dataDir, 'secret'))],
    [
      'a damaged keyring',
      'secret',
      /^SECRET is a damaged keyring/,
      dataDir => writeFileSync(join(dataDir, 'secret'), `soundings-keyring-1:${'x'.repeat(40)}`, { mode: 0o600 }),
    ],
    [
      'another secret',
      'secret',
      /^does not belong to this database$/,
      dataDir => writeFileSync(join(dataDir, 'secret'), 'x'.repeat(40), { mode: 0o600 }),
    ],
    [
      'one response more than rows',
      'counts',
      /: lunch /,
      dataDir => execute(dataDir, "update survey set response_count = 2 where slug = 'lunch'"),
    ],
    [
      'mail that no server takes',
      'jobs',
      /^1 failed for good; the last: mail was not accepted: EMESSAGE 550$/,
      dataDir =>
        execute(
          dataDir,
          `insert into job (kind, email, payload, created_at, run_at, failed_at, failure)
           values ('password_reset_mail', 'ada@example.org', '{}', 1, 1, 2, 'mail was not accepted: EMESSAGE 550')`,
        ),
    ],
    [
      'a deletion of an account that was given up',
      'jobs',
      /^1 failed for good; the last: bug$/,
      dataDir =>
        execute(
          dataDir,
          `insert into job (kind, email, payload, created_at, run_at, failed_at, failure)
           values ('delete_account', 'ada@example.org', '{}', 1, 1, 2, 'bug')`,
        ),
      /^run `soundings account delete ada@example\.org`$/,
    ],
    [
      'a customer that cannot be deleted at the payment provider',
      'jobs',
      /^deletions at the payment provider that fail again and again: 1$/,
      dataDir =>
        execute(
          dataDir,
          `insert into job (kind, email, payload, created_at, run_at, attempts, failure)
           values ('delete_billing_customer', '', '{"provider":"stripe","customer":"cus_1"}', 1, 1, 31, 'bug')`,
        ),
      /^delete customer cus_1 at Stripe$/,
    ],
    [
      'a survey from the future',
      'clock',
      /^stored with a time in the future: surveys 1; the latest is 2999-01-01T00:00:00\.000Z$/,
      dataDir => execute(dataDir, "update survey set created_at = '2999-01-01T00:00:00.000Z'"),
      /^synchronise the clocks/,
    ],
    [
      'two responses from the future that a right one has followed',
      'clock',
      /^stored with a time in the future: responses 2; the latest is 2999-01-01T00:00:00\.000Z$/,
      dataDir =>
        execute(
          dataDir,
          `insert into response select id, 2, 'id 2', '2999-01-01T00:00:00.000Z', '[5]' from survey;
           insert into response select id, 3, 'id 3', '2998-01-01T00:00:00.000Z', '[5]' from survey;
           insert into response select id, 4, 'id 4', created_at, '[5]' from survey;
           update survey set response_count = 4, last_sequence = 4;
           update tally set count = 4`,
        ),
    ],
    [
      'a session from the future',
      'clock',
      /^stored with a time in the future: sessions 1; the latest is 2999-01-01T00:00:00\.000Z$/,
      dataDir =>
        execute(
          dataDir,
          `insert into account_session (id_hash, account_id, created_at, last_used_hour, verified_at)
             select 'a', id, 32472144000000, 1, 1 from account`,
        ),
    ],
    [
      'a theme that is none',
      'counts',
      /^cannot be checked, because these values cannot be read: theme of lunch \(table survey\) \(/,
      dataDir => execute(dataDir, `update survey set theme = '"}</style><script>"'`),
    ],
    [
      'questions that are none',
      'counts',
      /^cannot be checked, because these values cannot be read: questions of lunch \(table survey\) \(/,
      dataDir => execute(dataDir, `update survey set questions = '{'`),
    ],
    [
      'a history of edits that is no JSON',
      'counts',
      /^cannot be checked, because these values cannot be read: edit_history of lunch \(table survey\) \(/,
      dataDir => execute(dataDir, `update survey set edit_history = '{'`),
    ],
    [
      'a history of edits of a response that the survey has not had',
      'counts',
      /^cannot be checked, because these values cannot be read: edit_history of lunch \(table survey\) \(/,
      dataDir =>
        execute(
          dataDir,
          `update survey set edit_history = '[{"sequence":9,"responses":1,"questions":[],"options":[],"reworded":[0]}]'`,
        ),
    ],
    [
      'answers that are none',
      'counts',
      /^cannot be checked, because these values cannot be read: answers of lunch \(table response, sequence 1\) \(/,
      dataDir => execute(dataDir, `update response set answers = '5'`),
    ],
    ['a tally too low', 'counts', /: lunch /, dataDir => execute(dataDir, 'update tally set count = 0')],
    [
      'a tally too many',
      'counts',
      /: lunch /,
      dataDir => execute(dataDir, 'insert into tally select survey_id, 0, 7, 1 from tally'),
    ],
    [
      'a changed bit of a slug in an index or a row',
      'database',
      /index|order/,
      dataDir => {
        const file = join(dataDir, 'soundings.db')
        const bytes = readFileSync(file)
        bytes.write('munch', bytes.lastIndexOf('lunch'))
        writeFileSync(file, bytes)
      },
      /^restore a backup$/,
    ],
    ['a damaged page', 'database', /page/i, dataDir => damage(join(dataDir, 'soundings.db'))],
  ]
  for (const [what, check, found, make, remedy = /\w{3}/] of faults) {
    test(`${what} fails the check, with a remedy, and nothing is created or repaired [cli-doctor]`, async t => {
      const { dataDir } = await surveyed(t)
      make(dataDir)
      const files = readdirSync(dataDir).sort()
      const { results, status } = await runDoctor(dataDir)
      const wrong = results.filter(({ ok }) => !ok)
      assert.deepEqual([status, wrong.map(result => result.check)], [1, [check]])
      assert.match(wrong[0]?.found ?? '', found)
      assert.match(wrong[0]?.remedy ?? '', remedy)
      assert.deepEqual(readdirSync(dataDir).sort(), files)
      const again = await runDoctor(dataDir)
      assert.deepEqual(
        again.results.filter(({ ok }) => !ok),
        wrong,
      )
    })
  }

  test('a missing data directory is reported and not created [cli-doctor]', async t => {
    const { dataDir } = installation(t)
    const { results, status } = await runDoctor(dataDir)
    assert.equal(status, 1)
    assert.equal(resultOf('folder', results), `${dataDir} does not exist`)
    assert.equal(existsSync(dataDir), false)
  })

  test('all invalid settings are reported [cli-doctor]', async t => {
    const { dataDir } = installation(t)
    const { results, status } = await runDoctor(dataDir, { PORT: 'x', LOG_LEVEL: 'loud', SIGN_UP: 'closed' })
    assert.equal(status, 1)
    const named = results.filter(({ check }) => check === 'settings').map(({ ok, found }) => [ok, found.split(' ')[0]])
    assert.deepEqual(named, [
      [false, 'PORT'],
      [false, 'LOG_LEVEL'],
      [false, 'SIGN_UP'],
    ])
  })

  test('the provider with which people sign in is asked, if there is one [cli-doctor, provider-bounds]', async t => {
    const { dataDir } = await surveyed(t)
    const issuer = await startIssuer()
    issuer.trust({ baseUrl: 'http://localhost:3000' })
    const client = { OIDC_CLIENT_ID: 'soundings', OIDC_CLIENT_SECRET: 'a secret that nobody sees' }
    const env = { ...client, OIDC_ISSUER: issuer.settings.issuer }
    const answering = await runDoctor(dataDir, env)
    issuer.close()
    const { origin } = new URL(issuer.settings.issuer)
    assert.match(
      resultOf('sign-in', answering.results),
      new RegExp(`^${origin} answers; .*/sign-in/provider/callback$`),
    )
    const gone = await runDoctor(dataDir, env)
    const found = gone.results.find(({ check }) => check === 'sign-in')
    assert.deepEqual([answering.status, gone.status, found?.ok], [0, 1, false])
    assert.match(found?.remedy ?? '', /OIDC_ISSUER/)
    assert.match(found?.found ?? '', /ECONNREFUSED/)
    assert.equal(JSON.stringify([answering, gone]).includes(client.OIDC_CLIENT_SECRET), false)
  })

  test('a PostgreSQL database that cannot be reached fails the check', async t => {
    const { dataDir } = installation(t)
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none', SECRET: 'x'.repeat(40) }
    const { results, status } = await runDoctor(dataDir, env)
    assert.deepEqual([status, results.find(({ check }) => check === 'database')?.ok], [1, false])
  })
})

/** An installation with a survey of one response. */
async function surveyed(t: TestContext) {
  const target = installation(t)
  await target.json('account', 'create', 'ada@example.org')
  const questions = `[{"type":"rating","text":"How good?","index":0}]`
  execute(
    target.dataDir,
    `insert into survey (account_id, slug, title, status, archived, revision, response_count, last_sequence,
       created_at, admin_nonce, questions)
       select id, 'lunch', 'Lunch', 'open', 0, 1, 1, 1, created_at, '', '${questions}' from account;
     insert into response select id, 1, 'an id', created_at, '[5]' from survey;
     insert into tally select id, 0, 5, 1 from survey`,
  )
  return target
}

async function runDoctor(dataDir: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = await run(['doctor', '--json'], { dataDir, env })
  assert.equal(stderr, '')
  assert.match(stdout, /^[^\n]+\n$/, 'one line')
  return { status, results: JSON.parse(stdout) as CheckResult[] }
}

function resultOf(check: string, results: readonly CheckResult[]): string {
  return results.find(result => result.check === check)?.found ?? ''
}

function execute(dataDir: string, sql: string): void {
  withDatabase(dataDir, database => database.exec(sql))
}
