import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { withInstallation } from '../../src/cli/command.ts'
import { Terminal } from '../../src/cli/terminal.ts'
import { readConfig } from '../../src/config.ts'
import { hasHash } from '../../src/service/accounts/password-hash.ts'
import { freePort } from '../free-port.ts'
import { assertRefused, installation, rows, withDatabase } from '../installation.ts'
import { type Run, run, runApart, temporaryFolder } from '../program.ts'

const TOKEN = /snd_pat_[0-9A-Za-z]{46}/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const FOREVER = '9999-12-31T23:59:59.999Z'
const ADA = 'ada@example.org'

describe('the command line', { concurrency: 4 }, () => {
  test('account create gives the id, the address in lower case and, if asked for, a token [token-format]', async t => {
    const { json, refused } = installation(t)
    const ada = await json('account', 'create', 'Ada@Example.ORG', '--name', 'Ada', '--subscribed', '--token')
    assert.deepEqual(Object.keys(ada), ['account_id', 'email', 'password_url', 'token'])
    assert.match(String(ada.password_url), /^http:\/\/localhost:3000\/reset\S+$/)
    assert.match(String(ada.account_id), UUID)
    assert.equal(ada.email, ADA)
    assert.match(String(ada.token), new RegExp(`^${TOKEN.source}$`))
    const ben = await json('account', 'create', 'ben@example.org')
    assert.deepEqual(Object.keys(ben), ['account_id', 'email', 'password_url'])
    await refused(1, 'this e-mail address already has an account', 'account', 'create', 'ADA@example.org')
    await refused(1, 'not an e-mail address', 'account', 'create', 'ada')
    const listed = await json('account', 'list')
    const fresh = { created_at: true, disabled: false }
    assert.deepEqual(
      listed.map(({ created_at, ...row }) => ({ ...row, created_at: TIME.test(String(created_at)) })),
      [
        { account_id: ada.account_id, email: ADA, name: 'Ada', entitled_until: FOREVER, ...fresh },
        { account_id: ben.account_id, email: 'ben@example.org', name: null, entitled_until: null, ...fresh },
      ],
    )
  })

  test('stored text that a terminal would obey is printed escaped, in tables, JSON and messages', async t => {
    const { dataDir, json } = installation(t)
    const { account_id } = await json('account', 'create', ADA, '--subscribed', '--token')
    const evil = 'a\u001b]0;b\u0007\u009b2J\u202ec\nd'
    withDatabase(dataDir, database => {
      database.prepare('update account set name = ?, email = ?').run(evil, `${evil}@example.org`)
      database.prepare('update token set name = ?').run(evil)
    })
    const shown = 'a\\u001b]0;b\\u0007\\u009b2J\\u202ec\\u000ad'
    for (const words of [
      ['account', 'list'],
      ['token', 'list'],
      ['account', 'list', '--json'],
    ]) {
      const { stdout, stderr } = await run(words, { dataDir })
      assert.doesNotMatch(stdout + stderr, /(?!\n)[\p{C}\p{Zl}\p{Zp}]/u)
      if (words.length === 2) assert.ok(stdout.includes(`  ${shown}  `), stdout)
      else assert.deepEqual(JSON.parse(stdout)[0], { ...JSON.parse(stdout)[0], account_id, name: evil })
    }
    const unknown = await run(['account', 'disable', 'eve\u001b[2J'], { dataDir })
    assertRefused(unknown, 1, 'not an e-mail address')
    const { stderr } = await run(['account', '\u001b[2J'], { dataDir })
    assert.ok(stderr.startsWith('soundings: unknown command: account \\u001b[2J\n'), stderr)
  })

  test('addresses and names that deceive are refused, and a domain is stored in ASCII [account-names]', async t => {
    const { json, refused } = installation(t)
    const ada = await json('account', 'create', 'Ada@Bücher.example', '--subscribed')
    assert.equal(ada.email, 'ada@xn--bcher-kva.example')
    await json('account', 'create', ADA, '--name', '  Ada\u200e ')
    assert.deepEqual(
      (await json('account', 'list')).map(one => one.name),
      [null, 'Ada'],
    )
    assert.equal((await json('account', 'disable', 'ada@bücher.example')).account_id, ada.account_id)
    await refused(1, 'not an e-mail address', 'account', 'create', 'ad\u0430@example.org')
    const override = 'character 4 of the name, U+202E (right-to-left override), is not allowed in names'
    await refused(1, override, 'account', 'create', ADA, '--name', 'Ada\u202e')
    await json('account', 'enable', 'ada@bücher.example')
    const mixture = 'character 2 of the name, “а” (U+0430), is Cyrillic in a word with Latin letters'
    await refused(1, mixture, 'token', 'create', 'ada@bücher.example', '--name', 'l\u0430ptop')
  })

  test('without --json the output is aligned text', async t => {
    const { dataDir } = installation(t)
    const made = await runApart(['account', 'create', ADA, '--subscribed', '--token'], { dataDir })
    assert.match(
      made.stdout,
      new RegExp(`^account_id    .+\nemail         ${ADA}\npassword_url  http.+\ntoken         ${TOKEN.source}\n$`),
    )
    const accounts = await run(['account', 'list'], { dataDir })
    assert.match(
      accounts.stdout,
      /^ACCOUNT +EMAIL +NAME +ENTITLED UNTIL +DISABLED\n[0-9a-f-]{36} {2}ada@example\.org {2}- {5}9999-.+ {2}-\n$/,
    )
    const tokens = await run(['token', 'list'], { dataDir })
    const [, lastFour] = /(.{4})\n$/.exec(made.stdout) ?? []
    assert.match(tokens.stdout, new RegExp(`^TOKEN .+LAST USED\n.+ ${ADA} .+…${lastFour} .+\n$`))
  })

  test('a password is stored as argon2id and appears nowhere else', async t => {
    const { dataDir, json } = installation(t)
    const password = 'correct horse battery staple'
    const outcome = await run(['account', 'create', ADA, '--password-stdin'], { dataDir, input: `${password}\n` })
    assert.deepEqual([outcome.status, outcome.stderr], [0, ''])
    await json('account', 'create', 'ben@example.org')
    const [ada, ben] = rows(dataDir, 'select password_hash as hash from account order by email')
    assert.match(String(ada?.hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.equal(await hasHash(password, String(ada?.hash)), true)
    assert.equal(ben?.hash, null)
    assertNowhere(password, dataDir, outcome.stdout)
  })

  test('a password that is too short creates no account', async t => {
    const { dataDir, json } = installation(t)
    const words = ['account', 'create', ADA, '--password-stdin']
    assertRefused(await run(words, { dataDir, input: '7 chars\n' }), 1, 'a password has 8 to 200 characters')
    const common = 'this password is too common; choose another one'
    assertRefused(await run(words, { dataDir, input: 'dragon2024\n' }), 1, common)
    assert.deepEqual(await json('account', 'list'), [])
  })

  test('account reset-link and account invite print links that are stored as a hash [cli-account-links]', async t => {
    const { dataDir, json, refused } = installation(t)
    const created = await json('account', 'create', ADA)
    const link = await json('account', 'reset-link', ADA)
    const invitation = await json('account', 'invite', 'Ben@example.org')
    assert.match(String(link.url), /^http:\/\/localhost:3000\/reset-password\/[0-9a-f-]{36}$/)
    assert.match(String(invitation.url), /^http:\/\/localhost:3000\/invitation\/[0-9a-f-]{36}$/)
    assert.equal(invitation.email, 'ben@example.org')
    for (const url of [created.password_url, link.url, invitation.url])
      assertNowhere(String(url).split('/').at(-1) ?? '', dataDir)
    assert.deepEqual(
      rows(dataDir, 'select kind, email, account_id is null as is_new from one_time_link order by email').map(row => ({
        ...row,
      })),
      [
        { kind: 'reset_password', email: ADA, is_new: 0 },
        { kind: 'reset_password', email: ADA, is_new: 0 },
        { kind: 'invitation', email: 'ben@example.org', is_new: 1 },
      ],
    )
    await refused(1, 'this e-mail address already has an account', 'account', 'invite', ADA)
    await refused(1, 'no account has this e-mail address', 'account', 'reset-link', 'ben@example.org')
    await json('account', 'disable', ADA)
    await refused(1, 'this account is disabled', 'account', 'reset-link', ADA)
    const closed = await run(['account', 'invite', 'eve@example.org'], { dataDir, env: { SIGNUP: 'closed' } })
    assertRefused(closed, 1, 'SIGNUP is closed; set it to invite, or use account create')
  })

  test('a token is shown once [token-shown-once, token-hash-only, token-optional-expiry, cli-token-list-json]', async t => {
    const { dataDir, json, refused } = installation(t)
    const { account_id } = await json('account', 'create', ADA, '--subscribed')
    await json('account', 'create', 'ben@example.org', '--subscribed', '--token')
    const made = await json('token', 'create', ADA, '--name', 'laptop', '--expires', '2999-12-31')
    assert.deepEqual(Object.keys(made), ['id', 'token'])
    const token = String(made.token)
    const listed = await json('token', 'list', ADA)
    assert.deepEqual(
      listed.map(({ created_at, ...row }) => ({ ...row, created_at: TIME.test(String(created_at)) })),
      [
        {
          id: made.id,
          email: ADA,
          kind: 'pat',
          name: 'laptop',
          last_four: token.slice(-4),
          scope: 'surveys:read surveys:write',
          created_at: true,
          expires_at: '2999-12-31T23:59:59.999Z',
          last_used_at: null,
        },
      ],
    )
    const all = await json('token', 'list')
    assert.deepEqual(all.map(({ expires_at }) => expires_at).sort(), ['2999-12-31T23:59:59.999Z', null])
    assert.doesNotMatch(JSON.stringify(all), TOKEN)
    const [stored] = rows(dataDir, 'select hash, last_four from token where account_id = ?', String(account_id))
    const hash = createHash('sha256').update(token).digest('base64url')
    assert.deepEqual({ ...stored }, { hash, last_four: token.slice(-4) })
    assertNowhere(token, dataDir)
    await refused(1, 'no account has this e-mail address', 'token', 'list', 'eve@example.org')
  })

  test('a token is revoked once', async t => {
    const { json, refused } = installation(t)
    await json('account', 'create', ADA, '--subscribed', '--token')
    const [token] = await json('token', 'list')
    const id = String(token?.id)
    assert.deepEqual(await json('token', 'revoke', id), { id, revoked: true })
    assert.deepEqual(await json('token', 'list'), [])
    await refused(1, 'no such token', 'token', 'revoke', id)
  })

  test('only one of several concurrent processes creates the tenth token [limit-tokens-10]', async t => {
    const { dataDir, json } = installation(t)
    await json('account', 'create', ADA, '--subscribed')
    await withInstallation(
      { config: readConfig({ DATA_DIR: dataDir }), terminal: new Terminal(process) },
      async ({ accounts, operator }) => {
        const account = await accounts.find(operator, ADA)
        for (let made = 0; made < 9; made++)
          await accounts.createToken(operator, account, { name: null, expiresAt: null })
      },
    )
    const outcomes = await Promise.all([1, 2, 3].map(() => runApart(['token', 'create', ADA], { dataDir })))
    const [made, ...others] = outcomes.sort((a, b) => Number(a.status) - Number(b.status))
    assert.deepEqual([made?.status, made?.stderr], [0, ''])
    for (const outcome of others) assertRefused(outcome, 1, 'token limit reached')
    assert.equal((await json('token', 'list')).length, 10)
  })

  test('a lapsed account gets no token, an active one does [token-needs-subscription]', async t => {
    const { json, refused } = installation(t)
    const { account_id } = await json('account', 'create', ADA)
    await refused(1, 'upgrade required', 'token', 'create', ADA)
    const set = (...words: string[]) => json('subscription', 'set', ADA, ...words)
    const account = { account_id, email: ADA }
    const until = '2999-06-01T12:00:00.000Z'
    assert.deepEqual(await set('active', '--until', until), { ...account, entitled_until: until })
    await json('token', 'create', ADA)
    assert.deepEqual(await set('lapsed'), { ...account, entitled_until: null })
    await refused(1, 'upgrade required', 'token', 'create', ADA)
    assert.deepEqual(await set('active'), { ...account, entitled_until: FOREVER })
    assert.equal((await json('token', 'list')).length, 1)
    await refused(1, 'no account has this e-mail address', 'subscription', 'set', 'eve@example.org', 'active')
  })

  test('ending a grant says whether a purchased subscription continues or has ended, too [billing-latest-end]', async t => {
    const { dataDir, json } = installation(t)
    const { account_id } = await json('account', 'create', ADA)
    const lapse = async (periodEnd: number) => {
      withDatabase(dataDir, database => {
        database.prepare('delete from billing_subscription').run()
        database
          .prepare(`insert into billing_subscription values ('stripe', 'sub_1', ?, 'cus_1', 'trialing', ?, 0)`)
          .run(String(account_id), periodEnd)
      })
      return (await run(['subscription', 'set', ADA, 'lapsed'], { dataDir })).stdout
    }
    assert.equal(
      await lapse(Date.UTC(2999, 0)),
      `${ADA} is subscribed until 2999-01-01T00:00:00.000Z. A purchased subscription continues; this command does not end it.\n`,
    )
    assert.equal(await lapse(Date.UTC(2020, 0)), `${ADA} is no longer subscribed.\n`)
  })
})

const ACCOUNT_CREATE = 'account create EMAIL [--name N] [--password-stdin] [--subscribed] [--token]'

/** The usage is the second line on stderr. */
const misused: [words: string, message: RegExp, usage?: string][] = [
  ['nothing', /^unknown command: nothing\b/],
  ['account', /^unknown command: account\b/],
  ['account create', /^missing argument: EMAIL$/, ACCOUNT_CREATE],
  ['account create ada@example.org ben@example.org', /^unexpected argument: ben@example\.org$/, ACCOUNT_CREATE],
  ['account create ada@example.org --admin', /'--admin'/, ACCOUNT_CREATE],
  ['account create ada@example.org --token', /^--token requires --subscribed$/],
  ['subscription set ada@example.org maybe', /^the state must be active or lapsed, not "maybe"$/],
  ['subscription set ada@example.org lapsed --until 2999-12-31', /^--until can only be used with active$/],
  ['subscription set ada@example.org active --until soon', /^--until must be a date such as 2027-12-31, not "soon"$/],
  ['subscription set ada@example.org active --until 2999-02-31', /^--until must be a date such as 2027-12-31, not/],
  ['subscription set ada@example.org active --until 5', /^--until must be a date such as 2027-12-31, not "5"$/],
  ['token create ada@example.org --expires 2001-01-01', /^--expires must be in the future, not "2001-01-01"$/],
  [
    'token create ada@example.org --expires 2999-13-01',
    /^--expires must be a date such as 2027-12-31, not "2999-13-01"$/,
  ],
  ['token revoke', /^missing argument: ID$/, 'token revoke ID'],
  ['account disable', /^missing argument: EMAIL$/, 'account disable EMAIL'],
  [
    'account delete ada@example.org',
    /^standard input is not a terminal, so you cannot be asked to confirm; pass --yes$/,
  ],
  ['survey takedown', /^missing argument: SLUG$/, 'survey takedown SLUG [--undo]'],
  ['backup', /^give a FILE, or --record$/],
  ['backup a.db --record', /^give a FILE, or --record$/],
  ['serve now', /^unexpected argument: now$/, 'serve [--demo] [--crowd] [--lan]'],
]

describe('a usage error ends with status 1, before anything is created', { concurrency: 4 }, () => {
  for (const [words, message, usage] of misused) {
    test(words, async t => {
      const { dataDir } = installation(t)
      const outcome = await run([...words.split(' '), '--json'], { dataDir })
      assertRefused(outcome, 1, message)
      if (usage !== undefined) assert.equal(outcome.stderr.split('\n')[1], `Usage: soundings ${usage}`)
      assert.equal(existsSync(dataDir), false)
    })
  }
})

describe('a command that is not known [cli-mistyped]', () => {
  const cases: [words: string, message: string, next: string][] = [
    [
      'acount list',
      'unknown command: acount list; did you mean soundings account list?',
      'soundings --help lists all commands.',
    ],
    [
      'account lst --json',
      'unknown command: account lst --json; did you mean soundings account list?',
      'soundings --help lists all commands.',
    ],
    [
      'survey list',
      'unknown command: survey list; did you mean soundings surveys list?',
      'soundings --help lists all commands.',
    ],
    ['srveys', 'unknown command: srveys; did you mean soundings surveys?', 'soundings --help lists all commands.'],
    [
      'reslts team-retro',
      'unknown command: reslts team-retro; did you mean soundings results?',
      'soundings --help lists all commands.',
    ],
    ['exprot', 'unknown command: exprot; did you mean soundings export?', 'soundings --help lists all commands.'],
    ['secret', 'unknown command: secret', ''],
    ['nothing', 'unknown command: nothing', ''],
  ]
  for (const [words, message, next] of cases)
    test(words, async t => {
      const { dataDir } = installation(t)
      const outcome = await run(words.split(' '), { dataDir })
      assertRefused(outcome, 1, message)
      assert.equal(outcome.stderr.split('\n')[1], next)
    })

  test('the help of the first word of several lists these', async t => {
    const { dataDir } = installation(t)
    const { status, stdout } = await run(['secret', '--help'], { dataDir })
    assert.equal(status, 0)
    assert.match(stdout, /^Usage: soundings secret COMMAND\n\n {2}secret rotate\n {6}.+\n {2}secret retire\n {6}.+\n$/)
  })
})

const commands = [
  'serve',
  'account create',
  'account list',
  'account disable',
  'account enable',
  'account delete',
  'account reset-link',
  'account invite',
  'survey link',
  'survey takedown',
  'export',
  'subscription set',
  'token create',
  'token list',
  'token revoke',
  'backup',
  'restore',
  'doctor',
  'surveys list',
  'surveys create',
  'surveys show',
  'surveys close',
  'surveys open',
  'results',
  'diff',
  'apply',
  'completion',
]

describe('help', { concurrency: 4 }, () => {
  for (const command of commands) {
    test(`${command} --help shows the usage and an example`, async t => {
      const { status, stdout, stderr } = await run([...command.split(' '), '--help'], installation(t))
      assert.deepEqual([status, stderr], [0, ''])
      assert.match(stdout, new RegExp(`^Usage: soundings ${command}\\b`))
      assert.match(stdout, new RegExp(`\nExample:\n  soundings ${command}\\b.*\n$`))
    })
  }

  for (const words of [['help'], ['--help']]) {
    test(`soundings ${words.join()} lists every command`, async t => {
      const { status, stdout, stderr } = await run(words, installation(t))
      assert.deepEqual([status, stderr], [0, ''])
      for (const command of commands) assert.match(stdout, new RegExp(`^  ${command}\\b`, 'm'))
    })
  }
})

const SECRET = 'a secret of this test, of no use anywhere else'
const HTTP_IN_PRODUCTION = 'BASE_URL must start with https:// in production, unless its host is localhost, not'
const ONE_HOST =
  'DATABASE_URL must be a URL with one host, such as postgres://user:password@host:5432/soundings. For several hosts, see "A replicated database" in docs/operating/postgresql.md'
const settings: [env: Record<string, string>, errors: string[]][] = [
  [
    {
      PORT: '65536',
      LOG_LEVEL: 'loud',
      BASE_URL: 'soundings.example.org',
      SECRET: 'short',
      SUBMISSIONS_PER_COMMIT: '0',
    },
    [
      'PORT must be a whole number from 1 to 65535, not "65536"',
      'BASE_URL must be a URL without a path, such as https://surveys.example.org, not "soundings.example.org"',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
      'SECRET must have at least 32 characters',
      'SUBMISSIONS_PER_COMMIT must be a whole number from 1 to 10000, not "0"',
    ],
  ],
  [
    { BASE_URL: 'https://example.org/surveys' },
    ['BASE_URL must be a URL without a path, such as https://surveys.example.org, not "https://example.org/surveys"'],
  ],
  [{ METRICS_PORT: '0' }, ['METRICS_PORT must be a whole number from 1 to 65535, not "0"']],
  [{ PORT: '8080', METRICS_PORT: '8080' }, ['METRICS_PORT must differ from PORT, which is also 8080']],
  [
    { SMTP_URL: 'mail.example.org', SIGNUP: 'yes', FREE_SURVEY_DAYS: '0' },
    [
      'SMTP_URL must be a URL such as smtps://user:password@mail.example.org',
      'SIGNUP must be one of open, closed, invite, not "yes"',
      'FREE_SURVEY_DAYS must be a whole number from 1 to 36500, not "0"',
    ],
  ],
  ...['', 'soundings', 'a@b.example, c@d.example', 'Soundings <a@b.example>\r\nBcc: c@d.example'].map(
    (MAIL_FROM): [Record<string, string>, string[]] => [
      { SMTP_URL: 'smtps://mail.example.org', MAIL_FROM },
      ['SMTP_URL requires MAIL_FROM, such as Soundings <soundings@example.org>'],
    ],
  ),
  [
    { OIDC_ISSUER: 'http://login.example.org', OIDC_ONLY: 'yes' },
    [
      'OIDC_ONLY must be one of true, false, not "yes"',
      'OIDC_ISSUER must be the https address of an OpenID Connect provider, such as https://login.example.org, not "http://login.example.org"',
    ],
  ],
  [
    { FRONT_SURVEY: 'Best hours' },
    ['FRONT_SURVEY must be the name of a survey as in its link, such as physics-3, not "Best hours"'],
  ],
  [{ FRONT_SURVEY: 'best-hours' }, []],
  [{ OIDC_ONLY: 'true' }, ['OIDC_ONLY requires OIDC_ISSUER']],
  [
    { SIGN_UP: 'closed', RESPONDENTS_LIMIT: '5', PORT: 'x', HOSTNAME: 'machine' },
    [
      'PORT must be a whole number from 1 to 65535, not "x"',
      'SIGN_UP is not a setting; did you mean SIGNUP?',
      'RESPONDENTS_LIMIT is not a setting; did you mean RESPONDENT_LIMIT?',
    ],
  ],
  [
    { OIDC_ISSUER: 'https://login.example.org', OIDC_CLIENT_SECRET: 'x' },
    ['OIDC_ISSUER requires OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, as the provider has issued them'],
  ],
  [
    { OIDC_ISSUER: 'https://login.example.org/realm', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x', OIDC_ONLY: 'true' },
    [],
  ],
  [{ SMTP_URL: 'smtps://u:p@mail.example.org', MAIL_FROM: 'Soundings <a@b.example>', SIGNUP: 'invite' }, []],
  [{ SMTP_URL: 'smtp://mail.example.org:587', MAIL_FROM: 'a@b.example' }, []],
  [
    { BILLING: 'stripe', STRIPE_SECRET_KEY: 'pk_canary', STRIPE_TRIAL_DAYS: '731' },
    [
      'BILLING=stripe requires STRIPE_SECRET_KEY, such as sk_live_… or rk_live_…',
      'BILLING=stripe requires STRIPE_WEBHOOK_SECRET, such as whsec_…',
      'BILLING=stripe requires STRIPE_PRICE, such as price_…',
      'STRIPE_TRIAL_DAYS must be a whole number from 0 to 730, not "731"',
    ],
  ],
  [{ SECRET: 'x'.repeat(31) }, ['SECRET must have at least 32 characters']],
  [
    { IMPRINT_URL: 'javascript:alert(1)', CONTACT: 'nobody' },
    [
      'IMPRINT_URL must be the address of a page, such as https://example.org/page, not "javascript:alert(1)"',
      'CONTACT must be an e-mail address, not "nobody"',
    ],
  ],
  ...['ada:canary@one,two/soundings', 'ada:canary@one:5432,two:5432/soundings', '/soundings?host=one,two'].map(
    (hosts): [Record<string, string>, string[]] => [{ DATABASE_URL: `postgres://${hosts}`, SECRET }, [ONE_HOST]],
  ),
  [
    { DATABASE_URL: 'postgres://one/soundings?sslmode=verify-full&sslrootcert=/nowhere/ca.pem', SECRET },
    ['sslrootcert in DATABASE_URL cannot be read: /nowhere/ca.pem: no such file'],
  ],
  [{ SECRET_FILE: '/nowhere/secret' }, ['SECRET_FILE cannot be read: /nowhere/secret: no such file']],
  [{ SECRET_FILE: '/dev/zero' }, ['SECRET_FILE cannot be read: /dev/zero: longer than 64 KB']],
  [{ NODE_ENV: 'production', BASE_URL: 'http://example.org' }, [`${HTTP_IN_PRODUCTION} "http://example.org"`]],
  [
    { NODE_ENV: 'production', BASE_URL: 'http://127.0.0.1.example.org' },
    [`${HTTP_IN_PRODUCTION} "http://127.0.0.1.example.org"`],
  ],
  [{ NODE_ENV: 'production', BASE_URL: 'https://example.org/' }, []],
  [{ NODE_ENV: 'production', BASE_URL: 'http://localhost:3000' }, []],
  [{ BASE_URL: 'http://example.org:8080', SECRET }, []],
]

describe('all invalid settings are reported at once [base-url-https, cli-exit-status]', { concurrency: 4 }, () => {
  for (const [env, errors] of settings) {
    test(`${JSON.stringify(env)}: ${errors.length} errors`, async t => {
      const { dataDir } = installation(t)
      const { status, stdout, stderr } = await run(['account', 'list', '--json'], { dataDir, env })
      assert.equal(stderr, errors.map(error => `soundings: ${error}\n`).join(''))
      assert.deepEqual([status, stdout], errors.length > 0 ? [78, ''] : [0, '[]\n'])
      assert.equal(existsSync(dataDir), errors.length === 0)
    })
  }
})

describe('what is no file, or has no end, is refused in words [cli-input-bounds]', () => {
  for (const words of ['restore FILE', 'load FILE', `survey restore FILE --account ${ADA}`])
    test(words, async t => {
      const { dataDir } = installation(t)
      const folder = temporaryFolder(t)
      const outcome = await run(words.replace('FILE', folder).split(' '), { dataDir })
      assertRefused(outcome, 1, `${folder} is a folder; name a file`)
    })

  test('standard input', async t => {
    const { dataDir } = installation(t)
    const outcome = await run(['account', 'create', ADA, '--password-stdin'], { dataDir, input: 'a'.repeat(20_000) })
    assertRefused(outcome, 1, 'standard input is too long for one line')
  })
})

test('SETTINGS_FILE names a file with further settings, and the environment comes first', async t => {
  const { dataDir } = installation(t)
  const file = join(temporaryFolder(t), 'settings')
  const list = (env: Run['env'] = {}) =>
    run(['account', 'list', '--json'], { dataDir, env: { SETTINGS_FILE: file, ...env } })
  assertRefused(await list(), 78, `SETTINGS_FILE cannot be read: ${file}: no such file`)
  writeFileSync(file, '# Comments and quotes are those of Node\'s --env-file.\nSIGNUP="nobody"\nPORT=0\n')
  const { stderr } = await list()
  assert.match(stderr, /SIGNUP must be one of open, closed, invite, not "nobody"/)
  assert.match(stderr, /PORT must be a whole number from 1 to 65535, not "0"/)
  assert.doesNotMatch((await list({ PORT: '3000' })).stderr, /PORT/)
  assert.equal((await list({ PORT: '3000', SIGNUP: 'invite' })).status, 0)
})

test('a database that another version made is refused with the status of invalid settings [cli-exit-status]', async t => {
  const { dataDir, json, refused } = installation(t)
  await json('account', 'list')
  withDatabase(dataDir, database => database.exec("update migration set name = '0001-another'"))
  await refused(78, /0001-another/, 'account', 'list')
})

test('a database opens with the secret it was created with, and with no other [secret-mismatch-fails]', async t => {
  const { dataDir } = installation(t)
  const list = (env: Run['env'] = {}) => run(['account', 'list', '--json'], { dataDir, env })
  const file = join(temporaryFolder(t), 'secret')
  writeFileSync(file, `${SECRET}\n`)
  assert.equal((await list({ SECRET })).status, 0)
  assert.equal(existsSync(join(dataDir, 'secret')), false)
  assert.equal((await list({ SECRET_FILE: file })).status, 0)
  assertRefused(await list({ SECRET: `${SECRET}!` }), 78, /^SECRET does not belong to this database\. Use the secret /)
})

test('no command creates a secret for a database whose own is missing [secret-never-beside-data]', async t => {
  const { dataDir, json } = installation(t)
  await json('account', 'create', ADA)
  const backup = join(dataDir, '../a.backup')
  await json('account', 'list')
  assert.equal((await run(['backup', backup], { dataDir })).status, 0)
  const other = installation(t).dataDir
  const restored = await run(['restore', backup], { dataDir: other })
  assert.match(restored.stderr, /^There is no secret\. .*: the server will not start without it\.\n$/)
  rmSync(join(dataDir, 'secret'))
  for (const folder of [dataDir, other])
    for (const words of [['serve'], ['account', 'list'], ['survey', 'link', 'lunch'], ['secret', 'rotate']]) {
      const outcome = await run(words, { dataDir: folder, env: { PORT: String(await freePort()) } })
      assertRefused(
        outcome,
        78,
        `the secret of this database is missing: put the one that it was created with into ${folder}/secret, or set SECRET or SECRET_FILE`,
      )
      assert.equal(existsSync(join(folder, 'secret')), false)
    }
})

/** Another Node runs the one that comes with the packages, where there is one for the processor. */
const versions: [version: string, arch: string, runs: boolean][] = [
  ['24.20.9', 'riscv64', false],
  ['24.20.9', process.arch, true],
  ['24.30.1', 'riscv64', true],
  ['25.0.0', 'riscv64', false],
  ['25.0.0', process.arch, true],
]

/** The one command that gets the right Node where none comes with the packages. */
const REMEDIES = {
  darwin: 'brew install node@24 && brew link --force --overwrite node@24',
  win32: 'wsl --install',
  freebsd: 'Put such a version of Node first on your PATH.',
}

describe('an unsupported version of Node is refused with instructions', { concurrency: 4 }, () => {
  for (const [platform, remedy] of Object.entries(REMEDIES))
    test(`on ${platform} too`, async t => {
      const { dataDir } = installation(t)
      const node = ['--import', claiming('22.1.0', platform)]
      const { status, stderr } = await runApart(['--help'], { dataDir, node })
      assert.equal(status, 1)
      assert.ok(stderr.includes(remedy) && stderr.includes('npm start'), stderr)
    })

  for (const [version, arch, runs] of versions) {
    test(`${version} on ${arch}: ${runs ? 'runs' : 'refused'}`, async t => {
      const { dataDir } = installation(t)
      const node = ['--import', claiming(version, process.platform, arch)]
      const { status, stdout, stderr } = await runApart(['--help'], { dataDir, node })
      assert.deepEqual([status, stdout !== ''], runs ? [0, true] : [1, false])
      const says = new RegExp(`^Soundings needs Node >=24\\.21\\.0 <25; this is ${version}\\.\n[^]*npm ci[^]*npm start`)
      assert.match(stderr, runs ? /^$/ : says)
    })
  }
})

/** A module that makes Node report another version and another system. */
function claiming(version: string, platform: string, arch: string = process.arch): string {
  const versions = `{ ...process.versions, node: '${version}' }`
  const script = `Object.defineProperties(process, { versions: { value: ${versions} }, platform: { value: '${platform}' }, arch: { value: '${arch}' } })`
  return `data:text/javascript,${encodeURIComponent(script)}`
}

/** Asserts that a text is in no file of the folder and not in the output. */
function assertNowhere(text: string, folder: string, output = ''): void {
  const files = readdirSync(folder)
  assert.ok(files.includes('soundings.db'))
  for (const file of files) assert.equal(readFileSync(join(folder, file)).includes(text), false, file)
  assert.equal(output.includes(text), false)
}
