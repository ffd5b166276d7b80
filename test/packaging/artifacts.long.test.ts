import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { buildExecutable, EXECUTABLE } from '../../bin/build-executable.js'
import { PASSWORD, submitForm } from '../account/browser.ts'
import { startMailServer } from '../account/mail-server.ts'
import { bodyOf, freeText } from '../api/fixtures.ts'
import { newPostgres } from '../database.ts'
import { freePort } from '../free-port.ts'
import { call } from '../harness.ts'
import { reportMissing } from '../missing-program.ts'
import { pack, releasedFile } from '../released.ts'
import { until } from '../until.ts'

const root = join(import.meta.dirname, '../..')
const execute = promisify(execFile)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

interface Started {
  readonly baseUrl: string
  readonly stderr: () => string
  stop(): Promise<number | null>
}

/** Starts a server program, and waits until it is ready. */
async function startProgram(
  t: TestContext,
  [program, ...words]: readonly [string, ...string[]],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Started> {
  const port = String(await freePort())
  const child = spawn(program, words, { cwd, env: { ...env, PORT: port }, stdio: ['ignore', 'ignore', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  const baseUrl = `http://localhost:${port}`
  const isReady = () =>
    fetch(`${baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(async () => {
    assert.equal(child.exitCode, null, said)
    return isReady()
  })
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    return child.exitCode
  }
  return { baseUrl, stderr: () => said, stop }
}

/** The demo has a survey and a token, which are used as its owner and a respondent would. */
async function answerDemo(server: Started): Promise<{ token: string; slug: string; adminToken: string }> {
  await until(() => server.stderr().includes('curl'))
  const [token = ''] = /snd_pat_\w+/.exec(server.stderr()) ?? []
  const [, slug = ''] = /\/s\/([a-z0-9-]+)/.exec(server.stderr()) ?? []
  const list = bodyOf<{ surveys: { id: string; admin_token: string }[] }>(
    await call(server, 'GET', '/api/v1/surveys?include_admin=1', { token }),
  )
  const page = await call(server, 'GET', `/s/${slug}`)
  assert.match(page.text, /<form/)
  const { questions, response_count: before } = bodyOf<{ questions: { options?: string[] }[]; response_count: number }>(
    await call(server, 'GET', `/api/v1/surveys/${slug}?view=aggregate`, { token }),
  )
  assert.ok(questions.length > 0)
  const created = bodyOf<{ id: string }>(
    await call(server, 'POST', '/api/v1/surveys', { token, body: { title: 'Own', questions: [freeText('Why?')] } }),
    201,
  )
  bodyOf(await call(server, 'POST', `/s/${created.id}/responses`, { body: { answers: ['because'] } }), 201)
  assert.equal(before, 40)
  return { token, slug, adminToken: list.surveys.find(({ id }) => id === slug)?.admin_token ?? '' }
}

describe('the npm package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
  after(() => rmSync(folder, { recursive: true }))

  test('one command in an empty folder leads to a live survey, with any installed Node [installed-package]', async t => {
    const tarball = releasedFile(`soundings-${version}.tgz`) ?? (await pack(root, folder, '--ignore-scripts'))
    const { stdout } = await execute('tar', ['-tzf', tarball])
    const paths = stdout
      .trimEnd()
      .replaceAll(/^package\//gm, '')
      .split('\n')
    assert.deepEqual(
      paths.filter(path => /^(src|test|bench|tools|spec|\.ci)\/|\.test\.|\.ts$/.test(path)),
      [],
    )
    for (const path of ['dist/server/soundings.cjs', 'dist/app.js.br', 'dist/third-party.txt', 'LICENSE', 'README.md'])
      assert.ok(paths.includes(path), path)
    const home = join(folder, 'empty')
    mkdirSync(home)
    await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], {
      cwd: home,
    })
    const installed = spawnSync('du', ['-sm', 'node_modules'], { cwd: home, encoding: 'utf8' }).stdout.split('\t')[0]
    t.diagnostic(
      `${(statSync(tarball).size / 1_048_576).toFixed(1)} MB packed; installed with its Node ${installed} MB`,
    )
    // `npx` would find the program in the same folder, and starts it with the first Node on the PATH.
    const program = join(home, 'node_modules/.bin/soundings')
    const other = ['/usr/local/bin', '/usr/bin'].find(path => existsSync(join(path, 'node')))
    for (const path of [dirname(process.execPath), ...(other === undefined ? [] : [other])]) {
      const env = { PATH: `${path}:/usr/bin:/bin`, DATA_DIR: mkdtempSync(join(folder, 'data-')) }
      const server = await startProgram(t, [program, 'serve', '--demo'], { cwd: home, env })
      await answerDemo(server)
      assert.equal(await server.stop(), 0)
    }
  })
})

const CAN_CHANGE_ROOT = spawnSync('chroot', ['/', 'true']).status === 0
if (!CAN_CHANGE_ROOT)
  reportMissing('the single executable on an empty machine', 'Run the tests as a user who may chroot.')
else
  describe('the single executable', () => {
    const empty = mkdtempSync(join(tmpdir(), 'soundings-'))
    after(() => rmSync(empty, { recursive: true }))
    before(() => {
      const file = releasedFile(EXECUTABLE) ?? join(root, buildExecutable())
      assert.ok(statSync(file).size > 50_000_000)
      makeRoot(empty, file)
    })
    /** Nothing of this machine is accessible but the system’s libraries. */
    const inside = (...words: string[]) => ['chroot', empty, '/soundings', ...words] as [string, ...string[]]
    const run = async (env: Record<string, string>, ...words: string[]) => {
      const [program, ...args] = inside(...words)
      return (await execute(program, args, { env: { PATH: '/usr/sbin:/usr/bin', ...env } })).stdout
    }
    const serving = (t: TestContext, env: Record<string, string>, ...words: string[]) =>
      startProgram(t, inside(...words), { cwd: '/', env: { PATH: '/usr/sbin:/usr/bin', ...env } })

    test('starts a fully working demo on an empty machine [single-executable]', async t => {
      const env = { DATA_DIR: '/data' }
      const server = await serving(t, env, 'serve', '--demo')
      assert.doesNotMatch(server.stderr(), /experimental|warning/i)
      const { token, slug, adminToken } = await answerDemo(server)
      const page = await call(server, 'GET', `/s/${slug}`)
      const [script = ''] = /\/assets\/[\w-]+\/respondent\.js/.exec(page.text) ?? []
      assert.equal((await fetch(server.baseUrl + script)).headers.get('content-type'), 'text/javascript; charset=utf-8')
      for (const path of [
        '/',
        '/app',
        '/docs',
        '/docs/first-survey',
        '/docs/changes',
        '/openapi.json',
        '/third-party.txt',
        '/preview.png',
        '/privacy',
      ])
        assert.equal((await fetch(server.baseUrl + path)).status, 200, path)
      const workbook = await fetch(`${server.baseUrl}/admin/api/${slug}/export.xlsx`, {
        headers: { authorization: `Bearer ${adminToken}` },
      })
      assert.equal(
        Buffer.from(await workbook.arrayBuffer())
          .subarray(0, 2)
          .toString(),
        'PK',
      )
      const oauth = await fetch(`${server.baseUrl}/.well-known/oauth-authorization-server`)
      assert.equal(((await oauth.json()) as { issuer: string }).issuer, server.baseUrl)
      const initialize = {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      }
      const mcp = await fetch(`${server.baseUrl}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify(initialize),
      })
      assert.match(await mcp.text(), /"serverInfo"/)
      assert.equal(await server.stop(), 0)
      await run(env, 'backup', '/backup.db', '--with-secret')
      await run({ DATA_DIR: '/restored' }, 'restore', '/backup.db')
      assert.equal(JSON.parse(await run({ DATA_DIR: '/restored' }, 'export', slug)).responses.length, 40)
      await run(env, 'dump', '/file.dump', '--with-secret')
      await run({ DATA_DIR: '/loaded' }, 'load', '/file.dump')
      assert.equal(JSON.parse(await run({ DATA_DIR: '/loaded' }, 'export', slug)).responses.length, 40)
      assert.match(await run(env, '--version'), /^soundings \d+\.\d+\.\d+\n$/)
    })

    test('signs people up by mail, with PostgreSQL [single-executable]', async t => {
      const database = await newPostgres({ empty: true })
      t.after(() => database.drop())
      const mails = await startMailServer()
      t.after(() => mails.close())
      const settings = {
        DATABASE_URL: database.url,
        SECRET: 'a secret of this test, of no use anywhere',
        SMTP_URL: mails.url,
        MAIL_FROM: 'soundings@example.org',
      }
      const server = await serving(t, { ...settings, DATA_DIR: '/none' }, 'serve')
      const { status } = await submitForm(server, '/sign-up', {
        email: 'ada@example.org',
        name: 'Ada',
        password: PASSWORD,
      })
      assert.ok([200, 303].includes(status), String(status))
      assert.match((await mails.next('ada@example.org')).subject, /./)
    })
  })

/** A folder that serves as the root of a system with only the executable and the libraries that it needs. */
function makeRoot(folder: string, executable: string): void {
  copyFileSync(executable, join(folder, 'soundings'))
  const { stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' })
  for (const [, library = ''] of stdout.matchAll(/^\s*(?:\S+ => )?(\/\S+)/gm)) {
    mkdirSync(join(folder, dirname(library)), { recursive: true })
    copyFileSync(library, join(folder, library))
  }
  for (const name of ['tmp', 'etc', 'dev']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['hosts', 'nsswitch.conf'])
    if (existsSync(`/etc/${name}`)) copyFileSync(`/etc/${name}`, join(folder, 'etc', name))
}
